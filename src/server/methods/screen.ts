import { join } from 'node:path';
import { prepareSnapshotFiles } from '../../base/artifacts.js';
import { InvalidParamError } from '../../base/errors.js';
import { checkTheme, resolveRenderOptions, type SnapshotRegion } from '../../pictures/options.js';
import type { BaselineRequest, Update } from '../../pictures/snapshot-baseline.js';
import type { Tolerance } from '../../pictures/snapshot-match.js';
import { version } from '../../protocol/generated/tables.js';
import type * as wire from '../../protocol/generated/types.js';
import type { DumpViewParams, DumpViewResult, StyleRun, TerminalStateResult } from '../../protocol/generated/types.js';
import type { Secrets } from '../../screen/redaction/secrets.js';
import { createView, resizeScreen, resolvePlace, type View } from '../../screen/screen.js';
import type { Call } from '../../session/call.js';
import { type EventLog, eventTypes } from '../../terminal/events.js';
import type { ServerHost } from '../server-host.js';
import { defineMethod } from './method.js';
import {
  areaFrom,
  checkRows,
  filteredRectFrom,
  patternFrom,
  regionRectFrom,
  selectorFrom,
  toWireCursor,
  toWireEvent,
  toWireStyleRun,
} from './wire.js';

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
  run: async ({ secrets }, { name, update, stableMs, tolerance, findRegion }, call, { server }) => {
    await call.receiveOutput();
    const { compareWithBaseline } = await import('../../pictures/snapshot-baseline.js');
    const { screen: current } = call.program;
    const request = {
      name: secrets.redactText(name),
      tolerance: {
        ...tolerance,
        masks: tolerance.masks.map((mask) => ('type' in mask ? mask : resolvePlace(mask, current))),
      },
      region: findRegion(call),
      stableMs,
      ...getBaselineFiles(server, call, name, update),
    };
    const { status, screen } = await compareWithBaseline(call, request);
    return {
      ok: true,
      actualPath: request.actual.ansi,
      baselinePath: request.baseline.ansi,
      // If the baseline file could not be written, the method has failed before this.
      baselineExists: true,
      status,
      revision: screen.revision,
    };
  },
});

/** Finds the part of the screen that a region describes when a request begins. */
export function createRegionFinder(
  region: wire.ExpectSnapshotParams['region'],
): (call: Call) => SnapshotRegion | undefined {
  if (region === undefined) return () => undefined;
  const selector = typeof region === 'string' || 'type' in region ? selectorFrom(region, '/region') : undefined;
  return ({ session, program }) => {
    const mode = session.settings.ambiguityMode;
    if (selector !== undefined) return { area: selector, mode };
    return { area: regionRectFrom(region as wire.Rect, program.screen), mode };
  };
}

type Files = Pick<BaselineRequest, 'actual' | 'baseline' | 'renderOptions' | 'version' | 'update' | 'isCi'>;

