import { type methodFacts, version } from '../../protocol/generated/tables.js';
import type { MethodName, MethodParams, MethodResults, RpcDiscoverResult } from '../../protocol/generated/types.js';
import type { Call } from '../../session/call.js';
import type { TerminalSession } from '../../session/terminal-session.js';
import type { ServerHost } from '../server-host.js';

/** The request that a method handles. */
export interface Request {
  readonly server: ServerHost;
  /** Aborts when the client cancels the request. */
  readonly cancel: AbortSignal;
  /**
   * Runs another method: as a step of this one, which not all methods can be, or as a request of its own. `cancel` cancels
   * it (default: the signal of this request).
   */
  run(method: string, params: object, place?: 'step' | 'alone', cancel?: AbortSignal): Promise<unknown>;
}

type Needs<M extends MethodName> = (typeof methodFacts)[M]['needs'];
/** What a method acts on, by what its schema says that it needs. */
type TargetOf<M extends MethodName> = {
  nothing: ServerHost;
  session: TerminalSession;
  program: TerminalSession;
}[Needs<M>];
type CallOf<M extends MethodName> = { nothing: Request; session: Call; program: Call }[Needs<M>];

/** A method: translates its params, calls the session or the server, and translates the result. */
export interface MethodHandler<M extends MethodName, P = unknown> {
  readonly name: M;
  /** Translates the params. Throws if they are invalid, before the session is accessed. */
  parse(params: MethodParams[M]): P;
  /** How long a call may take (default: `timeoutMs` of the params, or else the timeout of the session). */
  timeoutFrom?(params: MethodParams[M]): number | undefined;
  run(target: TargetOf<M>, parsed: P, call: CallOf<M>, request: Request): MethodResults[M] | Promise<MethodResults[M]>;
}

type MethodSteps<M extends MethodName, P> = Pick<MethodHandler<M, P>, 'run' | 'timeoutFrom'> &
  Partial<Pick<MethodHandler<M, P>, 'parse'>>;

/** Defines a method. Without `parse`, it receives its params as they are. */
export const defineMethod = <M extends MethodName, P = MethodParams[M]>(
  name: M,
  { parse = (params) => params as P, ...steps }: MethodSteps<M, P>,
): MethodHandler<M, P> => ({ name, parse, ...steps });

/** Every method. The compiler rejects missing and additional entries. */
export type MethodTable = { readonly [M in MethodName]: MethodHandler<M> };

const ping = defineMethod('server.ping', { run: () => ({ pong: true, version }) });

const shutdown = defineMethod('server.shutdown', {
  run: (server, { now }) => {
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
