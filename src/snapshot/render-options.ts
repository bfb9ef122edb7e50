import { isFile, noFile, readExisting, readToEnd } from '../files/safe-files.js';
import { InvalidParamError, MethodError } from '../protocol/errors.js';
import type { Theme } from '../render/theme.js';
import { themeFrom, themeNamed, themeNames } from '../render/themes.js';
import type { Size } from './load-snapshot.js';
import type { RenderOptions } from './write-snapshot.js';

/** Where options that a request leaves out come from. */
interface RenderDefaults {
  readonly defaults: {
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly fontPath: string | undefined;
  };
  requireSession(): { readonly settings: { readonly snapshotTheme: string } };
}

/** How a picture is drawn: by what the call says, else the session, else the server's defaults. */
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
  const wanted = params.theme ?? app.requireSession().settings.snapshotTheme;
  return {
    theme: themeFor(wanted, app.defaults.environment['COLORFGBG']),
    font: fontFor(params.font ?? app.defaults.fontPath),
    ...optionsOf(params),
  };
}

export { themeNames };

/** Refuses what is neither the name of a theme nor a path; `pointer` names the param that it stands in. */
export function checkTheme(wanted: string, pointer = ''): void {
  if (/[/.]/.test(wanted) || themeNamed(wanted, undefined) !== undefined) return;
  const known = `there are ${themeNames.join(', ')}, or give the path of a JSON file`;
  throw new InvalidParamError(pointer, `there is no theme ${JSON.stringify(wanted)}; ${known}`);
}

/** A theme by its name, or out of a JSON file; kind `io` when that cannot be used. */
export function themeFor(wanted: string, colorFgBg: string | undefined): Theme {
  const named = themeNamed(wanted, colorFgBg);
  if (named !== undefined) return named;
  checkTheme(wanted, '/theme');
  const text = readExisting(wanted);
  try {
    return themeFrom(JSON.parse(text));
  } catch (error) {
    throw new MethodError(
      'io',
      `The theme ${wanted} cannot be used: ${(error as Error).message}.`,
      {},
      { cause: error },
    );
  }
}

type Options = Pick<RenderOptions, 'scale' | 'padding' | 'embedFont'>;

const optionsOf = ({ scale, padding, embedFont }: Options): Options => ({
  ...(scale === undefined ? {} : { scale }),
  ...(padding === undefined ? {} : { padding }),
  ...(embedFont === undefined ? {} : { embedFont }),
});

/** A font file; kind `io` when there is no such file. */
export function fontFor(path: string | undefined): string | undefined {
  const isThere = path === undefined || isFile(path);
  if (isThere === undefined) throw new MethodError('io', `There is no font file ${path}.`);
  if (!isThere) throw new MethodError('io', `The font ${path} cannot be used: it is ${noFile}.`);
  return path;
}

/** Draws an ANSI file as a picture of the kind that the name of `out` says; resolves with the characters that no font has. */
export async function drawFile(
  path: string,
  out: string,
  size: Size,
  wanted: Options & {
    readonly theme: string;
    readonly font: string | undefined;
    readonly colorFgBg: string | undefined;
  },
): Promise<readonly string[]> {
  const { loadSnapshot } = await import('./load-snapshot.js');
  const { writePicture } = await import('./write-snapshot.js');
  const theme = themeFor(wanted.theme, wanted.colorFgBg);
  return await writePicture(loadSnapshot(path, size, readToEnd), out, {
    ...optionsOf(wanted),
    theme,
    font: fontFor(wanted.font),
  });
}
