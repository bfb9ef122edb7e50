// The state of a recording: frames and calls, decoded from events.
import { isObject, type Members } from '../base/json.js';
import {
  type ColorData,
  type CursorData,
  type EventData,
  type ExitData,
  type FrameData,
  findError,
  type NotificationData,
  type RequestData,
  type ResponseData,
  type RowData,
  type RunData,
  runFlags,
} from './format.js';

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
  /** An estimate of its memory, in bytes. */
  readonly size: number;
}
/** An input of a person, and its time. */
type InputParams = Members & { readonly at: number };
/** A request with its response, a step of a batch, or a notification. */
export interface RecordedCall {
  readonly kind: 'request' | 'batch-step' | 'notification';
  /** Its position among the calls. */
  index: number;
  /** The number of the request, which the steps of a batch share; 0 for a notification. */
  readonly id: number;
  /** The id that the client has chosen; undefined for a step and a notification. */
  readonly requestId?: number | string | undefined;
  readonly at: number;
  readonly method: string;
  readonly params: Members;
  /** The response; undefined while there is none. */
  response?: ResponseData;
  /** The error of the response, or that of the failed step of a batch. */
  error?: Members;
  /** An estimate of its memory, in bytes. */
  size: number;
}

/** The notification of what a person has typed into a live session. */
export const inputMethod = 'view.input';

// Inputs that follow each other sooner are shown as one, up to this number.
const inputGapMs = 2000;
const maxInputs = 200;
const noisyNotifications = ['view.changed'];

// An entry of an array, and the members of an object.
const rowBytes = 8;
const objectBytes = 256;

/** The events of a recording; more can be appended at any time. */
export class RecordingModel {
  readonly frames: RecordedFrame[] = [];
  readonly calls: RecordedCall[] = [];
  readonly #isPartial: boolean;
  readonly #callsById = new Map<number, RecordedCall>();
  /** The times of all events, in ascending order. */
  readonly moments: number[] = [];
  #knownRows: Row[] = [];
  #start = 0;
  #end = 0;
  #size = 0;

  /** A partial recording begins before its first screen. */
  constructor(isPartial = false) {
    this.#isPartial = isPartial;
  }

  /** The time at which the recording begins, in milliseconds: 0, unless events before it are not known. */
  get start(): number {
    return this.#start;
  }

  /** An estimate of the memory of all events, in bytes. */
  get size(): number {
    return this.#size;
  }

  /** The time of the last event, in milliseconds. */
  get end(): number {
    return this.#end;
  }

  /** The requests that failed. */
  get failures(): readonly RecordedCall[] {
    return this.calls.filter(({ kind, error }) => kind === 'request' && error !== undefined);
  }

