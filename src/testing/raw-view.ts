import type { RawResponse } from './raw-http.js';
import { startView, type ViewAddress } from './view-client.js';

const version = 'tuispec.view.v1';

/** A view of a running program, and what requests to it need. */
export interface RawView extends ViewAddress {
  readonly port: number;
  readonly bearer: readonly [string, string];
  readonly protocols: readonly string[];
}

/** Starts a server with a view, in which `cat` runs in the session `demo`. */
export async function openRawView(settings: object = { interactive: true }): Promise<RawView> {
  const { server, ...address } = await startView(settings);
  await server.launch('cat', [], {}, { name: 'demo' });
  const { host, token } = address;
  const bearer = ['Authorization', `Bearer ${token}`] as const;
  return { ...address, port: Number(host.split(':')[1]), bearer, protocols: [version, `tuispec.token.${token}`] };
}

/** The error in the body of a response, in a word. */
export const errorTypeOf = ({ body }: RawResponse): unknown =>
  (JSON.parse(body) as { readonly error_type: string }).error_type;
