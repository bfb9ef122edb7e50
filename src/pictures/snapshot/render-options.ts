import { InvalidParamError, MethodError } from '../../base/errors.js';
import { isFile, notRegularFile, readExisting, readToEnd } from '../../base/files.js';
import type { Theme } from '../render/theme.js';
import { findTheme, themeFrom, themeNames } from '../render/themes.js';
import type { SnapshotSize } from './load-snapshot.js';
import type { RenderOptions } from './write-snapshot.js';

/** The defaults for options that a request omits. */
interface RenderDefaults {
  readonly defaults: {
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly fontPath: string | undefined;
  };
  /** The settings of the session. */
  readonly settings: { readonly snapshotTheme: string };
}

/** The render options of a request: from its params, then the session, then the server's defaults. */
export function resolveRenderOptions(
  { defaults, settings }: RenderDefaults,
  params: {
    readonly theme?: string;
    readonly font?: string;
    readonly scale?: number;
    readonly padding?: number;
    readonly embedFont?: boolean;
  },
): RenderOptions {
  const theme = params.theme ?? settings.snapshotTheme;
  return {
    theme: loadTheme(theme, defaults.environment['COLORFGBG']),
    font: checkFont(params.font ?? defaults.fontPath),
    ...pickOptions(params),
  };
}

export { themeNames };

/** Rejects a value that is neither a theme name nor a path; `pointer` is the JSON pointer of the param. */
export function checkTheme(theme: string, pointer = ''): void {
  if (/[/.]/.test(theme) || findTheme(theme, undefined) !== undefined) return;
  const expected = `Expected ${themeNames.join(', ')} or the path of a JSON file.`;
  throw new InvalidParamError(pointer, `Unknown theme ${JSON.stringify(theme)}. ${expected}`);
}

/** A theme by its name or from a JSON file; fails with kind `io` if the file is not a valid theme. */
export function loadTheme(theme: string, colorFgBg: string | undefined): Theme {
  const named = findTheme(theme, colorFgBg);
  if (named !== undefined) return named;
  checkTheme(theme, '/theme');
  const text = readExisting(theme);
  try {
    return themeFrom(JSON.parse(text));
  } catch (error) {
    throw new MethodError('io', `Cannot use theme ${theme}: ${(error as Error).message}.`, {}, { cause: error });
  }
}

type PictureOptions = Pick<RenderOptions, 'scale' | 'padding' | 'embedFont'>;

const pickOptions = ({ scale, padding, embedFont }: PictureOptions): PictureOptions => ({
  ...(scale === undefined ? {} : { scale }),
  ...(padding === undefined ? {} : { padding }),
  ...(embedFont === undefined ? {} : { embedFont }),
});

/** Checks a font path; fails with kind `io` if it is not a regular file. */
export function checkFont(path: string | undefined): string | undefined {
  const isRegularFile = path === undefined || isFile(path);
  if (isRegularFile === undefined) throw new MethodError('io', `Font file not found: ${path}.`);
  if (!isRegularFile) throw new MethodError('io', `Cannot use font ${path}: ${notRegularFile}.`);
  return path;
}

/** Renders an ANSI file in the format of the extension of `out`; resolves with the characters missing from all fonts. */
export async function drawFile(
  path: string,
  out: string,
  size: SnapshotSize,
  options: PictureOptions & {
    readonly theme: string;
    readonly font: string | undefined;
    readonly colorFgBg: string | undefined;
  },
): Promise<readonly string[]> {
  const { loadSnapshot } = await import('./load-snapshot.js');
  const { writePicture } = await import('./write-snapshot.js');
  const theme = loadTheme(options.theme, options.colorFgBg);
  return await writePicture(loadSnapshot(path, size, readToEnd), out, {
    ...pickOptions(options),
    theme,
    font: checkFont(options.font),
  });
}
