import { join } from 'node:path';
import { prepareSnapshotFiles } from '../files/artifacts.js';
import { readScreen } from '../observers/settled-screen.js';
import { version } from '../protocol/generated/tables.js';
import type { DumpViewParams, DumpViewResult } from '../protocol/generated/types.js';
import { resizeScreen } from '../screen/resize-screen.js';
import { checkTheme, resolveRenderOptions } from '../snapshot/render-options.js';
import type { Handler, ServerContext } from './context.js';

export const dumpView: Handler<'dumpView'> = (params) => {
  checkThemeOf(params);
  return async ({ app }) => await dumpToFiles(app, params);
};

export const renderView: Handler<'renderView'> = (params) => {
  checkThemeOf(params);
  return async ({ app }) => {
    const {
      pngPath = '',
      missingGlyphs = [],
      ...paths
    } = await dumpToFiles(app, { ...params, format: 'png', embedFont: false, showCursor: true });
    return { ...paths, pngPath, missingGlyphs };
  };
};

function checkThemeOf({ theme }: { readonly theme?: string }): void {
  if (theme !== undefined) checkTheme(theme, '/theme');
}

async function dumpToFiles(app: ServerContext, params: DumpViewParams): Promise<DumpViewResult> {
  const session = app.requireSession();
  const { secrets } = session;
  const screen = secrets.redactScreen(await readScreen(session.requireCurrent().program));
  const { artifactRoot } = session.settings;
  const { dumpScreen } = await import('../snapshot/write-snapshot.js');
  const sized = resizeScreen(screen, params.cols ?? screen.cols, params.rows ?? screen.rows);
  const shown = params.showCursor ? sized : { ...sized, cursor: { ...sized.cursor, isVisible: false } };
  const files = prepareSnapshotFiles(join(artifactRoot, 'snapshots'), params.name);
  const written = await dumpScreen(screen, shown, params.format, resolveRenderOptions(app, params), {
    files,
    name: secrets.redactText(params.name),
    version,
  });
  return { ...written, artifactRoot, revision: screen.revision };
}

export const diffView: Handler<'diffView'> =
  ({ leftPath, rightPath, mode }) =>
  async () => {
    const { diffSnapshots } = await import('../snapshot/diff-files.js');
    return { ...diffSnapshots(leftPath, rightPath, mode) };
  };
