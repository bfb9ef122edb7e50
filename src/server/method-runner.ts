import { InvalidParamError, MethodError } from '../base/errors.js';
import { methodFacts } from '../protocol/generated/tables.js';
import type { MethodName } from '../protocol/generated/types.js';
import { type Call, codes, createInvalidParamsError, type Params, RpcError } from '../protocol/message.js';
import { validateParams } from '../protocol/validate-params.js';
import type { CallOrigin, CallRunner } from './dispatcher.js';
import type { Context, MethodHandler, MethodTable, ProgramContext } from './methods/context.js';
import { isServerMethod, serverMethods } from './methods/control-plane.js';
import { createFailureData } from './methods/failure-data.js';
import { checkPatternLimits } from './methods/pattern-limits.js';
import { createUnknownMethodError } from './methods/unknown-method.js';
import type { ServerState } from './server-context.js';

// The dispatcher handles the notification; only a request or a step of a batch gets here.
const cancelMethod = '$/cancelRequest';
const notARequest = `${cancelMethod} must be a notification: send it on its own and without an \`id\`.`;

// Loads the terminal too, so it is deferred.
const loadMethods = async (): Promise<MethodTable> => (await import('./methods/table.js')).methodTable;

/** The methods as the dispatcher calls them. Validation order: params, session, program. */
export class MethodRunner implements CallRunner {
  readonly #server: ServerState;
  #methods: MethodTable | undefined;

  constructor(server: ServerState) {
    this.#server = server;
  }

  isControl({ method, params }: Call): boolean {
    if (!isMethod(method)) return method === cancelMethod;
    return methodFacts[method].control || (method === 'server.shutdown' && params['now'] === true);
  }

  async run({ method, params }: Call, cancel: AbortSignal, place: CallOrigin | 'step'): Promise<unknown> {
    const startedAt = performance.now();
    if (method === cancelMethod) throw new RpcError(codes.invalidRequest, notARequest);
    if (!isMethod(method)) throw createUnknownMethodError(method);
    const isMisplaced =
      place === 'array' ? method === 'server.shutdown' : place === 'step' && !methodFacts[method].batchable;
    if (isMisplaced) throw new RpcError(codes.notInBatch, `${method} is not allowed in a batch.`);
    try {
      const validated = validateParams(method, params);
      // The steps of a batch are checked one by one.
      if (method !== 'batch') checkPatternLimits(validated);
      // Only await the first time: later requests must act in the same tick.
      if (this.#methods === undefined && !isServerMethod(method)) this.#methods = await loadMethods();
      const { parse, run } = this.#find(method);
      const parsed = parse(validated);
      const runOther: Context['run'] = (step, stepParams, stepPlace = 'step', stepCancel = cancel) =>
        this.run({ id: undefined, method: step, params: stepParams as Params }, stepCancel, stepPlace);
      return await run(this.#createContext(method, cancel, runOther), parsed);
    } catch (error) {
      throw this.#redactSecrets(this.#translate(error, method, performance.now() - startedAt), params);
    }
  }

  #find(method: MethodName): MethodHandler<MethodName> {
    const table = isServerMethod(method) ? serverMethods : this.#methods;
    return (table as Readonly<Record<MethodName, MethodHandler<MethodName>>>)[method];
  }

  /** Fails if the method needs a session or a program and there is none. */
  #createContext(method: MethodName, cancel: AbortSignal, run: Context['run']): ProgramContext {
    const server = this.#server;
    const { needs } = methodFacts[method];
    const context: Context = { server, cancel, run };
    if (needs === 'nothing') return context as ProgramContext;
    const session = server.requireSession();
    const current = needs === 'program' ? session.requireCurrent() : undefined;
    // Not a spread, which would need 7 KB per request.
    return Object.assign(context, { session }, current) as ProgramContext;
  }

  #redactSecrets(error: unknown, params: Params): unknown {
    if (!(error instanceof RpcError)) return error;
    const { code, message, data } = error;
    const redacted = this.#server.redaction.redactValue({ message, data }, params);
    return redacted.message === message && redacted.data === data
      ? error
      : new RpcError(code, redacted.message, redacted.data);
  }

  #translate(error: unknown, method: string, elapsedMs: number): unknown {
    if (error instanceof InvalidParamError) return createInvalidParamsError(error.pointer, error.message);
    if (!(error instanceof MethodError)) return error;
    const { tracePath } = this.#server;
    this.#server.noteFailure();
    const data = {
      ...createFailureData(error, elapsedMs, this.#server.session),
      ...(tracePath === undefined ? {} : { tracePath }),
    };
    return new RpcError(codes.failed, `${method} failed: ${error.message}`, data);
  }
}

const isMethod = (method: string): method is MethodName => Object.hasOwn(methodFacts, method);
