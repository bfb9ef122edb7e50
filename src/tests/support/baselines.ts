import { expect, test } from 'vitest';
import { evaluateSelector, searchLine } from '../../screen/selectors/selector.js';
import { createAccept, joinKeptLines } from '../../session/waits/screen-search.js';
import type { Emulator } from '../../terminal/emulator.js';
import { Baseline } from '../../terminal/freshness/baseline.js';
import { formatMatch, toSelector } from './matches.js';
import type { SelectorInput } from './selectors.js';
import { createTerminal } from './terminal.js';

/** A check of the screen, between outputs. */
export const check = Symbol('check');
/** Output, a check in between, or a new size. */
export type BaselineStep = string | typeof check | readonly [cols: number, rows: number];
/** The content at the baseline, the output after it, and which matches of a selector are new. */
export type Scenario = readonly [
  title: string,
  before: string,
  after: readonly BaselineStep[],
  selector: SelectorInput,
  newMatches: readonly string[],
];

/** Runs scenarios on a terminal of 20 columns, 4 rows and 5 rows of scrollback. */
export function testScenarios(scenarios: readonly Scenario[]): void {
  test.each(scenarios)('%s', (_title, before, after, selector, newMatches) => {
    const { emulator, baseline } = playSteps(before, after);
    expect(findNewMatches(baseline, emulator, selector)).toEqual(newMatches);
  });
}

/** Creates a terminal of that size, after output, a baseline and some steps. */
export function playSteps(before: string, after: readonly BaselineStep[]): { emulator: Emulator; baseline: Baseline } {
  const emulator = createTerminal({ rows: 4, scrollback: 5 }, before);
  const baseline = new Baseline(emulator);
  for (const step of after) applyStep(step, emulator);
  return { emulator, baseline };
}

function applyStep(step: BaselineStep, emulator: Emulator): void {
  if (step === check) emulator.history.settle();
  else if (typeof step === 'string') emulator.feed(Buffer.from(step));
  else emulator.resize(step[0], step[1]);
}

function findNewMatches(baseline: Baseline, emulator: Emulator, selector: SelectorInput): string[] {
  const lines = joinKeptLines(emulator, emulator.getScreen(), baseline.searchFrom);
  return evaluateSelector(toSelector(selector), lines, searchLine, createAccept(baseline.capture(lines[0]?.row))).map(
    formatMatch,
  );
}
