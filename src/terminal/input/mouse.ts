import type { Modifiers } from './key-table.js';

/** Mouse tracking, with xterm's names: presses (mode 9); also releases and the wheel (1000); also drags (1002); all motion (1003). */
export type MouseTracking = 'none' | 'x10' | 'vt200' | 'drag' | 'any';
/** Mouse encoding: three characters, the same in UTF-8 (1005), decimal (1006, 1015), in pixels (1016). */
export type MouseEncoding = 'default' | 'utf8' | 'sgr' | 'urxvt' | 'sgrPixels';
/** A button that can be held. */
export type MouseButton = 'left' | 'middle' | 'right';
/** A way to turn the wheel. */
export type WheelDirection = 'up' | 'down' | 'left' | 'right';
/** A cell, or a size in pixels. */
interface MousePlace {
  readonly row: number;
  readonly col: number;
}
/** One action of a mouse at a position. */
export type MouseEvent = { readonly place: MousePlace; readonly modifiers: Modifiers } & (
  | { readonly action: 'press' | 'release'; readonly button: MouseButton }
  | { readonly action: 'move'; readonly button: MouseButton | undefined }
  | { readonly action: 'wheel'; readonly direction: WheelDirection }
);
/** Which mouse events the program has enabled, and their encoding. */
export interface MouseModes {
  readonly tracking: MouseTracking;
  readonly encoding: MouseEncoding;
  /** The size of a cell in pixels. */
  readonly cell: { readonly width: number; readonly height: number };
}
/** An event that cannot be encoded; `about` names the reason. */
export class MouseError extends Error {
  override readonly name = 'MouseError';
  readonly about: 'mode' | 'place' | 'modifiers';

  constructor(about: MouseError['about'], message: string) {
    super(message);
    this.about = about;
  }
}

const reportedEvents: Readonly<Record<Exclude<MouseTracking, 'none' | 'any'>, string>> = {
  x10: 'mouse mode 9, which reports button presses',
  vt200: 'mouse mode 1000, which reports buttons and the wheel',
  drag: 'mouse mode 1002, which reports buttons, the wheel and drags',
};
const actions: Readonly<Record<MouseEvent['action'], string>> = {
  press: 'button presses',
  release: 'button releases',
  move: 'motion without a button',
  wheel: 'the wheel',
};
const buttons: readonly MouseButton[] = ['left', 'middle', 'right'];
const directions: readonly WheelDirection[] = ['up', 'down', 'left', 'right'];
const noButton = 3;
const isMove = 32;
const isWheel = 64;
// The maximum that one character from 33 to 255 can encode.
const maxInDefault = 223;

/** Whether an event is reported in a tracking mode. */
function isReported(event: MouseEvent, tracking: MouseTracking): boolean {
  switch (tracking) {
    case 'none':
      return false;
    case 'x10':
      return event.action === 'press';
    case 'vt200':
      return event.action !== 'move';
    case 'drag':
      return event.action !== 'move' || event.button !== undefined;
    case 'any':
      return true;
  }
}

/** Encodes an event; throws a MouseError if the program has not enabled it, or if it cannot be encoded completely. */
export function encodeMouse(event: MouseEvent, modes: MouseModes): Buffer {
  const { tracking, encoding } = modes;
  if (!isReported(event, tracking)) throw new MouseError('mode', describeRefusal(event, tracking));
  const { shift, alt, ctrl } = event.modifiers;
  if (tracking === 'x10' && (shift || alt || ctrl))
    throw new MouseError('modifiers', 'Modifiers are not supported in mouse mode 9, which the program has enabled.');
  const isRelease = event.action === 'release';
  // Only SGR encodes which button was released.
  const isSgr = encoding === 'sgr' || encoding === 'sgrPixels';
  const code =
    (isRelease && !isSgr ? noButton : encodeButton(event)) + (shift ? 4 : 0) + (alt ? 8 : 0) + (ctrl ? 16 : 0);
  const [x, y] =
    encoding === 'sgrPixels' ? getCellMiddle(event.place, modes.cell) : [event.place.col + 1, event.place.row + 1];
  switch (encoding) {
    case 'sgr':
    case 'sgrPixels':
      return Buffer.from(`\x1b[<${code};${x};${y}${isRelease ? 'm' : 'M'}`);
    case 'urxvt':
      return Buffer.from(`\x1b[${code + 32};${x};${y}M`);
    case 'utf8':
      return Buffer.from(`\x1b[M${String.fromCharCode(code + 32, x + 32, y + 32)}`, 'utf8');
    case 'default':
      requireInDefault(x, y);
      return Buffer.from(`\x1b[M${String.fromCharCode(code + 32, x + 32, y + 32)}`, 'latin1');
  }
}