function getBaselineFiles(
  { defaults }: ServerHost,
  { session: { settings } }: Call,
  name: string,
  given: Update | undefined,
): Files {
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

export const dumpView = defineMethod('dumpView', {
  parse: checkThemeOf,
  run: (_, params, call, { server }) => dumpToFiles(server, call, params),
});

export const renderView = defineMethod('renderView', {
  parse: checkThemeOf,
  run: async (_, params, call, { server }) => {
    const written = await dumpToFiles(server, call, { ...params, format: 'png', embedFont: false, showCursor: true });
    const { pngPath = '', missingGlyphs = [], ...paths } = written;
    return { ...paths, pngPath, missingGlyphs };
  },
});

function checkThemeOf<P extends { readonly theme?: string }>(params: P): P {
  if (params.theme !== undefined) checkTheme(params.theme, '/theme');
  return params;
}

async function dumpToFiles({ defaults }: ServerHost, call: Call, params: DumpViewParams): Promise<DumpViewResult> {
  const { settings, secrets } = call.session;
  const screen = secrets.redactScreen(await call.session.read(call));
  const { artifactRoot } = settings;
  const { dumpScreen } = await import('../../pictures/write-snapshot.js');
  const sized = resizeScreen(screen, params.cols ?? screen.cols, params.rows ?? screen.rows);
  const shown = params.showCursor ? sized : { ...sized, cursor: { ...sized.cursor, isVisible: false } };
  const files = prepareSnapshotFiles(join(artifactRoot, 'snapshots'), params.name);
  const written = await dumpScreen(screen, shown, params.format, resolveRenderOptions({ defaults, settings }, params), {
    files,
    name: secrets.redactText(params.name),
    version,
  });
  return { ...written, artifactRoot, revision: screen.revision };
}

export const diffView = defineMethod('diffView', {
  run: async (_, { leftPath, rightPath, mode }) => {
    const { diffSnapshots } = await import('../../pictures/snapshot-diff.js');
    return { ...diffSnapshots(leftPath, rightPath, mode) };
  },
});

// The number of cells on the largest screen. A scrollback can have a hundred times more, too many for one response.
const maxRuns = 1_000_000;

export const currentView = defineMethod('currentView', {
  parse: (params) => {
    const { rows, region, entireRow, entireCol, scrollback } = params;
    if (scrollback > 0 && [rows, region, entireRow, entireCol].some((filter) => filter !== undefined))
      throw new InvalidParamError(
        '/scrollback',
        '`scrollback` cannot be combined with `rows`, `region`, `entireRow` or `entireCol`.',
      );
    if (rows !== undefined) checkRows(rows);
    return params;
  },
  run: async (terminal, params, call) => {
    const screen = await terminal.read(call);
    const { program } = call;
    const linesAbove = program.emulator.getLinesAbove(params.scrollback);
    const view = createView(screen, filteredRectFrom(params, screen), linesAbove);
    return {
      text: view.getLines(params.trim).join('\n'),
      rows: view.rows,
      cols: view.cols,
      revision: screen.revision,
      cursor: toWireCursor(screen.cursor),
      title: screen.title,
      altScreen: screen.isAlternate,
      exited: program.exit !== undefined,
      ...(params.styles ? { styles: collectStyles(view) } : {}),
    };
  },
});

function collectStyles(view: View): StyleRun[] {
  const styles: StyleRun[] = [];
  let row = 0;
  for (const runs of view.getRuns()) {
    for (const run of runs) styles.push(toWireStyleRun(run, row));
    row += 1;
    if (styles.length > maxRuns)
      throw new InvalidParamError(
        '/scrollback',
        `The lines have more than the maximum of ${maxRuns} style runs. Request fewer lines.`,
      );
  }
  return styles;
}

function summarizeEvents(log: EventLog, secrets: Secrets): TerminalStateResult['events'] {
  const types = eventTypes.filter((type) => log.total(type) > 0);
  return {
    totals: Object.fromEntries(types.map((type) => [type, log.total(type)])),
    last: types
      .flatMap((type) => (type === 'bell' ? [] : (log.last(type) ?? [])))
      .map((event) => toWireEvent(event, secrets)),
  };
}

export const terminalState = defineMethod('terminalState', {
  run: async (terminal, _, call) => {
    const { modes, screen } = await terminal.readState(call);
    const { emulator, outputBytes, resynced } = call.program;
    return {
      title: screen.title,
      modes: { ...modes },
      bells: emulator.events.total('bell'),
      events: summarizeEvents(emulator.events, terminal.secrets),
      repaints: emulator.synchronization.repaints,
      clipboard: emulator.reports.clipboard ?? null,
      cwd: emulator.reports.cwd ?? null,
      unansweredQueries: [...emulator.unansweredQueries],
      bytes: outputBytes,
      revision: screen.revision,
      ...(resynced === undefined ? {} : { resynced }),
    };
  },
});
