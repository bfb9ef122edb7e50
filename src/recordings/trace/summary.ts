import type { FilmEvent } from '../film/film.js';
import { dataOf, findError, messageOf } from './failures.js';

/** A request in the summary. */
export interface SummaryRequest {
  readonly id: number;
  readonly method: string;
  readonly argument: string;
  readonly durationMs: number | undefined;
  readonly hasFailed: boolean;
}
/** The first failure of a recording. */
export interface Failure {
  readonly id: number;
  readonly method: string;
  readonly message: string;
  /** The last requests before the failure and the failed one. */
  readonly requests: readonly SummaryRequest[];
  readonly screen: string;
}

const maxRequests = 10;
const maxArgumentLength = 80;

/** Collects what the page shows without JavaScript: the first failure, or the last screen. */
export class Summary {
  #requests: SummaryRequest[] = [];
  #screen = '';
  #failure: Failure | undefined;

  /** The first failure. */
  get failure(): Failure | undefined {
    return this.#failure;
  }

  /** The last requests of the recording. */
  get requests(): readonly SummaryRequest[] {
    return this.#requests;
  }

  /** The last screen. */
  get screen(): string {
    return this.#screen;
  }

  /** Adds an event. */
  append(event: FilmEvent): void {
    if (event.kind === 'frame') this.#screen = event.screen.lines.map(({ trimmed }) => trimmed).join('\n');
    else if (event.kind === 'request') {
      const { number: id, method, params } = event;
      const request = { id, method, argument: describeArgument(params), durationMs: undefined, hasFailed: false };
      this.#requests = [...this.#requests, request].slice(-maxRequests);
    } else if (event.kind === 'response' && event.request !== undefined) {
      const { number: id, method } = event.request;
      const error = findError(event);
      const durationMs = (event.atMicros - event.request.atMicros) / 1000;
      this.#requests = this.#requests.map((request) =>
        request.id === id ? { ...request, durationMs, hasFailed: error !== undefined } : request,
      );
      if (error === undefined || this.#failure !== undefined) return;
      const { screen } = dataOf(error);
      this.#failure = {
        id,
        method,
        message: messageOf(error),
        requests: this.#requests,
        screen: typeof screen === 'string' ? screen : this.#screen,
      };
    }
  }
}

/** Describes a request by its most informative parameter, shortened. */
function describeArgument(params: Readonly<Record<string, unknown>>): string {
  const names = ['selector', 'text', 'key', 'command', 'name', 'title', 'path'];
  const value = names.map((name) => params[name]).find((candidate) => candidate !== undefined);
  if (value === undefined) return '';
  const text = toArgumentJson(value);
  return text.length > maxArgumentLength ? `${text.slice(0, maxArgumentLength)}…` : text;
}

function toArgumentJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // Nested too deeply.
    return '…';
  }
}
