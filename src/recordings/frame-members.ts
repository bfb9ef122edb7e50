import type { RecordingEvent } from '../protocol/generated/types.js';
import type { Cursor, Screen } from '../screen/screen.js';
import type { OwnColors, Rgb } from '../screen/style.js';
import type { Exit } from '../session/program/program.js';

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
/** The optional members of a frame. */
export type FrameMembers = Pick<RecordingEvent, 'cols' | 'cursor' | 'title' | 'altScreen' | 'exit' | 'colors'>;

/** Encodes the optional members of a keyframe. */
export function membersOf(screen: Screen, exit: RecordedExit | undefined, isStyled: boolean): FrameMembers {
  const { cols, cursor, title, isAlternate } = screen;
  const colors = isStyled ? colorsOf(screen) : undefined;
  return {
    cols,
    cursor: { row: cursor.row + 1, col: cursor.col + 1, visible: cursor.isVisible },
    title,
    altScreen: isAlternate,
    ...(exit === undefined ? {} : { exit: exitOf(exit) }),
    ...(colors === undefined ? {} : { colors }),
  };
}

const exitOf = ({ exitCode, signal, isTimedOut }: RecordedExit): NonNullable<FrameMembers['exit']> => ({
  exitCode,
  signal,
  timedOut: isTimedOut,
});

function colorsOf({ ownColors, isReversed }: Screen): FrameMembers['colors'] {
  if (ownColors === undefined && !isReversed) return undefined;
  const { palette = new Map<number, Rgb>(), ...grounds } = ownColors ?? {};
  const byName = Object.entries(grounds).map(([name, color]) => [name, hexFrom(color)]);
  const bySlot = [...palette].map(([slot, color]) => [slot, hexFrom(color)]);
  return {
    ...Object.fromEntries(byName),
    ...(bySlot.length === 0 ? {} : { palette: Object.fromEntries(bySlot) }),
    ...(isReversed ? { reversed: true } : {}),
  };
}

const hexFrom = (color: Rgb): string => `#${color.toString(16).padStart(6, '0')}`;

/** Decodes the optional members of a keyframe, or those of a delta on top of the facts of its keyframe. */
export function parseMembers(members: FrameMembers, key?: FrameFacts): FrameFacts {
  const { cols, cursor, title, altScreen, exit, colors } = members;
  return {
    cols: cols ?? key?.cols,
    cursor:
      cursor === undefined ? key?.cursor : { row: cursor.row - 1, col: cursor.col - 1, isVisible: cursor.visible },
    title: title === undefined ? key?.title : removeControls(title),
    isAlternate: altScreen ?? key?.isAlternate,
    exit: exit === undefined ? key?.exit : parseExit(exit),
    ownColors: colors === undefined ? key?.ownColors : parseColors(colors),
    isReversed: colors === undefined ? (key?.isReversed ?? false) : colors.reversed === true,
  };
}

const parseExit = ({ exitCode, signal, timedOut }: NonNullable<FrameMembers['exit']>): RecordedExit => ({
  exitCode,
  signal,
  isTimedOut: timedOut,
});

function parseColors({ palette = {}, ...grounds }: NonNullable<FrameMembers['colors']>): OwnColors | undefined {
  const names = ['foreground', 'background', 'cursor'] as const;
  const byName = names.flatMap((name) => {
    const hex = grounds[name];
    return hex === undefined ? [] : [[name, parseHex(hex)] as const];
  });
  const slots = Object.entries(palette);
  if (byName.length + slots.length === 0) return undefined;
  return {
    ...Object.fromEntries(byName),
    palette: new Map(slots.map(([slot, hex]) => [Number(slot), parseHex(hex)])),
  };
}

const parseHex = (hex: string): Rgb => Number.parseInt(hex.slice(1), 16);

const controls = /[\x00-\x1f\x7f-\x9f]/g;

/** Removes control characters: recordings are not trusted. */
export const removeControls = (text: string): string => text.replaceAll(controls, '');
