import { expect, test } from 'vitest';
import { Deadline } from '../../base/deadline.js';
import { evaluateSelector, type Match, type Selector, searchLine } from '../../screen/selectors/selector.js';
import { Emulator } from '../../terminal/emulator.js';
import { Baseline, BaselineStore } from '../../terminal/freshness/baseline.js';
import { FakeProgram } from '../../tests/support/fake-program.js';
import { toSelector } from '../../tests/support/matches.js';
import { Random } from '../../tests/support/random.js';
import { RandomProgram } from '../../tests/support/random-program.js';
import { exact, regex, type SelectorInput } from '../../tests/support/selectors.js';
import { isComplete } from '../../tests/support/tier.js';
import { scheduleChecks } from '../observe.js';
import { SafeMatcher } from '../regex/matcher.js';
import { createVisibleCondition } from './conditions.js';
import { createAccept, joinKeptLines } from './screen-search.js';
import { waitFor } from './wait.js';

const oldWords = ['alpha', 'bravo', '漢', 'ready'];
const newWords = ['tango', 'wörk done', '字字字', 'zulu-7', 'café au lait'];

interface Case {
  readonly size: { readonly cols: number; readonly rows: number; readonly scrollback: number };
  readonly before: string;
  readonly output: string;
  readonly chunks: readonly Buffer[];
  readonly target: SelectorInput;
  readonly isSince: boolean;
  /** Whether the text must be found. An old word that is erased and written again between two checks may be missed. */
  readonly isSure: boolean;
}

function caseOf(random: Random): Case {
  const scrollback = 1 + random.below(30);
  const isAppending = random.chance(0.3);
  // A text with more rows than the screen may be missed.
  const size = { cols: 6 + random.below(30), rows: 3 + random.below(6), scrollback };
  const before = new RandomProgram(random, oldWords, scrollback, isAppending).createOutput(12);
  const output = new RandomProgram(random, [...newWords, ...oldWords], scrollback, isAppending).createOutput(25);
  const chunks = random.cut(Buffer.from(output), random.pick([1, 16, 300, 4096, 4096]));
  const isOld = random.chance(0.3);
  const target = randomSelector(random, random.pick(isOld ? oldWords : newWords));
  const isSince = random.chance(0.5);
  return { size, before, output, chunks, target, isSince, isSure: isAppending || !isOld || !isSince };
}

function randomSelector(random: Random, word: string): SelectorInput {
  const kind = random.below(10);
  if (kind < 4) return exact(random.chance(0.2) ? word.normalize('NFD') : word);
  if (kind < 5) return exact(word.toUpperCase(), { ignoreCase: true });
  if (kind < 7) return regex(random.pick([word, `\\b${word}`, `${word}( |$)`, `(${word}|nothing)`]));
  if (kind < 8) return regex(word, 'i');
  if (kind < 9) return { type: 'any', selectors: [exact('nothing'), exact(word)] };
  return exact(word, { style: { fg: random.pick(['red', 'brightRed', 'default'] as const) } });
}

const emulatorOf = (size: Case['size']): Emulator => new Emulator({ ...size, firstRevision: 1, answer: () => {} });
const bytesOf = (text: string): Buffer => Buffer.from(text);

/** Whether the engine finds the text when chunks arrive faster than it checks. */
async function engineFinds({ size, before, chunks, target, isSince }: Case, random: Random): Promise<boolean> {
  const emulator = emulatorOf(size);
  const program = new FakeProgram(emulator);
  const checks = scheduleChecks(program);
  const baselines = new BaselineStore(program);
  program.print(before);
  using deadline = new Deadline(60_000);
  using patterns = new SafeMatcher(deadline);
  const baseline = baselines.find(isSince ? baselines.mark() : 'any');
  const cancel = new AbortController().signal;
  const condition = createVisibleCondition({ program, patterns }, toSelector(target), baseline);
  const outcome = waitFor({ program, checks, patterns, deadline, cancel }, condition);
  for (const chunk of chunks) {
    program.print(chunk);
    if (random.chance(0.02)) await Promise.resolve();
  }
  program.end();
  const isFound = 'found' in (await outcome);
  emulator.dispose();
  return isFound;
}

interface Reference {
  /** Displayed at the end, scrolled off, or displayed at the end of a synchronized update. */
  readonly must: boolean;
  /** Displayed after some byte. */
  readonly may: boolean;
}

/** Checks after every byte, with a terminal that retains all lines. */
function reference({ size, before, output, target, isSince }: Case): Reference {
  const emulator = emulatorOf({ ...size, scrollback: 100_000 });
  emulator.feed(bytesOf(before));
  const selector = toSelector(target);
  const { top } = emulator.buffers;
  const baseline = isSince ? new Baseline(emulator) : undefined;
  const isThere = (): boolean => matchesSince(emulator, selector, top, baseline);
  let must = isThere();
  let may = must;
  emulator.synchronization.ended.on(() => {
    emulator.history.settle();
    must ||= onScreen(emulator, selector, baseline);
  });
  for (const byte of bytesOf(output)) {
    emulator.feed(Buffer.from([byte]));
    may ||= isThere();
  }
  must ||= isThere();
  emulator.dispose();
  return { must, may: may || must };
}

function matchesSince(emulator: Emulator, selector: Selector, top: number, baseline: Baseline | undefined): boolean {
  const first = top - emulator.buffers.top;
  const lines = joinKeptLines(emulator, emulator.getScreen(), baseline?.searchFrom ?? top);
  const accept =
    (baseline && createAccept(baseline.capture(lines[0]?.row))) ?? ((match: Match) => match.end.row >= first);
  return evaluateSelector(selector, lines, searchLine, accept).length > 0;
}

function onScreen(emulator: Emulator, selector: Selector, baseline: Baseline | undefined): boolean {
  const lines = joinKeptLines(emulator, emulator.getScreen());
  const isNew = (baseline && createAccept(baseline.capture(lines[0]?.row))) ?? (() => true);
  return (
    evaluateSelector(selector, lines, searchLine, (...found) => found[0].start.row >= 0 && isNew(...found)).length > 0
  );
}

/** Describes the error for a seed, if there is one. */
async function findError(seed: number): Promise<string | undefined> {
  const sample = caseOf(new Random(seed));
  const isFound = await engineFinds(sample, new Random(seed + 1));
  const { must, may } = reference(sample);
  if (isFound ? may : !must || !sample.isSure) return undefined;
  const { chunks, ...rest } = sample;
  const what = isFound ? 'found a text that was never displayed' : 'missed a text that was displayed';
  return `seed ${seed}: ${what}: ${JSON.stringify({ ...rest, chunks: chunks.map(({ length }) => length) })}`;
}

const runs = Number(process.env['PROPERTY_RUNS'] ?? (isComplete ? 400 : 150));
const firstSeed = Number(process.env['PROPERTY_SEED'] ?? 1);

test(`${runs} random programs: text that stays, scrolls off or ends a synchronized update is never missed [5.nothing-missed]`, async () => {
  const wrong: string[] = [];
  for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
    const error = await findError(seed);
    if (error !== undefined) wrong.push(error);
  }
  expect(wrong).toEqual([]);
}, 3_600_000);
