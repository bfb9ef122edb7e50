import { basename } from 'node:path';
import { haveSameFiles, type SnapshotFiles } from '../base/artifacts.js';
import { yieldToEvents } from '../base/deadline.js';
import { InvalidParamError, MethodError } from '../base/errors.js';
import { createLazyImport, writeWhole } from '../base/files.js';
import { runInSlices } from '../base/idle-queue.js';
import type { Screen } from '../screen/screen.js';
import { encodeAnsi, readFacts } from './ansi.js';
import type { CellRange } from './comparison.js';
import { loadCanvas, UnusableFont } from './fonts.js';
import { cell, defaultPadding, type Sizing } from './glyphs/figure.js';
import { embedFonts, renderHtml } from './html.js';
import { type Layout, layOut } from './layout.js';
import { drawComparison, drawPicture } from './picture.js';
import { type EmbeddedFonts, renderSvg } from './svg.js';
import type { Theme } from './themes.js';

/** Which files to write in addition to the ANSI file. */
export type Format = 'ansi' | 'png' | 'both' | 'svg' | 'html';
/** How pictures are rendered. */
export interface RenderOptions extends Sizing {
  readonly theme: Theme;
  readonly font: string | undefined;
  /** Whether an SVG or HTML file contains the bundled fonts that it needs. */
  readonly embedFont?: boolean;
}
/** The files of a snapshot, its name, and the version of tuispec that writes them. */
export interface SnapshotTarget {
  readonly files: SnapshotFiles;
  readonly name: string;
  readonly version: string;
}
export interface WrittenFiles {
  readonly snapshotPath: string;
  readonly metaPath: string;
  readonly pngPath?: string;
  readonly svgPath?: string;
  readonly htmlPath?: string;
  readonly missingGlyphs?: string[];
}

/** Writes a screen as an ANSI and a meta file, and `shown` as a picture if `format` requires one. */
export async function dumpScreen(
  screen: Screen,
  shown: Screen,
  format: Format,
  renderOptions: RenderOptions,
  target: SnapshotTarget,
): Promise<WrittenFiles> {
  const { files } = target;
  checkName(target);
  if (format === 'png' || format === 'both') checkSize(shown, renderOptions);
  const written = { snapshotPath: files.ansi, metaPath: files.meta };
  const writeText = (): void => writeAnsi(screen, renderOptions.theme, target);
  if (format === 'ansi') {
    writeText();
    return written;
  }
  const kind = format === 'both' ? 'png' : format;
  const path = files[kind];
  // Write the text while the picture is compressed in other threads.
  const [picture, text] = [writePicture(shown, path, renderOptions), yieldToEvents().then(writeText)];
  // If one fails, still wait for the other.
  await Promise.allSettled([picture, text]);
  await text;
  return { ...written, [`${kind}Path`]: path, missingGlyphs: [...(await picture)] };
}

/** Writes a screen as an ANSI and a meta file. Neither contains anything that varies between runs. */
export function writeAnsi(screen: Screen, theme: Theme, { files, name, version }: SnapshotTarget): void {
  const { rows, cols, title, cursor } = screen;
  const meta = {
    name,
    rows,
    cols,
    version,
    theme: theme.name,
    cursor: { row: cursor.row + 1, col: cursor.col + 1, visible: cursor.isVisible },
    title,
  };
  writeWhole(files.meta, `${JSON.stringify(meta, null, 2)}\n`);
  writeWhole(files.ansi, encodeAnsi(screen));
}

/** Rejects a name whose files belong to a snapshot of another name, which would be overwritten. */
export function checkName({ files, name }: Omit<SnapshotTarget, 'version'>): void {
  const { name: owner } = readFacts(files.meta);
  const isOther = typeof owner === 'string' && owner.normalize('NFC') !== name.normalize('NFC');
  // Renamed files keep the old name in their meta file.
  if (!isOther || !haveSameFiles(owner, name)) return;
  throw new InvalidParamError(
    '/name',
    `Snapshot ${JSON.stringify(name)} would overwrite snapshot ${JSON.stringify(owner)}: both are stored in ${files.ansi}. ` +
      'Choose names that differ in more than case, spaces, "-" and "_".',
  );
}

/** Writes a screen as a picture in the format of the extension; resolves with the characters missing from all fonts. */
export async function writePicture(
  screen: Screen,
  path: string,
  renderOptions: RenderOptions,
): Promise<readonly string[]> {
  const format = path.endsWith('.svg') ? 'svg' : path.endsWith('.html') ? 'html' : 'png';
  const { content, missing } = await renderPicture(screen, format, basename(path, '.html'), renderOptions);
  writeWhole(path, content);
  return missing;
}

/** A picture, and the characters of a PNG that are missing from all fonts. */
export interface RenderedPicture {
  readonly content: string | Buffer;
  readonly missing: readonly string[];
}

/** Renders a screen. An HTML page has the title of the screen; `name` is its title if the screen has none. */
export async function renderPicture(
  screen: Screen,
  format: 'svg' | 'html' | 'png',
  name: string,
  renderOptions: RenderOptions,
): Promise<RenderedPicture> {
  const { theme, font } = renderOptions;
  if (format === 'png') {
    checkSize(screen, renderOptions);
    const { png, missing } = await renderOrFail(() => drawPicture(screen, theme, font, load, renderOptions));
    return { content: png, missing };
  }
  const layout = await runInSlices(layOut(screen, theme));
  const fonts = await embedFontsIfWanted(layout, renderOptions);
  const steps =
    format === 'svg'
      ? renderSvg(layout, cell, renderOptions, fonts)
      : renderHtml(layout, screen.title || name, renderOptions, fonts);
  return { content: await runInSlices(steps), missing: [] };
}

// The largest screen at scale 1. Each pixel takes one or three bytes of memory.
const maxPixels = 170_000_000;

/** Rejects a scale that would make a PNG larger than the largest screen at scale 1. */
function checkSize({ cols, rows }: Screen, { scale = 1, padding = defaultPadding }: Sizing): void {
  const [width, height] = [(cols * cell.width + 2 * padding) * scale, (rows * cell.height + 2 * padding) * scale];
  if (width * height <= maxPixels) return;
  throw new InvalidParamError(
    '/scale',
    `The picture would be ${width}×${height} pixels. Expected at most ${maxPixels / 1e6} million pixels. Use a smaller \`scale\`, \`cols\` or \`rows\`.`,
  );
}

/** Writes a PNG file with two screens and their differences side by side. */
export async function writeComparison(
  expected: Screen,
  actual: Screen,
  differing: readonly CellRange[],
  path: string,
  { theme, font }: RenderOptions,
): Promise<void> {
  writeWhole(path, await renderOrFail(() => drawComparison(expected, actual, differing, theme, font, load)));
}

const embedFontsIfWanted = async (layout: Layout, { embedFont }: RenderOptions): Promise<EmbeddedFonts | undefined> =>
  embedFont === true ? await runInSlices(embedFonts(layout)) : undefined;

const load = createLazyImport(loadCanvas);

async function renderOrFail<T>(draw: () => Promise<T>): Promise<T> {
  try {
    return await draw();
  } catch (error) {
    if (error instanceof UnusableFont) throw new MethodError('io', error.message, {}, { cause: error });
    throw error;
  }
}