  /** Adds an event. `length` is that of its text, for the estimate of memory. */
  append(event: EventData, length = 0): void {
    if (event.type === 'notification' && noisyNotifications.includes(event.method)) return;
    this.#end = Math.max(this.#end, event.at);
    this.moments.push(this.#end);
    const size = length + objectBytes;
    if (event.type === 'frame') this.#addFrame(event, size);
    else if (event.type === 'response') this.#addResponse(event, size);
    else if (event.type === 'request') this.#addRequest(event, size);
    else this.#addNotification(event, size);
  }

  /** Begins at a time: forgets the screens before it, and the calls except the last `keptCalls`. */
  forgetBefore(time: number, keptCalls = 0): void {
    // The screen at this time may be older.
    const frames = this.frames.splice(0, Math.max(0, this.indexAt(time)));
    const isKept = ({ at, index }: RecordedCall): boolean => at >= time || index >= this.calls.length - keptCalls;
    const [calls, dropped] = [this.calls.filter(isKept), this.calls.filter((call) => !isKept(call))];
    for (const { size } of [...frames, ...dropped]) this.#size -= size;
    for (const { id } of dropped) this.#callsById.delete(id);
    this.calls.length = 0;
    for (const call of calls) call.index = this.calls.push(call) - 1;
    this.#start = Math.min(time, calls[0]?.at ?? time);
    // Between the calls that remain, the time without screens is idle.
    const first = this.moments.findIndex((at) => at >= time);
    const older = calls.filter(({ at }) => at < time).map(({ at }) => at);
    this.moments.splice(0, first < 0 ? this.moments.length : first, ...older);
  }

  /** Returns the index of the frame that is shown at a time; -1 before the first. */
  indexAt(at: number): number {
    return findLastIndex(this.frames, at);
  }

  /** Returns the frame that is shown at a time. */
  frameAt(at: number): RecordedFrame | undefined {
    const index = this.indexAt(at);
    return this.frames[this.#isPartial ? index : Math.max(0, index)];
  }

  /** Returns the last call that began at or before a time. */
  callAt(at: number): RecordedCall | undefined {
    return this.calls[findLastIndex(this.calls, at)];
  }

  /** Returns the request with a number. */
  findCall(id: number): RecordedCall | undefined {
    return this.#callsById.get(id);
  }

  #addFrame(data: FrameData, size: number): void {
    const frame = this.#decodeFrame(data, size);
    this.#size += frame.size;
    this.frames.push(frame);
  }

  #decodeFrame(data: FrameData, size: number): RecordedFrame {
    const last = this.frames.at(-1);
    const before = data.reset === true ? undefined : last;
    if (data.reset === true) this.#knownRows = [];
    for (const row of data.add ?? []) this.#knownRows.push(rowFrom(row));
    const { rows: old, ...facts } = before ?? noFrame;
    const rows = Array.from({ length: data.rows ?? old.length }, (_, row) => old[row] ?? emptyRow);
    const { set = [] } = data;
    for (let index = 0; index + 1 < set.length; index += 2)
      if ((set[index] as number) < rows.length)
        rows[set[index] as number] = this.#knownRows[set[index + 1] as number] ?? emptyRow;
    // A complete screen repeats rows. Equal rows must be the same object.
    if (last !== undefined && before === undefined) replaceEqualRows(rows, last.rows);
    const changedRows = rows.filter((row, index) => row !== last?.rows[index]).length;
    const { at, cols = facts.cols, cursor = facts.cursor, title = facts.title } = data;
    const { colors = facts.colors, exit = facts.exit } = data;
    return { at, rows, cols, cursor, title, colors, exit, changedRows, size: size + rows.length * rowBytes };
  }

  #addNotification({ at, method, params }: NotificationData, size: number): void {
    if (method === inputMethod) {
      this.#addInput({ at, params }, size);
      return;
    }
    this.#addCall({ kind: 'notification', index: 0, id: 0, at, method, params, size });
  }

  /** Adds what a person has typed to the inputs directly before it. */
  #addInput({ at, params }: Pick<NotificationData, 'at' | 'params'>, size: number): void {
    const last = this.calls.at(-1);
    const before = last?.method === inputMethod ? (last.params['inputs'] as readonly InputParams[]) : [];
    const isNext = before.length < maxInputs && at - (before.at(-1)?.at ?? at - inputGapMs) < inputGapMs;
    const inputs = [...(isNext ? before : []), { at, ...params }];
    const call = { kind: 'notification', index: 0, id: 0, at, method: inputMethod, params: { inputs }, size } as const;
    if (!isNext || last === undefined) {
      this.#addCall({ ...call });
      return;
    }
    this.#size += size;
    this.calls[last.index] = { ...call, index: last.index, at: last.at, size: last.size + size };
  }

  #addCall(call: RecordedCall): void {
    call.index = this.calls.push(call) - 1;
    this.#size += call.size;
  }

  #addRequest({ id, requestId, at, method, params }: RequestData, size: number): void {
    const call: RecordedCall = { kind: 'request', index: 0, id, requestId, at, method, params, size };
    this.#addCall(call);
    this.#callsById.set(id, call);
    if (method !== 'batch' || !Array.isArray(params['steps'])) return;
    for (const step of params['steps'])
      if (isObject(step))
        this.#addCall({
          kind: 'batch-step',
          index: 0,
          id,
          at,
          method: formatValue(step['method'] ?? '?'),
          params: isObject(step['params']) ? step['params'] : {},
          size: objectBytes,
        });
  }

  #addResponse(response: ResponseData, size: number): void {
    const call = this.#callsById.get(response.id);
    if (call === undefined) return;
    call.size += size;
    this.#size += size;
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

/** Replaces rows by the equal ones of the screen before. */
function replaceEqualRows(rows: Row[], old: readonly Row[]): void {
  for (const [index, row] of rows.entries()) {
    const same = old[index];
    if (same?.text === row.text && JSON.stringify(same.data) === JSON.stringify(row.data)) rows[index] = same;
  }
}
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

/** Returns a string unchanged and any other value as JSON. `String` throws for an object that has its own `toString`. */
export const formatValue = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** A row of the screen. Equal rows are the same object. */
export interface Row {
  readonly data: RowData;
  /** The text without trailing blanks. */
  readonly text: string;
}

