import { join } from 'node:path';
import { snapshotFiles } from '../files/artifacts.js';
import { version } from '../protocol/generated/tables.js';
import type * as wire from '../protocol/generated/types.js';
import type { BaselineRequest, Update } from '../snapshot/baseline-file.js';
import type { Tolerance } from '../snapshot/matches-snapshot.js';
import type { Region } from '../snapshot/region.js';
import { drawingFor } from '../snapshot/render-options.js';
import type { Context, Handler } from './context.js';
import { areaFrom, patternFrom, selectorFrom } from './selectors.js';
import { withDeadline } from './wait-context.js';
import { regionRect } from './wire.js';

export const expectSnapshot: Handler<'expectSnapshot'> = (params) => {
  const { name, mask = [], normalize = [], stableMs, timeoutMs } = params;
  const tolerance: Tolerance = {
    masks: mask.map((area, index) => areaFrom(area, `/mask/${index}`)),
    normalize: normalize.map(({ pattern, replacement }, index) => ({
      ...patternFrom(pattern, '', `/normalize/${index}`),
      replacement,
    })),
  };
  const findRegion = regionFinder(params.region);
  return async (context) =>
    await withDeadline(context, timeoutMs, async (wait) => {
      const { compareWithBaseline } = await import('../snapshot/baseline-file.js');
      const region = findRegion(context);
      const request = { name, tolerance, region, stableMs, ...baselineFiles(context, name, params.update) };
      const { status, screen } = await compareWithBaseline(wait, request);
      return {
        ok: true,
        actualPath: request.actual.ansi,
        baselinePath: request.baseline.ansi,
        // If the baseline file could not be written, the method has failed before this.
        baselineExists: true,
        status,
        revision: screen.revision,
      };
    });
};

function regionFinder(region: wire.ExpectSnapshotParams['region']): (context: Context) => Region | undefined {
  if (region === undefined) return () => undefined;
  const selector = typeof region === 'string' || 'type' in region ? selectorFrom(region, '/region') : undefined;
  return ({ app }) => {
    const session = app.requireSession();
    const mode = session.settings.ambiguityMode;
    if (selector !== undefined) return { area: selector, mode };
    return { area: regionRect(region as wire.Rect, session.requireStage().program.screen), mode };
  };
}

type Files = Pick<BaselineRequest, 'actual' | 'baseline' | 'drawing' | 'version' | 'update' | 'isCi'>;

function baselineFiles({ app }: Context, name: string, given: Update | undefined): Files {
  const { settings } = app.requireSession();
  const isCi = !['', '0', 'false'].includes(app.defaults.environment['CI'] ?? '');
  const update = given ?? (settings.updateSnapshots ? 'all' : isCi ? 'none' : 'missing');
  return {
    actual: snapshotFiles(join(settings.artifactRoot, 'snapshots'), name),
    baseline: snapshotFiles(settings.snapshotDir, name, update === 'none'),
    drawing: drawingFor(app, {}),
    version,
    update,
    isCi: given === undefined && isCi,
  };
}