function describeRefusal(event: MouseEvent, tracking: MouseTracking): string {
  if (tracking === 'none' || tracking === 'any') return 'The program has not enabled mouse reporting.';
  const isDrag = event.action === 'move' && event.button !== undefined;
  const missing = isDrag ? 'motion with a button pressed' : actions[event.action];
  return `The program has enabled ${reportedEvents[tracking]}, but not ${missing}.`;
}

function encodeButton(event: MouseEvent): number {
  if (event.action === 'wheel') return isWheel + directions.indexOf(event.direction);
  const button = event.button === undefined ? noButton : buttons.indexOf(event.button);
  return button + (event.action === 'move' ? isMove : 0);
}

// The middle is in the right cell whether a program counts pixels from 0 or from 1.
const getCellMiddle = ({ row, col }: MousePlace, { width, height }: MouseModes['cell']): [x: number, y: number] => [
  col * width + Math.ceil(width / 2),
  row * height + Math.ceil(height / 2),
];

function requireInDefault(x: number, y: number): void {
  if (x <= maxInDefault && y <= maxInDefault) return;
  const what = x > maxInDefault ? `column ${x}` : `row ${y}`;
  const why = `the X10 mouse encoding ends at ${maxInDefault}`;
  throw new MouseError('place', `Cannot encode ${what}: ${why}. Set \`encoding\` to "sgr", which has no limit.`);
}

/** A mouse action; the program must accept its `needed` events. */
export interface Gesture {
  readonly events: readonly MouseEvent[];
  readonly needed: readonly MouseEvent['action'][];
}

/** Presses and releases a button `count` times. */
export function createClick(place: MousePlace, button: MouseButton, count: number, modifiers: Modifiers): Gesture {
  const once: MouseEvent[] = [
    { action: 'press', button, place, modifiers },
    { action: 'release', button, place, modifiers },
  ];
  return { events: Array.from({ length: count }, () => once).flat(), needed: ['press'] };
}

/** Presses or releases a button. */
export const createPressOrRelease = (
  action: 'press' | 'release',
  place: MousePlace,
  button: MouseButton,
  modifiers: Modifiers,
): Gesture => ({ events: [{ action, button, place, modifiers }], needed: [action] });

/** Turns the wheel by `amount` steps. */
export function createScroll(
  place: MousePlace,
  direction: WheelDirection,
  amount: number,
  modifiers: Modifiers,
): Gesture {
  const step: MouseEvent = { action: 'wheel', direction, place, modifiers };
  return { events: Array.from({ length: amount }, () => step), needed: ['wheel'] };
}

/** Moves the mouse, without a button or with one that was pressed before. */
export const createHover = (place: MousePlace, modifiers: Modifiers, button?: MouseButton): Gesture => ({
  events: [{ action: 'move', button, place, modifiers }],
  needed: ['move'],
});

/** Presses a button, moves from cell to cell, and releases it. */
export const createDrag = (from: MousePlace, to: MousePlace, button: MouseButton, modifiers: Modifiers): Gesture => ({
  events: [
    { action: 'press', button, place: from, modifiers },
    ...listCellsBetween(from, to).map((place): MouseEvent => ({ action: 'move', button, place, modifiers })),
    { action: 'release', button, place: to, modifiers },
  ],
  needed: ['press', 'release'],
});

/** The bytes of the events that the program accepts; throws a MouseError if it does not accept a needed one. */
export function encodeGesture({ events, needed }: Gesture, modes: MouseModes): Buffer {
  const reported = events.filter((event) => needed.includes(event.action) || isReported(event, modes.tracking));
  return Buffer.concat(reported.map((event) => encodeMouse(event, modes)));
}

/** The cells of the straight line from one cell to another, without the first one. */
function listCellsBetween(from: MousePlace, to: MousePlace): MousePlace[] {
  const [rows, cols] = [to.row - from.row, to.col - from.col];
  const count = Math.max(Math.abs(rows), Math.abs(cols));
  return Array.from({ length: count }, (_, index) => {
    const part = (index + 1) / count;
    return { row: from.row + Math.round(rows * part), col: from.col + Math.round(cols * part) };
  });
}