export const rowFrom = (data: RowData): Row => ({
  data,
  text: data
    .map(([text]) => text)
    .join('')
    .trimEnd(),
});

/** A row without text. */
export const emptyRow = rowFrom([]);

export const widthOf = ([text, width = 0]: RunData): number => width || text.length;

/** Returns which share of the characters of a run is wide. */
export function wideShareOf(run: RunData): number {
  const [text, width = 0, flags = 0] = run;
  if ((flags & runFlags.wide) !== 0) return 1;
  if ((flags & runFlags.boxed) !== 0 || width === 0) return 0;
  const characters = [...text].length;
  return Math.min(1, Math.max(0, width - characters) / characters);
}

/**
 * Limits a row to about `maxRuns` runs. After the first half, narrow and wide characters of one style share a run; if that
 * is not enough, the rest is a run without style.
 */
export function simplifyRow({ data }: Row, maxRuns: number): RowData {
  if (data.length <= maxRuns) return data;
  const exact = Math.floor(maxRuns / 2);
  const rest = data.slice(exact);
  const merged = mergeRuns(rest, hasSameStyle);
  return [...data.slice(0, exact), ...(merged.length <= exact ? merged : mergeRuns(rest, () => true))];
}

function mergeRuns(data: RowData, canMerge: (one: RunData, other: RunData) => boolean): RowData {
  const merged: RunData[] = [];
  let from = 0;
  for (let to = 1; to <= data.length; to += 1) {
    const [first, next] = [data[from], data[to]];
    if (first === undefined || (next !== undefined && canMerge(first, next))) continue;
    const part = data.slice(from, to);
    const isStyled = part.every((run) => hasSameStyle(first, run));
    const [, , flags = 0, ...colors] = isStyled ? first : [''];
    const width = part.reduce((sum, run) => sum + widthOf(run), 0);
    merged.push([part.map(([text]) => text).join(''), width, flags & ~shapeFlags, ...colors] as RunData);
    from = to;
  }
  return merged;
}

const shapeFlags = runFlags.boxed | runFlags.wide;

function hasSameStyle(one: RunData, other: RunData): boolean {
  const [, , flags = 0, fg = -1, bg = -1, underline = -1] = one;
  const [, , flags2 = 0, fg2 = -1, bg2 = -1, underline2 = -1] = other;
  return ((flags ^ flags2) & ~shapeFlags) === 0 && fg === fg2 && bg === bg2 && underline === underline2;
}

/** Returns the cells of a part of a row's text. */
export function cellsAt({ data }: Row, from: number, to: number): { readonly col: number; readonly width: number } {
  const col = columnAt(data, from);
  return { col, width: Math.max(1, columnAt(data, to) - col) };
}

function columnAt(data: RowData, index: number): number {
  let col = 0;
  let at = 0;
  for (const run of data) {
    const [text] = run;
    if (index < at + text.length) return col + Math.round(((index - at) / text.length) * widthOf(run));
    at += text.length;
    col += widthOf(run);
  }
  return col;
}

/** Returns the cells in which two rows differ, as pairs of first column and width. */
export function findDifferentCells(one: Row, other: Row, cols: number): (readonly [col: number, width: number])[] {
  const [left, right] = [toCellKeys(one.data, cols), toCellKeys(other.data, cols)];
  const spans: [number, number][] = [];
  for (let col = 0; col < cols; col += 1) {
    if (left[col] === right[col]) continue;
    const last = spans.at(-1);
    if (last !== undefined && last[0] + last[1] === col) last[1] += 1;
    else spans.push([col, 1]);
  }
  return spans;
}

const blank = JSON.stringify([' ', []]);

/** Returns a key for each cell, made of its character and style. */
function toCellKeys(data: RowData, cols: number): string[] {
  const cells: string[] = [];
  for (const run of data) {
    const [text, , flags = 0, ...colors] = run;
    const characters = [...text];
    const width = widthOf(run);
    const style = [flags & ~(runFlags.boxed | runFlags.wide), ...colors];
    const key = style.every((value) => value === 0 || value === -1) ? [] : style;
    for (let cell = 0; cell < width; cell += 1) {
      const character = characters[Math.floor((cell / width) * characters.length)];
      cells.push(JSON.stringify([character, key]));
    }
  }
  while (cells.length < cols) cells.push(blank);
  return cells;
}

const noFrame: RecordedFrame = {
  at: 0,
  cols: 80,
  rows: [],
  cursor: null,
  title: '',
  colors: null,
  exit: null,
  changedRows: 0,
  size: 0,
};
