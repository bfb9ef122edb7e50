import type { TracedStack } from '../terminal/buffers.js';

/** The number that a line of a stack had in an earlier one; undefined for a line that was not there. */
export type NumberBefore = (number: number) => number | undefined;

/** Follows lines from an earlier stack to a later one of the same width, however they have moved. */
export function movesBetween(before: TracedStack, now: TracedStack): NumberBefore {
  const numbers = new Map<object, number>();
  // The emulator uses dropped lines again; none that was on the screen is dropped before all above it are.
  if (now.oldest <= before.top)
    for (const [index, identity] of before.identities.entries()) numbers.set(identity, before.first + index);
  // Lines that have scrolled off move no more.
  return (number) => (number < before.top ? number : numbers.get(now.identities[number - now.first] as object));
}
