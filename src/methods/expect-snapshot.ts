import { join } from 'node:path';
import { baselineDirectory, snapshotFiles } from '../files/artifacts.js';
import { readIfThere } from '../files/files.js';
import { part } from '../files/parts.js';
import { Failure } from '../protocol/failure.js';
import { version } from '../protocol/generated/tables.js';
import type { ExpectSnapshotResult } from '../protocol/generated/types.js';
import type { Screen } from '../screen/screen.js';
import type { Tolerance } from '../snapshot/expectation.js';
import { Deadline } from '../time/deadline.js';
import type { Condition, Held } from '../waits/conditions.js';
import { awaitCondition } from '../waits/expect.js';
import { Patterns } from '../waits/patterns.js';
import { readScreen } from '../waits/reading.js';
import type { Outcome } from '../waits/wait.js';
import type { App } from './app.js';
import { rectFrom } from './coordinates.js';
import { drawingFor } from './drawing.js';
import type { Handler } from './handler.js';
import { patternFrom, selectorFrom } from './selectors.js';
import { type SessionWait, withDeadline } from './waiting.js';

const loadDump = part(async () => await import('../snapshot/dump.js'));
const loadComparison = part(async () => ({
  ...(await import('../snapshot/expectation.js')),
  ...(await import('../snapshot/loading.js')),
}));

// Comparing again for the explanation matches no more than a look did, so that this is plenty.
const explainingMs = 1000;

export const expectSnapshot: Handler<'expectSnapshot'> = ({ name, mask = [], normalize = [], timeoutMs }) => {
  const tolerance: Tolerance = {
    masks: mask.map((area, index) => ('type' in area ? selectorFrom(area, `/mask/${index}`) : rectFrom(area))),
    normalize: normalize.map(({ pattern, replacement }, index) => ({
      ...patternFrom(pattern, '', `/normalize/${index}`),
      replacement,
    })),
  };
  return async (context) =>
    await withDeadline(context, timeoutMs, async (wait) => await expectLook(context.app, wait, name, tolerance));
};

async function expectLook(
  app: App,
  wait: SessionWait,
  name: string,
  tolerance: Tolerance,
): Promise<ExpectSnapshotResult> {
  const { settings } = wait.session;
  const { artifactDir, environment } = app.defaults;
  const { writeAnsi, writeComparison } = await loadDump();
  const actual = snapshotFiles(join(settings.artifactRoot, 'snapshots'), name);
  const baseline = snapshotFiles(baselineDirectory(artifactDir, settings.name), name);
  const paths = { actualPath: actual.ansi, baselinePath: baseline.ansi };
  const drawing = drawingFor(app, {});
  const write = (screen: Screen, files: typeof actual): void => writeAnsi(screen, files, drawing.theme.name, version);

  const baselineExists = readIfThere(baseline.ansi) !== undefined;
  if (!baselineExists) {
    const screen = await readScreen(wait.program);
    write(screen, actual);
    const isCi = !['', '0', 'false'].includes(environment['CI'] ?? '');
    if (isCi && !settings.updateSnapshots)
      throw new Failure(
        'snapshot-missing',
        `There is no baseline ${baseline.ansi}, and under CI none is created: create it without CI, and commit it.`,
        { ...paths, screen },
      );
    write(screen, baseline);
    return { ok: true, ...paths, baselineExists, status: 'created', revision: screen.revision };
  }
  const { differenceBetween, loadSnapshot, looksLike } = await loadComparison();
  const expected = loadSnapshot(baseline.ansi);
  const condition = looksLike(wait, expected, tolerance);
  // Whoever updates wants the screen as it is now.
  const outcome = settings.updateSnapshots ? await lookOnce(wait, condition) : await awaitCondition(wait, condition);
  const { screen } = outcome;
  const answer = { ok: true, ...paths, baselineExists, revision: screen.revision } as const;
  write(screen, actual);
  if ('found' in outcome) return { ...answer, status: 'matched' };
  if (settings.updateSnapshots) {
    write(screen, baseline);
    return { ...answer, status: 'updated' };
  }
  // The time of the request is over; the answer still has to be made.
  using deadline = new Deadline(explainingMs);
  using patterns = new Patterns(deadline);
  const { changedLines, summary, diff } = await differenceBetween(expected, screen, tolerance, patterns);
  await writeComparison(expected, screen, actual.diff, drawing);
  const facts = { ...paths, changedLines, diff, diffPngPath: actual.diff, screen };
  throw new Failure(
    'snapshot-mismatch',
    `The screen is not as its baseline ${baseline.ansi} says: ${summary}; updateSnapshots accepts it.`,
    facts,
  );
}

async function lookOnce(wait: SessionWait, condition: Condition): Promise<Outcome<Held>> {
  const screen = await readScreen(wait.program);
  const judge = condition.capture();
  const found = await wait.patterns.resolve(() => judge(() => {}));
  return found === undefined ? { screen, ended: 'timeout' } : { screen, found };
}
