// Screens as frames and frame-deltas of a recording, and back. The recording format is in the page of this folder.
import { formatRgb, type OwnColors, parseRgb, type Rgb } from '../base/colors.js';
import type { Exit } from '../base/exit.js';
import type { FrameDelta, RecordingEvent } from '../protocol/generated/types.js';
import { recordingValidators } from '../protocol/generated/validators.js';
import type { Line } from '../screen/line.js';
import type { Cursor, Screen } from '../screen/screen.js';
import { encodeLine } from '../screen/style.js';

/** An event without its time. */
export type UntimedEvent = Omit<RecordingEvent, 'timestampMicros' | 'version'>;

/** Serializes an event as a line of a recording. */
export function formatLine(timestampMicros: number, event: UntimedEvent): string {
  return `${JSON.stringify({ timestampMicros, ...event })}\n`;
}

/** The last timestamp in a piece of a recording; 0 if there is none. */
export function findLastTime(text: string): number {
  // Inside `line`, the quotes would be escaped.
  const found = text.match(/"timestampMicros":\s*\d+/g) ?? [];
  const micros = Number(found.at(-1)?.replace(/\D+/, '') ?? 0);
  return Number.isSafeInteger(micros) ? micros : 0;
}

/** Microseconds since 1970 that never go backwards, even if the system clock does. */
export class RecordingClock {
  #aheadMicros = 0;
  #last = 0;

  /** Ensures that later timestamps are not before `micros`. */
  continueFrom(micros: number): void {
    this.#aheadMicros += Math.max(0, micros - this.getMicros());
  }

  getMicros(): number {
    const micros = Math.round((performance.timeOrigin + performance.now()) * 1000) + this.#aheadMicros;
    this.#last = Math.max(this.#last, micros);
    return this.#last;
  }
}

/** How a recorded program ended. */
export interface RecordedExit extends Exit {
  /** Whether the server ended it because of a limit. */
  readonly isTimedOut: boolean;
}
/** What a frame shows besides its lines. Recordings of earlier versions do not have these members. */
export interface FrameFacts {
  readonly cols: number | undefined;
  /** 0-based. */
  readonly cursor: Omit<Cursor, 'isWrapPending'> | undefined;
  readonly title: string | undefined;
  readonly isAlternate: boolean | undefined;
  readonly exit: RecordedExit | undefined;
  /** The colors that the program has set. */
  readonly ownColors: OwnColors | undefined;
  readonly isReversed: boolean;
}
type FrameMembers = Pick<RecordingEvent, 'cols' | 'cursor' | 'title' | 'altScreen' | 'exit' | 'colors'>;

/** Encodes the optional members of a keyframe. */
function membersOf(screen: Screen, exit: RecordedExit | undefined, isStyled: boolean): FrameMembers {
  const { cols, cursor, title, isAlternate } = screen;
  const colors = isStyled ? colorsOf(screen) : undefined;
  return {
    cols,
    cursor: { row: cursor.row + 1, col: cursor.col + 1, visible: cursor.isVisible },
    title,
    altScreen: isAlternate,
    ...(exit === undefined ? {} : { exit: encodeExit(exit) }),
    ...(colors === undefined ? {} : { colors }),
  };
}

/** An exit as recordings and the page contain it. */
export const encodeExit = ({ exitCode, signal, isTimedOut }: RecordedExit): NonNullable<FrameMembers['exit']> => ({
  exitCode,
  signal,
  timedOut: isTimedOut,
});

function colorsOf({ ownColors, isReversed }: Screen): FrameMembers['colors'] {
  if (ownColors === undefined && !isReversed) return undefined;
  const { palette = new Map<number, Rgb>(), ...grounds } = ownColors ?? {};
  const byName = Object.entries(grounds).map(([name, color]) => [name, formatRgb(color)]);
  const bySlot = [...palette].map(([slot, color]) => [slot, formatRgb(color)]);
  return {
    ...Object.fromEntries(byName),
    ...(bySlot.length === 0 ? {} : { palette: Object.fromEntries(bySlot) }),
    ...(isReversed ? { reversed: true } : {}),
  };
}

