import type { MethodName, MethodParams, MethodResults } from '../protocol/generated/types.js';
import type { App } from './app.js';

/** What a method runs with. */
export interface Context {
  readonly app: App;
  /** Aborts when the request is cancelled. */
  readonly cancel: AbortSignal;
  /** Runs another method: as a step of this one, where not all may stand, or as if it had come alone. `cancel` ends it (default: that of this request). */
  run(method: string, params: object, place?: 'step' | 'alone', cancel?: AbortSignal): Promise<unknown>;
}
/** What is left to do once the params are judged. */
export type Act<M extends MethodName> = (context: Context) => MethodResults[M] | Promise<MethodResults[M]>;
/** A method in two steps: it translates its params, throwing when they are wrong, before any session is looked at. */
export type Handler<M extends MethodName> = (params: MethodParams[M]) => Act<M>;
/** Every method has its handler, and nothing else is in the table: the compiler sees to it. */
export type MethodTable = { readonly [M in MethodName]: Handler<M> };
