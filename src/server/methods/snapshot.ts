import { join } from 'node:path';
import { prepareSnapshotFiles } from '../../base/artifacts.js';
import { checkTheme, resolveRenderOptions } from '../../pictures/options.js';
import { version } from '../../protocol/generated/tables.js';
import type { DumpViewParams, DumpViewResult } from '../../protocol/generated/types.js';
import { resizeScreen } from '../../screen/screen.js';
import { readScreen } from '../../session/observe.js';
import { defineMethod, type ProgramContext } from './context.js';

export const dumpView = defineMethod('dumpView', {
  parse: checkThemeOf,
  run: dumpToFiles,
});

export const renderView = defineMethod('renderView', {
  parse: checkThemeOf,
  run: async (context, params) => {
    const written = await dumpToFiles(context, { ...params, format: 'png', embedFont: false, showCursor: true });
    const { pngPath = '', missingGlyphs = [], ...paths } = written;
    return { ...paths, pngPath, missingGlyphs };
  },
});

function checkThemeOf<P extends { readonly theme?: string }>(params: P): P {
  if (params.theme !== undefined) checkTheme(params.theme, '/theme');
  return params;
}

async function dumpToFiles(
  { server: { defaults }, session: { settings, secrets }, program }: ProgramContext,
  params: DumpViewParams,
): Promise<DumpViewResult> {
  const screen = secrets.redactScreen(await readScreen(program));
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