/** Decodes the optional members of a keyframe, or those of a delta on top of the facts of its keyframe. */
function parseMembers(members: FrameMembers, key?: FrameFacts): FrameFacts {
  const { cols, cursor, title, altScreen, exit, colors } = members;
  return {
    cols: cols ?? key?.cols,
    cursor:
      cursor === undefined ? key?.cursor : { row: cursor.row - 1, col: cursor.col - 1, isVisible: cursor.visible },
    title: title === undefined ? key?.title : removeControls(title),
    isAlternate: altScreen ?? key?.isAlternate,
    exit: exit === undefined ? key?.exit : parseExit(exit),
    ownColors: colors === undefined ? key?.ownColors : parseFrameColors(colors),
    isReversed: colors === undefined ? (key?.isReversed ?? false) : colors.reversed === true,
  };
}

const parseExit = ({ exitCode, signal, timedOut }: NonNullable<FrameMembers['exit']>): RecordedExit => ({
  exitCode,
  signal,
  isTimedOut: timedOut,
});

function parseFrameColors({ palette = {}, ...grounds }: NonNullable<FrameMembers['colors']>): OwnColors | undefined {
  const names = ['foreground', 'background', 'cursor'] as const;
  const byName = names.flatMap((name) => {
    const hex = grounds[name];
    return hex === undefined ? [] : [[name, parseRgb(hex)] as const];
  });
  const slots = Object.entries(palette);
  if (byName.length + slots.length === 0) return undefined;
  return {
    ...Object.fromEntries(byName),
    palette: new Map(slots.map(([slot, hex]) => [Number(slot), parseRgb(hex) as Rgb])),
  };
}

const controls = /[\x00-\x1f\x7f-\x9f]/g;

/** Removes control characters: recordings are not trusted. */
export const removeControls = (text: string): string => text.replaceAll(controls, '');

/** A screen from a recording: all of its lines, as plain text. */
export interface Frame extends FrameFacts {
  readonly lines: readonly string[];
  /** The lines with SGR escape codes, if those were recorded; other escape codes are removed. */
  readonly styled: readonly string[];
}

/** Reconstructs the screens of a recording from its frames and frame-deltas. */
export class FrameDecoder {
  #key: Frame | undefined;

  /**
   * The screen after a frame or frame-delta; undefined if the event is invalid or a delta without a keyframe before it.
   * A delta depends only on the last keyframe, so to jump to a delta, decode its keyframe first.
   */
  decode(event: RecordingEvent): Frame | undefined {
    if (event.direction === 'frame') {
      this.#key = parseKeyframe(event);
      return this.#key;
    }
    return this.#key === undefined ? undefined : applyDelta(this.#key, event);
  }
}

// The maximum of a screen; a line of a file may contain millions.
const maxRows = 1000;

function parseKeyframe({ line, ansi, ...members }: RecordingEvent): Frame {
  const lines = line.split('\n', maxRows).map(removeControls);
  const styled = ansi?.split('\n', maxRows).map(keepStyles);
  return { lines, styled: styled?.length === lines.length ? styled : lines, ...parseMembers(members) };
}

function applyDelta(key: Frame, { line, ansi, ...members }: RecordingEvent): Frame | undefined {
  const delta = parseDelta(line);
  const styles = ansi === undefined ? delta : parseDelta(ansi);
  if (delta === undefined || styles === undefined) return undefined;
  const last = key.lines.length - 1;
  if ([...delta, ...styles].some(([index]) => index > last)) return undefined;
  const [lines, styled] = [[...key.lines], [...key.styled]];
  for (const [index, text] of delta) lines[index] = removeControls(text);
  for (const [index, text] of styles) styled[index] = keepStyles(text);
  return { lines, styled, ...parseMembers(members, key) };
}

