import type { Deadline } from '../../base/deadline.js';
import { MethodError } from '../../base/errors.js';
import type { Screen } from '../../screen/screen.js';
import { waitForReaction } from '../../session/quiet.js';
import type { RunningProgram } from '../../session/terminal-session.js';
import { parseKey } from '../../terminal/input/keys.js';

// The marker in front of the selected option, and an option with or without a number.
const selectedOption = /^\s*(?:[│|┃]\s*)?[❯›>▶►➜→»*]\s*(?:\d+[.)]\s*)?(?:\[.\]\s*|[○●◯◉]\s*)?\p{L}/u;
const otherOption = /^\s*(?:[│|┃]\s*)?(?:[❯›>▶►➜→»*]\s*)?(?:\d+[.)]\s*)?(?:\[.\]\s*|[○●◯◉]\s*)?Other\b/iu;

/** Selects the option "Other" of a menu with the arrow keys, and opens it. Fails if the program does not follow. */
export async function selectOther(current: RunningProgram, deadline: Deadline, cancel: AbortSignal): Promise<void> {
  const { program } = current;
  const press = async (name: string, isDone: (screen: Screen) => boolean): Promise<void> => {
    const strokes = [{ key: parseKey(name), pointer: '' }];
    await current.manualInput.press({ strokes, repeat: 1, delayMs: 0, event: 'stroke' }, 0, cancel);
    while (!isDone(program.screen)) {
      if (deadline.isOver || program.exit !== undefined)
        throw new MethodError('not-accepted', `The program has not reacted to ${name}.`);
      await waitForReaction(program, Math.ceil(deadline.remainingMs), cancel);
    }
  };
  for (let steps = 0; ; steps += 1) {
    const { selected, other } = findOptions(program.screen);
    if (selected === other) break;
    if (steps > program.screen.rows) throw new MethodError('not-accepted', 'The option "Other" cannot be selected.');
    await press(selected < other ? 'Down' : 'Up', (screen) => hasMoved(screen, selected));
  }
  const { revision } = program.screen;
  await press('Enter', (screen) => screen.revision !== revision);
}

/** Returns the rows of the selected option and of "Other". */
function findOptions(screen: Screen): { readonly selected: number; readonly other: number } {
  const texts = screen.lines.map(({ trimmed }) => trimmed);
  const other = texts.findLastIndex((text) => otherOption.test(text));
  const selected = findNearestRow(texts, other);
  if (other < 0 || selected === undefined)
    throw new MethodError('not-accepted', 'The screen displays no menu with an option "Other".');
  return { selected, other };
}

/** Returns the row nearest to `row` that has the marker of a selection. */
function findNearestRow(texts: readonly string[], row: number): number | undefined {
  const rows = texts.flatMap((text, index) => (selectedOption.test(text) ? [index] : []));
  return rows.sort((left, right) => Math.abs(left - row) - Math.abs(right - row))[0];
}

const hasMoved = (screen: Screen, row: number): boolean => !selectedOption.test(screen.lines[row]?.trimmed ?? '');
