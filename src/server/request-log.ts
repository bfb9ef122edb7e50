import type { Log } from '../base/errors.js';
import { escapeControls, truncate } from '../base/text.js';
import { type CallMessage, codes, type Params, RpcError } from '../protocol/message.js';
import type { CallOrigin, CallRunner } from './dispatcher.js';

const maxStringLength = 60;
const maxItems = 10;
const maxParamsLength = 300;

/** Logs each request with its abbreviated params, and how it ended, at level `debug`. */
export class LoggedMethods implements CallRunner {
  readonly #methods: CallRunner;
  readonly #log: Log;
  readonly #redact: (params: Params) => object;

  /** `redact` hides secrets in params. */
  constructor(methods: CallRunner, log: Log, redact: (params: Params) => object) {
    this.#methods = methods;
    this.#log = log;
    this.#redact = redact;
  }

  isControl(call: CallMessage): boolean {
    return this.#methods.isControl(call);
  }

  async run(call: CallMessage, signal: AbortSignal, place: CallOrigin, onWaiting?: () => void): Promise<unknown> {
    const id = call.id === undefined ? 'notification' : truncate(call.id);
    const name = escapeControls(`${id} ${truncate(call.method)}`);
    const startedAt = performance.now();
    const logEnd = (outcome: string): void =>
      this.#log('debug', `response ${name} ${outcome} ${Math.round(performance.now() - startedAt)} ms`);
    this.#log('debug', `request ${name} ${formatParams(this.#redact(call.params))}`);
    try {
      const result = await this.#methods.run(call, signal, place, onWaiting);
      logEnd('ok');
      return result;
    } catch (error) {
      logEnd(`error ${toErrorCode(error, signal)}`);
      throw error;
    }
  }
}

/** Formats params for the log, without secrets. */
export function formatParams(params: object): string {
  const text = JSON.stringify(params, (_, value: unknown) => {
    if (typeof value === 'string') return abbreviate(value, maxStringLength);
    const omitted = Array.isArray(value) ? value.length - maxItems : 0;
    return omitted > 0 ? [...(value as unknown[]).slice(0, maxItems), `… ${omitted} more`] : value;
  });
  return escapeControls(abbreviate(text, maxParamsLength));
}

const abbreviate = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength)}… (${text.length} characters)` : text;

function toErrorCode(error: unknown, signal: AbortSignal): number {
  if (signal.aborted) return codes.cancelled;
  return error instanceof RpcError ? error.code : codes.internalError;
}
