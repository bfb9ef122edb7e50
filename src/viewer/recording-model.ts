import type {
  ColorData,
  CursorData,
  EventData,
  ExitData,
  FrameData,
  NotificationData,
  RequestData,
  ResponseData,
} from './format.js';
import { emptyRow, type Row, rowFrom } from './rows.js';

/** A screen at a moment. */
export interface RecordedFrame {
  readonly at: number;
  readonly cols: number;
  readonly rows: readonly Row[];
  readonly cursor: CursorData | null;
  readonly title: string;
  readonly colors: ColorData | null;
  readonly exit: ExitData | null;
  /** How many rows differ from the frame before. */
  readonly changedRows: number;
}
/** Members of a JSON object. */
export type Members = Readonly<Record<string, unknown>>;
/** A request with its response, a step of a batch, or a notification. */
export interface RecordedCall {
  readonly kind: 'request' | 'batch-step' | 'notification';
  /** Its position among the calls. */
  readonly index: number;
  /** The number of the request, which the steps of a batch share; 0 for a notification. */
  readonly id: number;
  readonly at: number;
  readonly method: string;
  readonly params: Members;
  /** The response; undefined while there is none. */
  response?: ResponseData;
  /** The error of the response, or that of the failed step of a batch. */
  error?: Members;
}

const cancelled = -32800;
const noisyNotifications = ['view.changed'];
const noFrame: RecordedFrame = {
  at: 0,
  cols: 80,
  rows: [],
  cursor: null,
  title: '',
  colors: null,
  exit: null,
  changedRows: 0,
};

/** The events of a recording; more can be appended at any time. */
export class RecordingModel {
  readonly frames: RecordedFrame[] = [];
  readonly calls: RecordedCall[] = [];
  readonly #callsById = new Map<number, RecordedCall>();
  #knownRows: Row[] = [];
  #end = 0;

  /** The time of the last event, in milliseconds. */
  get end(): number {
    return this.#end;
  }

  /** The requests that failed. */
  get failures(): readonly RecordedCall[] {
    return this.calls.filter(({ kind, error }) => kind === 'request' && error !== undefined);
  }

  /** Adds an event. */
  append(event: EventData): void {
    this.#end = Math.max(this.#end, event.at);
    if (event.type === 'frame') this.frames.push(this.#decodeFrame(event));
    else if (event.type === 'response') this.#addResponse(event);
    else if (event.type === 'request') this.#addRequest(event);
    else if (!noisyNotifications.includes(event.method)) this.#addNotification(event);
  }

  /** Returns the index of the frame that is shown at a time; -1 before the first. */
  indexAt(at: number): number {
    return findLastIndex(this.frames, at);
  }

  /** Returns the frame that is shown at a time. */
  frameAt(at: number): RecordedFrame | undefined {
    return this.frames[Math.max(0, this.indexAt(at))];
  }

  /** Returns the last call that began at or before a time. */
  callAt(at: number): RecordedCall | undefined {
    return this.calls[findLastIndex(this.calls, at)];
  }

  /** Returns the request with a number. */
  findCall(id: number): RecordedCall | undefined {
    return this.#callsById.get(id);
  }

  #decodeFrame(data: FrameData): RecordedFrame {
    const before = data.reset === true ? undefined : this.frames.at(-1);
    if (data.reset === true) this.#knownRows = [];
    for (const row of data.add ?? []) this.#knownRows.push(rowFrom(row));
    const { rows: old, ...facts } = before ?? noFrame;
    const rows = Array.from({ length: data.rows ?? old.length }, (_, row) => old[row] ?? emptyRow);
    const { set = [] } = data;
    for (let index = 0; index + 1 < set.length; index += 2)
      if ((set[index] as number) < rows.length)
        rows[set[index] as number] = this.#knownRows[set[index + 1] as number] ?? emptyRow;
    const own = {
      cols: data.cols ?? facts.cols,
      cursor: data.cursor === undefined ? facts.cursor : data.cursor,
      title: data.title ?? facts.title,
      colors: data.colors === undefined ? facts.colors : data.colors,
      exit: data.exit === undefined ? facts.exit : data.exit,
    };
    return { at: data.at, rows, ...own, changedRows: set.length / 2 };
  }

  #addNotification({ at, method, params }: NotificationData): void {
    this.calls.push({ kind: 'notification', index: this.calls.length, id: 0, at, method, params });
  }

  #addRequest({ id, at, method, params }: RequestData): void {
    const call: RecordedCall = { kind: 'request', index: this.calls.length, id, at, method, params };
    this.calls.push(call);
    this.#callsById.set(id, call);
    if (method !== 'batch' || !Array.isArray(params['steps'])) return;
    for (const step of params['steps'])
      if (isObject(step))
        this.calls.push({
          kind: 'batch-step',
          index: this.calls.length,
          id,
          at,
          method: String(step['method']),
          params: isObject(step['params']) ? step['params'] : {},
        });
  }

  #addResponse(response: ResponseData): void {
    const call = this.#callsById.get(response.id);
    if (call === undefined) return;
    call.response = response;
    const error = findError(response);
    if (error !== undefined) call.error = error;
    if (isObject(response.result)) this.#addStepResponses(call, response, response.result);
  }

  #addStepResponses({ index, id }: RecordedCall, { at }: ResponseData, { results, errorStep, error }: Members): void {
    if (!Array.isArray(results)) return;
    for (let step = 1; ; step += 1) {
      const call = this.calls[index + step];
      if (call?.kind !== 'batch-step' || call.id !== id) return;
      if (step <= results.length) call.response = { type: 'response', at, id, result: results[step - 1] };
      else if (step === errorStep && isObject(error)) {
        call.response = { type: 'response', at, id, error };
        call.error = error;
      }
    }
  }
}

function findError({ error, result }: ResponseData): Members | undefined {
  if (error !== undefined) return error['code'] === cancelled ? undefined : error;
  if (!isObject(result) || result['ok'] !== false) return undefined;
  return isObject(result['error']) ? result['error'] : undefined;
}

/** Returns whether a value is a JSON object. */
export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the index of the last element at or before a time, by binary search; -1 if there is none. */
function findLastIndex(sorted: readonly { readonly at: number }[], at: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
