import { startView, type ViewAddress } from './view-client.js';

/** A view, and what raw requests to it contain. */
export interface RawView extends ViewAddress {
  readonly port: number;
  /** The header with the token. */
  readonly bearer: readonly [string, string];
  /** The subprotocols, one with the token. */
  readonly protocols: readonly string[];
}

/** Starts a view of a session with the name `demo`. */
export async function openRawView(settings: object = { interactive: true }): Promise<RawView> {
  const { server, ...address } = await startView(settings);
  await server.launch('cat', [], {}, { name: 'demo' });
  const { host, token } = address;
  const bearer = ['Authorization', `Bearer ${token}`] as const;
  const protocols = ['tuispec.view.v1', `tuispec.token.${token}`];
  return { ...address, port: Number(host.split(':')[1]), bearer, protocols };
}
