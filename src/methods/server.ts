import { version } from '../protocol/generated/tables.js';
import type { RpcDiscoverResult } from '../protocol/generated/types.js';
import type { Handler } from './handler.js';

export const ping: Handler<'server.ping'> = () => () => ({ pong: true, version });

export const shutdown: Handler<'server.shutdown'> =
  ({ now }) =>
  ({ app }) => {
    app.shutDown(now);
    return { shuttingDown: true };
  };

export const discover: Handler<'rpc.discover'> = () => async () => {
  const document: unknown = await import('../protocol/generated/openrpc.json', { with: { type: 'json' } });
  return (document as { default: RpcDiscoverResult }).default;
};
