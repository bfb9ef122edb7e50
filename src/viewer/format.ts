// The data of the viewer: a header, then events, one JSON value per line. Each row is sent once and then referred to by number, so a
// source can append events while the page is open.
import { isObject, type Members } from '../base/json.js';

/** Bits of the flags of a run. */
export const runFlags = {
  bold: 1,
  dim: 2,
  italic: 4,
  inverse: 8,
  hidden: 16,
  strikethrough: 32,
  overline: 64,
  /** Characters that are missing in some monospace fonts; they need a box of fixed width. */
  boxed: 128,
  /** Characters two cells wide. */
  wide: 256,
} as const;
/** The kind of underline is stored in the flags from this bit on: 0 none, 1 single, 2 double, 3 curly, 4 dotted, 5 dashed. */
export const underlineShift = 9;

/**
 * A run of cells of equal style. A color is -1 (default), 0–255 (palette) or 0x1000000 + RGB. A width of 0 is the length of the text.
 * Trailing members with default values are omitted.
 */
export type RunData = readonly [
  text: string,
  width?: number,
  flags?: number,
  fg?: number,
  bg?: number,
  underlineColor?: number,
];
/** A row of cells from column 0 on, without trailing blanks. */
export type RowData = readonly RunData[];
/** Colors that the program has set, as RGB numbers. */
export interface ColorData {
  readonly foreground?: number;
  readonly background?: number;
  readonly cursor?: number;
  readonly palette?: readonly (readonly [slot: number, color: number])[];
  readonly reversed?: boolean;
}
/** The visible cursor, 0-based, with the character under it. */
export type CursorData = readonly [row: number, col: number, width: number, text: string];
/** How the program ended. */
export interface ExitData {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
}
/** A screen. Omitted members have the values of the previous frame. */
export interface FrameData {
  readonly type: 'frame';
  /** Milliseconds since the beginning of the recording. */
  readonly at: number;
  /** Earlier rows are discarded, and the numbers begin at 0 again; the frame is complete. */
  readonly reset?: true;
  /** Number of rows of the screen. */
  readonly rows?: number;
  readonly cols?: number;
  /** New rows; they get the next numbers. */
  readonly add?: readonly RowData[];
  /** The rows that have changed: pairs of the row on the screen and the number of its new content. */
  readonly set?: readonly number[];
  readonly cursor?: CursorData | null;
  readonly title?: string;
  readonly colors?: ColorData | null;
  readonly exit?: ExitData | null;
}
/** A request; `id` counts from 1. */
export interface RequestData {
  readonly type: 'request';
  readonly at: number;
  readonly id: number;
  /** The id that the client has chosen. */
  readonly requestId?: number | string | undefined;
  readonly method: string;
  readonly params: Members;
}
/** The response to the request `id`. */
export interface ResponseData {
  readonly type: 'response';
  readonly at: number;
  readonly id: number;
  readonly result?: unknown;
  readonly error?: Members;
  /** For a snapshot mismatch: the expected and the actual screen. */
  readonly comparison?: ComparisonData;
}
/** A notification of the server. */
export interface NotificationData {
  readonly type: 'notification';
  readonly at: number;
  readonly method: string;
  readonly params: Members;
}
/** Two screens of equal size. */
export interface ComparisonData {
  readonly cols: number;
  readonly expected: readonly RowData[];
  readonly actual: readonly RowData[];
}
/** An event that the page displays. */
export type EventData = FrameData | RequestData | ResponseData | NotificationData;
/** Colors as RGB numbers; the palette has 256. */
export interface ThemeData {
  readonly foreground: number;
  readonly background: number;
  readonly cursor: number;
  readonly palette: readonly number[];
}
/** Facts about the recording, available before the first event. */
export interface HeaderData {
  readonly version: string;
  readonly title: string;
  /** The file name of the recording. */
  readonly name: string;
  /** Milliseconds since 1970 at the beginning of the recording. */
  readonly startedAt: number;
  readonly theme: ThemeData;
  /** Notes for the reader, for example about skipped lines. */
  readonly notes: readonly string[];
}

const cancelledCode = -32800;

/** The error in a response, or that of the failed step of a batch; undefined if it succeeded or was cancelled. */
export function findError(response: {
  readonly error?: Members | undefined;
  readonly result?: unknown;
}): Members | undefined {
  const { error, result } = response;
  if (error !== undefined) return error['code'] === cancelledCode ? undefined : error;
  if (!isObject(result) || result['ok'] !== false) return undefined;
  return isObject(result['error']) ? result['error'] : undefined;
}
