import { expect, test } from 'vitest';
import { evaluateSelector, type Match, searchLine } from '../../screen/selectors/selector.js';
import { createAccept, joinKeptLines } from '../../session/waits/screen-search.js';
import { toSelector } from '../../tests/support/matches.js';
import { Random } from '../../tests/support/random.js';
import { exact } from '../../tests/support/selectors.js';
import { TaintedProgram, type TaintedStep, word } from '../../tests/support/tainted-program.js';
import { isComplete } from '../../tests/support/tier.js';
import { Baseline } from './baseline.js';

const selector = toSelector(exact(word));

type Outcome = 'right' | 'missed' | 'false';

/** Compares one random stream with an oracle: a terminal in which all new text is bold. */
function compareWithOracle(seed: number, steps: readonly TaintedStep[], screen: string): Outcome | undefined {
  const random = new Random(seed);
  const program = new TaintedProgram(random, {
    cols: 10 + random.below(20),
    rows: 3 + random.below(6),
    scrollback: 200,
  });
  const { emulator } = program;
  program.write(screen);
  for (let count = random.below(12); count > 0; count -= 1) program.run(random.pick(steps));
  const baseline = new Baseline(emulator);
  program.beginNew();
  for (let count = 1 + random.below(12); count > 0; count -= 1) {
    program.run(random.pick(steps));
    if (random.chance(0.7)) emulator.history.settle();
  }
  emulator.history.settle();
  const lines = joinKeptLines(emulator, emulator.getScreen(), baseline.searchFrom);
  const found = evaluateSelector(selector, lines, searchLine, createAccept(baseline.capture(lines[0]?.row)));
  const expected = newMatches(program);
  program.dispose();
  if (expected === undefined) return undefined;
  if (found.length > 0 === expected) return 'right';
  return expected ? 'missed' : 'false';
}

/** Whether the oracle shows the word in bold; undefined if a match is bold in part. */
function newMatches({ oracle }: TaintedProgram): boolean | undefined {
  const lines = joinKeptLines(oracle, oracle.getScreen(), 0);
  let isNew = false;
  let isMixed = false;
  evaluateSelector(selector, lines, searchLine, ({ start, end }: Match, line) => {
    const isBold = (row: number, col: number): boolean => line.rows[row - line.row]?.styleAt(col).bold === true;
    const [first, last] = [isBold(start.row, start.col), isBold(end.row, end.col)];
    isNew ||= first && last;
    isMixed ||= first !== last;
    return true;
  });
  return isMixed && !isNew ? undefined : isNew;
}

const runs = Number(process.env['PROPERTY_RUNS'] ?? (isComplete ? 500 : 150));
const firstSeed = Number(process.env['PROPERTY_SEED'] ?? 1);
const alternateOn = '\x1b[?1049h\x1b[H';
const region = '\x1b[2;3r';

test.each<readonly [name: string, steps: readonly TaintedStep[], screen: string, maxMissed: number]>([
  ['printed lines', ['print'], '', 0],
  ['printed lines on the alternate screen', ['print'], alternateOn, 0],
  ['lines that scroll and move', ['print', 'print', 'scroll', 'move'], '', 0],
  ['lines that scroll and move on the alternate screen', ['print', 'print', 'scroll', 'move'], alternateOn, 0],
  ['lines that scroll in a region', ['print', 'print', 'scroll'], region, 0],
  ['lines that scroll in a region of the alternate screen', ['print', 'print', 'scroll'], `${alternateOn}${region}`, 0],
  ['cleared screens', ['print', 'print', 'print', 'clear'], '', 0],
  ['cleared alternate screens', ['print', 'print', 'print', 'clear'], alternateOn, 0],
  ['resized screens', ['print', 'print', 'print', 'resize'], '', 0],
  ['resized alternate screens', ['print', 'print', 'print', 'resize'], alternateOn, 0],
  // Equal lines of a redrawn pane cannot be distinguished: a miss is allowed, a false match is not.
  ['redrawn panes', ['redraw'], '', 0.2],
  ['redrawn panes on the alternate screen', ['redraw'], alternateOn, 0.2],
])('agrees with an independent oracle about new text in %s [5.since.new]', (_name, steps, screen, maxMissed) => {
  const wrong: Record<Outcome, number[]> = { right: [], missed: [], false: [] };
  for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
    const outcome = compareWithOracle(seed, steps, screen);
    if (outcome !== undefined) wrong[outcome].push(seed);
  }
  if (process.env['PROPERTY_REPORT'] !== undefined)
    process.stdout.write(
      `${_name}: right ${wrong.right.length}, missed ${wrong.missed.length}, false ${wrong.false.length}\n`,
    );
  expect(wrong.false).toEqual([]);
  expect(wrong.missed.slice(Math.floor(maxMissed * runs))).toEqual([]);
});
