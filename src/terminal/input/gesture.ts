import type { Modifiers } from './key-types.js';
import {
  encodeMouse,
  isReported,
  type MouseButton,
  type MouseEvent,
  type MouseModes,
  type MousePlace,
  type WheelDirection,
} from './mouse.js';

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
