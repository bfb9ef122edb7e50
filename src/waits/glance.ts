import type { Program } from '../program/program.js';
import type { Selector } from '../screen/selector.js';
import { lacking, noMatch, type Seen } from './expect.js';
import { readScreen } from './reading.js';
import { captureVisible } from './search.js';
import type { Waiting } from './wait.js';

/** What matches on the screen as it is now; kind `not-found` when nothing does. */
export async function glance(
  { program, patterns, cancel }: Pick<Waiting, 'patterns' | 'cancel'> & { readonly program: Program },
  selector: Selector,
): Promise<Seen> {
  cancel.addEventListener('abort', () => patterns[Symbol.dispose]());
  const screen = await readScreen(program);
  const matches = await patterns.resolve(captureVisible(program.emulator, selector, patterns));
  if (matches.length === 0) throw lacking('not-found', 'Now', noMatch(selector), screen);
  return { matches, screen };
}
