import { join } from 'node:path';
import { prepareSnapshotFiles } from '../../base/artifacts.js';
import { resolveRenderOptions, type SnapshotRegion } from '../../pictures/options.js';
import type { BaselineRequest, Update } from '../../pictures/snapshot-baseline.js';
import type { Tolerance } from '../../pictures/snapshot-match.js';
import { version } from '../../protocol/generated/tables.js';
import type * as wire from '../../protocol/generated/types.js';
import { resolvePlace } from '../../screen/screen.js';
import { defineMethod, type ProgramContext } from './context.js';
import { areaFrom, patternFrom, selectorFrom } from './selectors.js';
import { withDeadline } from './wait-context.js';
import { regionRectFrom } from './wire.js';

export const expectSnapshot = defineMethod('expectSnapshot', {
  parse: ({ mask = [], normalize = [], region, ...others }) => {
    const tolerance: Tolerance = {
      masks: mask.map((area, index) => areaFrom(area, `/mask/${index}`)),
      normalize: normalize.map(({ pattern, replacement }, index) => ({
        ...patternFrom(pattern, '', `/normalize/${index}`),
        replacement,
      })),
    };
    return { ...others, tolerance, findRegion: createRegionFinder(region) };
  },
  run: (context, { name, update, stableMs, timeoutMs, tolerance, findRegion }) =>
    withDeadline(context, timeoutMs, async (wait) => {
      const { compareWithBaseline } = await import('../../pictures/snapshot-baseline.js');
      const region = findRegion(context);
      const files = getBaselineFiles(context, name, update);
      const masks = tolerance.masks.map((mask) => ('type' in mask ? mask : resolvePlace(mask, wait.program.screen)));
      const request = {
        name: wait.secrets.redactText(name),
        tolerance: { ...tolerance, masks },
        region,
        stableMs,
        ...files,
      };
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
    }),
});

function createRegionFinder(
  region: wire.ExpectSnapshotParams['region'],
): (context: ProgramContext) => SnapshotRegion | undefined {
  if (region === undefined) return () => undefined;
  const selector = typeof region === 'string' || 'type' in region ? selectorFrom(region, '/region') : undefined;
  return ({ session, program }) => {
    const mode = session.settings.ambiguityMode;
    if (selector !== undefined) return { area: selector, mode };
    return { area: regionRectFrom(region as wire.Rect, program.screen), mode };
  };
}

type Files = Pick<BaselineRequest, 'actual' | 'baseline' | 'renderOptions' | 'version' | 'update' | 'isCi'>;

function getBaselineFiles({ server, session }: ProgramContext, name: string, given: Update | undefined): Files {
  const { settings } = session;
  const { defaults } = server;
  const isCi = !['', '0', 'false'].includes(defaults.environment['CI'] ?? '');
  const update = given ?? (settings.updateSnapshots ? 'all' : isCi ? 'none' : 'missing');
  return {
    actual: prepareSnapshotFiles(join(settings.artifactRoot, 'snapshots'), name),
    baseline: prepareSnapshotFiles(settings.snapshotDir, name, update === 'none'),
    renderOptions: resolveRenderOptions({ defaults, settings }, {}),
    version,
    update,
    isCi: given === undefined && isCi,
  };
}