function parseDelta(text: string): FrameDelta | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return recordingValidators.frameDelta(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const stylesAndControls = /\x1b\[[\d;:]*m|[\x00-\x1f\x7f-\x9f]/g;

// Recordings are not trusted: playing one must not send other escape codes to the terminal.
const keepStyles = (text: string): string =>
  text.replaceAll(stylesAndControls, (found) => (found.length > 1 ? found : ''));

interface Row {
  readonly line: Line;
  readonly text: string;
  /** With escape codes if those are recorded, otherwise empty. */
  readonly styled: string;
}
/** A screen in encoded form. */
interface Sample {
  readonly rows: readonly Row[];
  readonly members: FrameMembers;
}

// Lets a reader that starts in the middle reconstruct the screen soon.
const keyframeEveryMs = 1000;
const noSample: Sample = { rows: [], members: {} };

/** Encodes screens as frames and frame-deltas. */
export class FrameEncoder {
  readonly #isStyled: boolean;
  #last = noSample;
  #keyframeAt = Number.NEGATIVE_INFINITY;
  /** Lines that changed at any time since the last keyframe. */
  readonly #changedLines = new Set<number>();
  /** Members that changed at any time since then. */
  readonly #changedMembers = new Set<keyof FrameMembers>();

  constructor(isStyled: boolean) {
    this.#isStyled = isStyled;
  }

  /** The frame or frame-delta for a screen; undefined if it is equal to the previous one. */
  encode(screen: Screen, nowMs: number, exit?: RecordedExit): UntimedEvent | undefined {
    const before = this.#last;
    const rows = screen.lines.map((line, index) => this.#encodeRow(line, before.rows[index]));
    const sample = { rows, members: membersOf(screen, exit, this.#isStyled) };
    this.#last = sample;
    const lines = findChangedSampleRows(before, sample);
    const members = findChangedMembers(before, sample);
    if (lines.length + members.length === 0 && rows.length === before.rows.length) return undefined;
    for (const index of lines) this.#changedLines.add(index);
    for (const name of members) this.#changedMembers.add(name);
    // A change of the cursor only is always a delta.
    const isDue = lines.length > 0 && nowMs - this.#keyframeAt >= keyframeEveryMs;
    if (!isDue && !isKeyframeNeeded(before, sample)) return this.#createDelta(sample);
    this.#keyframeAt = nowMs;
    this.#changedLines.clear();
    this.#changedMembers.clear();
    return this.#createKeyframe(sample);
  }

  #encodeRow(line: Line, before: Row | undefined): Row {
    if (before?.line === line) return before;
    return { line, text: line.trimmed, styled: this.#isStyled ? encodeLine(line) : '' };
  }

  #createKeyframe({ rows, members }: Sample): UntimedEvent {
    const line = rows.map(({ text }) => text).join('\n');
    const ansi = rows.map(({ styled }) => styled).join('\n');
    return { direction: 'frame', line, ...(this.#isStyled ? { ansi } : {}), ...members };
  }

  #createDelta({ rows, members }: Sample): UntimedEvent {
    const changed = [...rows.entries()].filter(([index]) => this.#changedLines.has(index));
    const line = JSON.stringify(changed.map(([index, { text }]) => [index, text]));
    const formatAnsi = (): string => JSON.stringify(changed.map(([index, { styled }]) => [index, styled]));
    const own = Object.entries(members).filter(([name]) => this.#changedMembers.has(name as keyof FrameMembers));
    return {
      direction: 'frame-delta',
      line,
      ...(this.#isStyled ? { ansi: formatAnsi() } : {}),
      ...(Object.fromEntries(own) as FrameMembers),
    };
  }
}

const findChangedSampleRows = (before: Sample, { rows }: Sample): number[] =>
  rows.flatMap((row, index) => (hasSameContent(row, before.rows[index]) ? [] : [index]));

const hasSameContent = (row: Row, before: Row | undefined): boolean =>
  row === before || (row.text === before?.text && row.styled === before.styled);

const memberNames = ['cols', 'cursor', 'title', 'altScreen', 'exit', 'colors'] as const;

const findChangedMembers = ({ members: before }: Sample, { members }: Sample): (keyof FrameMembers)[] =>
  memberNames.filter((name) => !hasSameValue(before[name], members[name]));

const hasSameValue = (before: unknown, now: unknown): boolean =>
  before === now || (typeof now === 'object' && JSON.stringify(before) === JSON.stringify(now));

/** Whether a delta cannot express the change: another size, other colors, or another program after an exit. */
const isKeyframeNeeded = (before: Sample, { rows, members }: Sample): boolean =>
  before.rows.length !== rows.length ||
  before.members.cols !== members.cols ||
  !hasSameValue(before.members.colors, members.colors) ||
  (before.members.exit !== undefined && members.exit === undefined);
