import { join } from 'node:path';
import { baselineDirectory, snapshotFiles } from '../files/artifacts.js';
import { version } from '../protocol/generated/tables.js';
import type { Comparing } from '../snapshot/baseline.js';
import type { Tolerance } from '../snapshot/expectation.js';
import type { App } from './app.js';
import { drawingFor } from './drawing.js';
import type { Handler } from './handler.js';
import { areaFrom, patternFrom } from './selectors.js';
import { withDeadline } from './waiting.js';

export const expectSnapshot: Handler<'expectSnapshot'> = ({ name, mask = [], normalize = [], timeoutMs }) => {
  const tolerance: Tolerance = {
    masks: mask.map((area, index) => areaFrom(area, `/mask/${index}`)),
    normalize: normalize.map(({ pattern, replacement }, index) => ({
      ...patternFrom(pattern, '', `/normalize/${index}`),
      replacement,
    })),
  };
  return async (context) =>
    await withDeadline(context, timeoutMs, async (wait) => {
      const { compareWithBaseline } = await import('../snapshot/baseline.js');
      const comparing = comparingFor(context.app, name, tolerance);
      const { status, screen } = await compareWithBaseline(wait, comparing);
      return {
        ok: true,
        actualPath: comparing.actual.ansi,
        baselinePath: comparing.baseline.ansi,
        baselineExists: status !== 'created',
        status,
        revision: screen.revision,
      };
    });
};

function comparingFor(app: App, name: string, tolerance: Tolerance): Comparing {
  const { settings } = app.requireSession();
  const { artifactDir, environment } = app.defaults;
  const isCi = !['', '0', 'false'].includes(environment['CI'] ?? '');
  return {
    actual: snapshotFiles(join(settings.artifactRoot, 'snapshots'), name),
    baseline: snapshotFiles(baselineDirectory(artifactDir, settings.name), name),
    tolerance,
    drawing: drawingFor(app, {}),
    version,
    mayCreate: settings.updateSnapshots || !isCi,
    mayUpdate: settings.updateSnapshots,
  };
}
