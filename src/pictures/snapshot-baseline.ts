import type { SnapshotFiles } from '../base/artifacts.js';
import { Deadline } from '../base/deadline.js';
import { MethodError } from '../base/errors.js';
import { readIfThere } from '../base/files.js';
import type { Secrets } from '../screen/redaction/secrets.js';
import type { Screen } from '../screen/screen.js';
import { readScreen } from '../session/observe.js';
import type { Program } from '../session/program/program.js';
import type { SafeMatcher } from '../session/regex/matcher.js';
import { createFailure, describeNoMatch, type Waiting, waitFor } from '../session/waits/wait.js';
import { loadSnapshot } from './ansi.js';
import { selectPictureRows } from './comparison.js';
import { findRegion, type ScreenPart } from './options.js';
import { type ComparisonOptions, findDifference, ScreenComparison } from './snapshot-match.js';
import { checkName, type RenderOptions, writeAnsi, writeComparison } from './write-snapshot.js';

/** Which baselines are written: none, those that are missing, or also those that differ. */
export type Update = 'none' | 'missing' | 'all';
/** What the screen is compared with, and what is done if there is no baseline or a different one. */
export interface BaselineRequest extends ComparisonOptions {
  readonly name: string;
  readonly baseline: SnapshotFiles;
  /** The files of the screen as it is. */
  readonly actual: SnapshotFiles;
  readonly renderOptions: RenderOptions;
  /** The version of tuispec, written to the files. */
  readonly version: string;
  readonly update: Update;
  /** Why `update` is `none`. */
  readonly isCi: boolean;
}
/** What happened. */
export interface BaselineResult {
  readonly status: 'matched' | 'created' | 'updated';
  readonly screen: Screen;
}
/** A wait that can also read the screen. */
type SnapshotWait = Waiting & { readonly program: Program; readonly secrets: Secrets };

// The explanation evaluates each pattern about as often as one observation does; a second is plenty.
const explanationMs = 1000;

/** Waits until the screen equals its baseline, or is stable if the baseline is to be created or updated. */
export async function compareWithBaseline(wait: SnapshotWait, request: BaselineRequest): Promise<BaselineResult> {
  const { baseline, update, actual, name } = request;
  for (const files of [baseline, actual]) checkName({ files, name });
  // The baseline may be older than the secret.
  const expected =
    readIfThere(baseline.ansi) === undefined ? undefined : wait.secrets.redactScreen(loadSnapshot(baseline.ansi));
  if (expected === undefined && update === 'none') throw await createMissingError(wait, request);
  const comparison = new ScreenComparison(wait, expected, request);
  const outcome = await waitFor(wait, comparison);
  const screen = wait.secrets.redactScreen(outcome.screen);
  const isMet = 'found' in outcome;
  // A pattern that is still being matched would delay the explanation.
  if (!isMet) wait.patterns[Symbol.dispose]();
  using deadline = new Deadline(explanationMs);
  using patterns = wait.patterns.withDeadline(deadline);
  const part = await findPart(wait, screen, request);
  if (!isMet && expected !== undefined && update !== 'all') {
    writeBaseline(part, actual, request);
    throw await createMismatchError(expected, part, screen, request, patterns);
  }
  if (!isMet && !comparison.wasStable(screen)) throw createUnstableError(expected, screen, request, wait.deadline);
  writeBaseline(part, actual, request);
  if (isMet && expected !== undefined) return { status: 'matched', screen };
  writeBaseline(part, baseline, request);
  return { status: expected === undefined ? 'created' : 'updated', screen };
}

async function findPart(wait: SnapshotWait, screen: Screen, { region }: BaselineRequest): Promise<ScreenPart> {
  const { patterns } = wait;
  const part = await patterns.resolve(() => findRegion(screen, region, patterns));
  if (part !== undefined) return part;
  const area = region?.area;
  if (area === undefined || !('type' in area)) throw new Error('A rectangle is always found.');
  throw await createFailure(wait, describeNoMatch(area), { screen, ended: 'timeout', isImmediate: false });
}

async function createMissingError(wait: SnapshotWait, request: BaselineRequest): Promise<MethodError> {
  const { actual, baseline, isCi } = request;
  const screen = wait.secrets.redactScreen(await readScreen(wait.program));
  const part = await wait.patterns.resolve(() => findRegion(screen, request.region, wait.patterns));
  if (part !== undefined) writeBaseline(part, actual, request);
  const reason = isCi
    ? 'and is not created in CI. Run the test locally, then commit the file.'
    : 'and is not created because `update` is "none".';
  const facts = {
    ...(part === undefined ? {} : { actualPath: actual.ansi }),
    baselinePath: baseline.ansi,
    screen,
  };
  return new MethodError('snapshot-missing', `Snapshot baseline ${baseline.ansi} is missing ${reason}`, facts);
}

async function createMismatchError(
  expected: Screen,
  part: ScreenPart,
  screen: Screen,
  { actual, baseline, tolerance, renderOptions, region }: BaselineRequest,
  patterns: SafeMatcher,
): Promise<MethodError> {
  const { changedLines, summary, diff, cells } = await findDifference(expected, part, tolerance, patterns);
  const picture = selectPictureRows(expected, part.screen, cells);
  await writeComparison(picture.expected, picture.actual, picture.cells, actual.diff, renderOptions);
  const rows = picture.shown === undefined ? '' : ` (only rows ${picture.shown.join(' to ')})`;
  const shown = region === undefined ? 'the screen' : 'the region';
  const [expectedSize, actualSize] = [expected, part.screen].map(({ cols, rows }) => `${cols}×${rows}`);
  const sizes = expectedSize === actualSize ? '' : ` Snapshot baseline is ${expectedSize}, ${shown} is ${actualSize}.`;
  const advice =
    'If the change is intended, update the baseline: set TUISPEC_UPDATE_SNAPSHOTS=1 or pass `update: "all"`.';
  return new MethodError(
    'snapshot-mismatch',
    // The path comes last, so that terminals make it a link.
    `The screen differs from snapshot baseline ${baseline.ansi}: ${summary}.${sizes} ${advice} Difference${rows}: ${actual.diff}`,
    { actualPath: actual.ansi, baselinePath: baseline.ansi, changedLines, diff, diffPngPath: actual.diff, screen },
  );
}

function createUnstableError(
  expected: Screen | undefined,
  screen: Screen,
  { baseline, stableMs }: BaselineRequest,
  { elapsedMs }: Deadline,
): MethodError {
  const action = expected === undefined ? 'created' : 'updated';
  return new MethodError(
    'timeout',
    `Snapshot baseline ${baseline.ansi} was not ${action}: the screen was never unchanged for ${stableMs} ms within ` +
      `${Math.round(elapsedMs)} ms. Exclude what keeps changing with \`mask\`, or change \`stableMs\` or \`timeoutMs\`.`,
    { baselinePath: baseline.ansi, screen },
  );
}

const writeBaseline = (
  { screen }: ScreenPart,
  files: SnapshotFiles,
  { name, renderOptions, version }: BaselineRequest,
): void => writeAnsi(screen, renderOptions.theme, { files, name, version });
