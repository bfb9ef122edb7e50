import type { SnapshotFiles } from '../files/artifacts.js';
import { readIfThere } from '../files/files.js';
import type { Program } from '../program/program.js';
import { Failure } from '../protocol/failure.js';
import type { Screen } from '../screen/screen.js';
import { Deadline } from '../time/deadline.js';
import type { Condition, Held } from '../waits/conditions.js';
import { awaitCondition } from '../waits/expect.js';
import { Patterns } from '../waits/patterns.js';
import { readScreen } from '../waits/reading.js';
import type { Outcome, Waiting } from '../waits/wait.js';
import { type Drawing, writeAnsi, writeComparison } from './dump.js';
import { differenceBetween, looksLike, type Tolerance } from './expectation.js';
import { loadSnapshot } from './loading.js';
import { pictureRowsOf } from './picture-rows.js';

/** What a screen is compared with, and what is done when there is nothing, or something else. */
export interface Comparing {
  readonly baseline: SnapshotFiles;
  /** The screen as it is goes there. */
  readonly actual: SnapshotFiles;
  readonly tolerance: Tolerance;
  readonly drawing: Drawing;
  /** Of tuispec: it stands in the files. */
  readonly version: string;
  readonly mayCreate: boolean;
  readonly mayUpdate: boolean;
}
/** What came of it. */
export interface Verdict {
  readonly status: 'matched' | 'created' | 'updated';
  readonly screen: Screen;
}
/** A wait that can also read the screen. */
type Wait = Waiting & { readonly program: Program };

// Comparing again for the explanation matches no more than a look did, so that this is plenty.
const explainingMs = 1000;

/** Waits until the screen is as its baseline says; kind `snapshot-missing` or `snapshot-mismatch`. */
export async function compareWithBaseline(wait: Wait, comparing: Comparing): Promise<Verdict> {
  if (readIfThere(comparing.baseline.ansi) === undefined) return await create(wait, comparing);
  const expected = loadSnapshot(comparing.baseline.ansi);
  const condition = looksLike(wait, expected, comparing.tolerance);
  // Whoever updates wants the screen as it is now.
  const outcome = comparing.mayUpdate ? await lookOnce(wait, condition) : await awaitCondition(wait, condition);
  const { screen } = outcome;
  write(screen, comparing.actual, comparing);
  if ('found' in outcome) return { status: 'matched', screen };
  // What is still being matched would stand in the way of the explanation.
  wait.patterns[Symbol.dispose]();
  if (!comparing.mayUpdate) throw await mismatch(expected, screen, comparing);
  write(screen, comparing.baseline, comparing);
  return { status: 'updated', screen };
}

async function create(wait: Wait, comparing: Comparing): Promise<Verdict> {
  const { actual, baseline, mayCreate } = comparing;
  const screen = await readScreen(wait.program);
  write(screen, actual, comparing);
  if (!mayCreate)
    throw new Failure(
      'snapshot-missing',
      `There is no baseline ${baseline.ansi}, and under CI none is created: create it without CI, and commit it.`,
      { actualPath: actual.ansi, baselinePath: baseline.ansi, screen },
    );
  write(screen, baseline, comparing);
  return { status: 'created', screen };
}

async function mismatch(expected: Screen, screen: Screen, comparing: Comparing): Promise<Failure> {
  const { actual, baseline, tolerance, drawing } = comparing;
  // The time of the request is over; the answer still has to be made.
  using deadline = new Deadline(explainingMs);
  using patterns = new Patterns(deadline);
  const { changedLines, summary, diff, cells } = await differenceBetween(expected, screen, tolerance, patterns);
  const picture = pictureRowsOf(expected, screen, cells);
  await writeComparison(picture.expected, picture.actual, picture.cells, actual.diff, drawing);
  const shown = picture.shown === undefined ? '' : ` The picture shows rows ${picture.shown.join(' to ')} only.`;
  return new Failure(
    'snapshot-mismatch',
    `The screen is not as its baseline ${baseline.ansi} says: ${summary}; updateSnapshots accepts it.${shown}`,
    { actualPath: actual.ansi, baselinePath: baseline.ansi, changedLines, diff, diffPngPath: actual.diff, screen },
  );
}

async function lookOnce(wait: Wait, condition: Condition): Promise<Outcome<Held>> {
  const screen = await readScreen(wait.program);
  const judge = condition.capture();
  const found = await wait.patterns.resolve(() => judge(() => {}));
  return found === undefined ? { screen, ended: 'timeout' } : { screen, found };
}

const write = (screen: Screen, files: SnapshotFiles, { drawing, version }: Comparing): void =>
  writeAnsi(screen, files, drawing.theme.name, version);
