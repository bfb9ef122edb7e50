import { isObject, type RecordedCall, type RecordingModel } from './recording-model.js';

/** A rectangle of cells to highlight, 0-based. */
export interface Spot {
  readonly row: number;
  readonly col: number;
  readonly width: number;
  readonly kind: 'match' | 'nearest' | 'search' | 'difference';
}

// The reaction to an input is recorded a little later than its response, because frames are recorded at intervals.
const reactionMs = 250;
const maxSpots = 200;

/** Returns the time of the result of a call: its response, or the frame that shows the match or the effect. */
export function findResultTime(call: RecordedCall, recording: RecordingModel): number {
  const endAt = call.response?.at ?? call.at;
  if (call.error !== undefined || call.kind === 'notification') return endAt;
  const next = recording.calls[call.index + 1];
  const limit = Math.min(endAt + reactionMs, next === undefined ? recording.end : next.at);
  const last = recording.indexAt(Math.max(limit, endAt));
  const first = Math.max(0, recording.indexAt(endAt));
  const matches = findMatches(call.response?.result);
  const isShown = (index: number): boolean =>
    matches.every(({ row, text }) => recording.frames[index]?.rows[row]?.text.includes(text.trimEnd()));
  if (matches.length === 0) return Math.max(endAt, recording.frames[last]?.at ?? endAt);
  for (let index = first; index <= last + 1; index += 1)
    if (isShown(index)) return Math.max(endAt, recording.frames[index]?.at ?? endAt);
  return endAt;
}

/** Returns the cells that a call found, or the closest text. */
export function findSpots({ response, error }: RecordedCall): Spot[] {
  const data = isObject(error?.['data']) ? error['data'] : {};
  const { nearest } = data;
  const near = isObject(nearest) ? nearestSpotsFrom(nearest) : [];
  const found = error === undefined ? findMatches(response?.result) : findMatches(data['matches']);
  return [...found.flatMap(spotsFrom), ...near].slice(0, maxSpots);
}

interface Match {
  readonly row: number;
  readonly col: number;
  readonly endRow: number;
  readonly endCol: number;
  readonly text: string;
}

function findMatches(value: unknown): Match[] {
  if (Array.isArray(value)) return value.slice(0, maxSpots).flatMap(findMatches);
  if (!isObject(value)) return [];
  const { row, col, endRow, endCol, text } = value;
  const hasPlace = [row, col, endRow, endCol].every((one) => Number.isInteger(one));
  if (hasPlace && typeof text === 'string') {
    const [top, left, bottom, right] = [row, col, endRow, endCol] as [number, number, number, number];
    return top < 1 ? [] : [{ row: top - 1, col: left - 1, endRow: bottom - 1, endCol: right - 1, text }];
  }
  return ['match', 'matches', 'results'].flatMap((name) => findMatches(value[name]));
}

function spotsFrom({ row, col, endRow, endCol }: Match): Spot[] {
  const rows = Math.min(endRow - row, maxSpots);
  return Array.from({ length: rows + 1 }, (_, index) => {
    const from = index === 0 ? col : 0;
    return { row: row + index, col: from, width: index === rows ? endCol + 1 - from : 1000, kind: 'match' };
  });
}

function nearestSpotsFrom({ row, col, text }: Readonly<Record<string, unknown>>): Spot[] {
  if (!Number.isInteger(row) || !Number.isInteger(col) || typeof text !== 'string') return [];
  return [{ row: (row as number) - 1, col: (col as number) - 1, width: text.length, kind: 'nearest' }];
}
