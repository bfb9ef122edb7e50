import { isFile, notRegularFile, readExisting, readToEnd } from '../files/safe-files.js';
import { InvalidParamError, MethodError } from '../protocol/errors.js';
import type { Theme } from '../render/theme.js';
import { themeFrom, themeNamed, themeNames } from '../render/themes.js';
import type { Size } from './load-snapshot.js';
import type { RenderOptions } from './write-snapshot.js';

/** The defaults for options that a request omits. */
interface RenderDefaults {
  readonly defaults: {
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly fontPath: string | undefined;
  };
  requireSession(): { readonly settings: { readonly snapshotTheme: string } };
}

/** The render options of a request: from its params, then the session, then the server's defaults. */
export function drawingFor(
  app: RenderDefaults,
  params: {
    readonly theme?: string;
    readonly font?: string;
    readonly scale?: number;
    readonly padding?: number;
    readonly embedFont?: boolean;
  },
): RenderOptions {
  const theme = params.theme ?? app.requireSession().settings.snapshotTheme;
  return {
    theme: themeFor(theme, app.defaults.environment['COLORFGBG']),
    font: fontFor(params.font ?? app.defaults.fontPath),
    ...optionsOf(params),
  };
}

export { themeNames };

/** Rejects a value that is neither a theme name nor a path; `pointer` is the JSON pointer of the param. */
export function checkTheme(theme: string, pointer = ''): void {
  if (/[/.]/.test(theme) || themeNamed(theme, undefined) !== undefined) return;
  const expected = `Expected ${themeNames.join(', ')} or the path of a JSON file.`;
  throw new InvalidParamError(pointer, `Unknown theme ${JSON.stringify(theme)}. ${expected}`);
}

/** A theme by its name or from a JSON file; fails with kind `io` if the file is not a valid theme. */
export function themeFor(theme: string, colorFgBg: string | undefined): Theme {
  const named = themeNamed(theme, colorFgBg);
  if (named !== undefined) return named;
  checkTheme(theme, '/theme');
  const text = readExisting(theme);
  try {
    return themeFrom(JSON.parse(text));
  } catch (error) {
    throw new MethodError('io', `Cannot use theme ${theme}: ${(error as Error).message}.`, {}, { cause: error });
  }
}

type Options = Pick<RenderOptions, 'scale' | 'padding' | 'embedFont'>;

const optionsOf = ({ scale, padding, embedFont }: Options): Options => ({
  ...(scale === undefined ? {} : { scale }),
  ...(padding === undefined ? {} : { padding }),
  ...(embedFont === undefined ? {} : { embedFont }),
});

/** Checks a font path; fails with kind `io` if it is not a regular file. */
export function fontFor(path: string | undefined): string | undefined {
  const isRegularFile = path === undefined || isFile(path);
  if (isRegularFile === undefined) throw new MethodError('io', `Font file not found: ${path}.`);
  if (!isRegularFile) throw new MethodError('io', `Cannot use font ${path}: ${notRegularFile}.`);
  return path;
}

/** Renders an ANSI file in the format of the extension of `out`; resolves with the characters missing from all fonts. */
export async function drawFile(
  path: string,
  out: string,
  size: Size,
  options: Options & {
    readonly theme: string;
    readonly font: string | undefined;
    readonly colorFgBg: string | undefined;
  },
): Promise<readonly string[]> {
  const { loadSnapshot } = await import('./load-snapshot.js');
  const { writePicture } = await import('./write-snapshot.js');
  const theme = themeFor(options.theme, options.colorFgBg);
  return await writePicture(loadSnapshot(path, size, readToEnd), out, {
    ...optionsOf(options),
    theme,
    font: fontFor(options.font),
  });
}
