import { version } from '../protocol/generated/tables.js';
import type { RpcDiscoverResult } from '../protocol/generated/types.js';
import type { Handler, MethodTable } from './context.js';

const ping: Handler<'server.ping'> = () => () => ({ pong: true, version });

const shutdown: Handler<'server.shutdown'> =
  ({ now }) =>
  ({ app }) => {
    app.shutDown(now);
    return { shuttingDown: true };
  };

const discover: Handler<'rpc.discover'> = () => async () => {
  const document: unknown = await import('../protocol/generated/openrpc.json', { with: { type: 'json' } });
  return (document as { default: RpcDiscoverResult }).default;
};

type ServerMethod = 'server.ping' | 'server.shutdown' | 'rpc.discover';
/** The methods that need no terminal. Loading the terminal takes longer than loading everything else. */
export const serverMethods: Pick<MethodTable, ServerMethod> = {
  'server.ping': ping,
  'server.shutdown': shutdown,
  'rpc.discover': discover,
};

/** Whether a method needs no terminal. */
export const isServerMethod = (method: string): method is ServerMethod => Object.hasOwn(serverMethods, method);
