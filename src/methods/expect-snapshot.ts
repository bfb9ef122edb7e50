import { join } from 'node:path';
import { prepareSnapshotFiles } from '../files/artifacts.js';
import { version } from '../protocol/generated/tables.js';
import type * as wire from '../protocol/generated/types.js';
import type { BaselineRequest, Update } from '../snapshot/baseline-file.js';
import type { Tolerance } from '../snapshot/matches-snapshot.js';
import type { SnapshotRegion } from '../snapshot/region.js';
import { resolveRenderOptions } from '../snapshot/render-options.js';
import type { Context, Handler } from './context.js';
import { areaFrom, patternFrom, selectorFrom } from './selectors.js';
import { withDeadline } from './wait-context.js';
import { regionRectFrom } from './wire.js';

export const expectSnapshot: Handler<'expectSnapshot'> = (params) => {
  const { name, mask = [], normalize = [], stableMs, timeoutMs } = params;
  const tolerance: Tolerance = {
    masks: mask.map((area, index) => areaFrom(area, `/mask/${index}`)),
    normalize: normalize.map(({ pattern, replacement }, index) => ({
      ...patternFrom(pattern, '', `/normalize/${index}`),
      replacement,
    })),
  };
  const findRegion = createRegionFinder(params.region);
  return async (context) =>
    await withDeadline(context, timeoutMs, async (wait) => {
      const { compareWithBaseline } = await import('../snapshot/baseline-file.js');
      const region = findRegion(context);
      const files = getBaselineFiles(context, name, params.update);
      const request = { name: wait.secrets.redactText(name), tolerance, region, stableMs, ...files };
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

function createRegionFinder(
  region: wire.ExpectSnapshotParams['region'],
): (context: Context) => SnapshotRegion | undefined {
  if (region === undefined) return () => undefined;
  const selector = typeof region === 'string' || 'type' in region ? selectorFrom(region, '/region') : undefined;
  return ({ app }) => {
    const session = app.requireSession();
    const mode = session.settings.ambiguityMode;
    if (selector !== undefined) return { area: selector, mode };
    return { area: regionRectFrom(region as wire.Rect, session.requireCurrent().program.screen), mode };
  };
}

type Files = Pick<BaselineRequest, 'actual' | 'baseline' | 'renderOptions' | 'version' | 'update' | 'isCi'>;

function getBaselineFiles({ app }: Context, name: string, given: Update | undefined): Files {
  const { settings } = app.requireSession();
  const isCi = !['', '0', 'false'].includes(app.defaults.environment['CI'] ?? '');
  const update = given ?? (settings.updateSnapshots ? 'all' : isCi ? 'none' : 'missing');
  return {
    actual: prepareSnapshotFiles(join(settings.artifactRoot, 'snapshots'), name),
    baseline: prepareSnapshotFiles(settings.snapshotDir, name, update === 'none'),
    renderOptions: resolveRenderOptions(app, {}),
    version,
    update,
    isCi: given === undefined && isCi,
  };
}
