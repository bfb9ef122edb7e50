// Whether a resize has only scrolled rows sideways: the input line of a program such as fzf, when it is full, shows
// another part of its text after a resize and back. That is no damage.
import type { Screen } from '../screen/screen.js';

// Shorter texts are equal by chance.
const minOverlap = 8;

/** Whether each row that differs shows another part of the same text. */
export function areScrolled(before: Screen, after: Screen): boolean {
  const rows = before.lines.map(({ trimmed }, row) => [trimmed, after.lines[row]?.trimmed ?? ''] as const);
  const changed = rows.filter(([was, is]) => was !== is);
  return changed.length > 0 && changed.every(([was, is]) => isScrolled(was, is));
}

function isScrolled(was: string, is: string): boolean {
  const begin = countEqual(was, is, (text, index) => text[index]);
  const [oldRest, newRest] = [was.slice(begin), is.slice(begin)];
  const end = countEqual(oldRest, newRest, (text, index) => text[text.length - 1 - index]);
  // The text ends the row, or is followed by something that has not scrolled, such as a frame.
  return [0, end].some((count) => {
    const [oldPart, newPart] = [oldRest, newRest].map((text) => text.slice(0, text.length - count)) as [string, string];
    return continues(oldPart, newPart) || continues(newPart, oldPart);
  });
}

/** Whether a part of a text begins within another part, and goes on where that ends. */
function continues(first: string, second: string): boolean {
  for (let shift = 1; shift <= first.length - minOverlap; shift += 1) {
    const length = Math.min(first.length - shift, second.length);
    if (length >= minOverlap && first.slice(shift, shift + length) === second.slice(0, length)) return true;
  }
  return false;
}

function countEqual(first: string, second: string, at: (text: string, index: number) => string | undefined): number {
  const length = Math.min(first.length, second.length);
  let count = 0;
  while (count < length && at(first, count) === at(second, count)) count += 1;
  return count;
}
