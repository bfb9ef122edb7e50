import { version } from '../../protocol/generated/tables.js';
import type { RpcDiscoverResult } from '../../protocol/generated/types.js';
import { defineMethod, type MethodTable } from './context.js';

const ping = defineMethod('server.ping', { run: () => ({ pong: true, version }) });

const shutdown = defineMethod('server.shutdown', {
  run: ({ server }, { now }) => {
    server.shutDown(now);
    return { shuttingDown: true };
  },
});

const discover = defineMethod('rpc.discover', {
  run: async () => {
    const document: unknown = await import('../../protocol/generated/openrpc.json', { with: { type: 'json' } });
    return (document as { default: RpcDiscoverResult }).default;
  },
});

type ServerMethod = 'server.ping' | 'server.shutdown' | 'rpc.discover';
/** The methods that need no terminal. Loading the terminal takes longer than loading everything else. */
export const serverMethods: Pick<MethodTable, ServerMethod> = {
  'server.ping': ping,
  'server.shutdown': shutdown,
  'rpc.discover': discover,
};

/** Whether a method needs no terminal. */
export const isServerMethod = (method: string): method is ServerMethod => Object.hasOwn(serverMethods, method);
