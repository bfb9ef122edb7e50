import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Rgb } from '../../base/colors.js';
import { formatRgb } from '../../base/colors.js';
import { runAtOnce } from '../../base/idle-queue.js';
import { cell, defaultPadding } from '../../pictures/glyphs/figure.js';
import { layOut } from '../../pictures/layout.js';
import {
  escapeMarkup,
  fontStack,
  formatPixels,
  type Grid,
  getFontSize,
  getTallness,
  rowMarkupOf,
} from '../../pictures/svg.js';
import type { Theme } from '../../pictures/themes.js';
import { markBar, markWindow, measureWindow, scaleWindow, type WindowFrame } from '../../pictures/window-frame.js';
import type { Line } from '../../screen/line.js';
import type { Screen } from '../../screen/screen.js';
import type { Shot } from '../pacing.js';
import { listChangedRows, pickRows } from '../painter.js';
import { createWriteError, type OutputFile } from './output-file.js';

/** What must be known before the first screen is written. */
interface SvgSetup {
  /** The size of the largest screen. */
  readonly cols: number;
  readonly rows: number;
  readonly durationMs: number;
  readonly theme: Theme;
  readonly scale: number;
  /** How often the animation is played; 0 is endless. */
  readonly plays: number;
  readonly frame?: WindowFrame | undefined;
}

// Twice the height of a row, so that parts of a letter outside of its row are not visible in the next one.
const variantHeight = 2 * cell.height;
// A blank row shows what is above its first variant: nothing.
const blank = -1;

/**
 * Writes an animated SVG. Each row of the screen is a track: its variants are stacked, and an animation moves the current
 * one into view. Without animation, the last screen is shown.
 */
export async function writeSvg(shots: AsyncIterable<Shot>, setup: SvgSetup, file: OutputFile): Promise<void> {
  await using spool = await Spool.create(file.path, 2 * setup.rows + 1);
  const tracks = new Tracks(setup, spool);
  for await (const shot of shots) await tracks.add(shot);
  await writeFile(setup, tracks, spool, file);
}

class Tracks {
  /** The current variant of each row. */
  readonly positions: number[];
  /** The number of changes of each row after the first screen. */
  readonly changes: number[];
  background: Rgb | undefined;
  backgroundChanges = 0;
  readonly #setup: SvgSetup;
  readonly #spool: Spool;
  readonly #variants = new Variants();
  #screen: Screen | undefined;

  constructor(setup: SvgSetup, spool: Spool) {
    this.#setup = setup;
    this.#spool = spool;
    this.positions = Array.from({ length: setup.rows }, () => blank);
    this.changes = Array.from({ length: setup.rows }, () => 0);
  }

  async add({ atMs, screen }: Shot): Promise<void> {
    const isFirst = this.#screen === undefined;
    const rows = listChangedRows(this.#screen, screen);
    this.#screen = screen;
    const marked = markRows(screen, rows, this.#setup.theme);
    if (marked.background !== this.background) {
      this.background = marked.background;
      this.backgroundChanges += 1;
      const keyframe = `${this.#formatPercent(atMs)}{fill:${formatRgb(marked.background)}}`;
      await this.#spool.append(backgroundOf(this.#setup), keyframe);
    }
    for (const [index, row] of rows.entries())
      await this.#show(row, marked.rows[index] as string, isFirst ? undefined : atMs);
    for (let row = screen.rows; row < this.#setup.rows; row += 1) await this.#show(row, '', isFirst ? undefined : atMs);
  }

  async #show(row: number, markup: string, atMs: number | undefined): Promise<void> {
    const position = markup === '' ? blank : await this.#addVariant(row, markup);
    if (position === this.positions[row] && atMs !== undefined) return;
    this.positions[row] = position;
    if (atMs !== undefined) (this.changes[row] as number) += 1;
    await this.#spool.append(
      keyframesOf(row),
      `${this.#formatPercent(atMs ?? 0)}{transform:translateY(${offsetOf(position)}px)}`,
    );
  }

  async #addVariant(row: number, markup: string): Promise<number> {
    const { id, position, adds } = this.#variants.locate(row, markup);
    const y = position * variantHeight;
    if (adds === 'reference') await this.#spool.append(contentOf(row), `<use href="#v${id}" y="${y}"/>`);
    if (adds === 'content') {
      const content = `<g id="v${id}">${markup}</g>`;
      // A reference to the variant must not contain its place.
      await this.#spool.append(contentOf(row), y === 0 ? content : `<g transform="translate(0 ${y})">${content}</g>`);
    }
    return position;
  }

  // Precise to 0.1 ms in a film of ten minutes.
  #formatPercent(atMs: number): string {
    return `${Number(((atMs / this.#setup.durationMs) * 100).toFixed(5))}%`;
  }
}

const keyframesOf = (row: number): number => 2 * row;
const contentOf = (row: number): number => 2 * row + 1;
const backgroundOf = ({ rows }: SvgSetup): number => 2 * rows;
const offsetOf = (position: number): number => -position * variantHeight;

async function writeFile(setup: SvgSetup, tracks: Tracks, spool: Spool, file: OutputFile): Promise<void> {
  const { cols, rows, scale, theme } = setup;
  // The frame has the pixels of the picture.
  const frame = setup.frame && scaleWindow(setup.frame, 1 / scale);
  const { width, height, left, top } = measurePicture(setup, frame);
  const copy = async (stream: number): Promise<void> => {
    for await (const piece of spool.read(stream)) await file.write(piece);
  };
  await file.write(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" ` +
      `viewBox="0 0 ${width} ${height}" font-family="${escapeMarkup(fontStack)}" font-size="${formatPixels(getFontSize(cell))}" ` +
      `fill="${formatRgb(theme.foreground)}">\n<style>\n${rulesOf(setup)}\n`,
  );
  const isAnimated = (row: number): boolean => (tracks.changes[row] as number) > 0;
  for (let row = 0; row < rows; row += 1) {
    if (!isAnimated(row)) continue;
    await file.write(`.k${row}{animation-name:k${row}}\n@keyframes k${row}{`);
    await copy(keyframesOf(row));
    await file.write('}\n');
  }
  if (tracks.backgroundChanges > 1) {
    await file.write('.b{animation-name:b}\n@keyframes b{');
    await copy(backgroundOf(setup));
    await file.write('}\n');
  }
  const rgb = tracks.background ?? theme.background;
  const behind =
    frame === undefined
      ? `<rect class="a b" width="${width}" height="${height}" fill="${formatRgb(rgb)}"/>\n`
      : markWindow({ width, height }, frame, rgb) + markBar(width, frame, rgb);
  await file.write(`</style>\n${behind}`);
  for (let row = 0; row < rows; row += 1) {
    if (!isAnimated(row) && tracks.positions[row] === blank) continue;
    const y = top + row * cell.height;
    const size = `width="${cols * cell.width}" height="${cell.height}"`;
    const offset = offsetOf(tracks.positions[row] as number);
    const animation = isAnimated(row) ? ` class="a k${row}"` : '';
    await file.write(`<svg x="${left}" y="${y}" ${size}><g${animation} transform="translate(0 ${offset})">`);
    await copy(contentOf(row));
    await file.write('</g></svg>\n');
  }
  await file.write('</svg>\n');
}

function measurePicture({ cols, rows }: SvgSetup, frame: WindowFrame | undefined): ReturnType<typeof measureWindow> {
  const [width, height] = [cols * cell.width, rows * cell.height];
  if (frame !== undefined) return measureWindow(width, height, frame);
  const border = defaultPadding;
  return { width: width + 2 * border, height: height + 2 * border, left: border, top: border };
}

function rulesOf({ durationMs, plays }: SvgSetup): string {
  const count = plays === 0 ? 'infinite' : plays;
  return [
    'text{font-variant-ligatures:none}',
    'rect{shape-rendering:crispEdges}',
    `.a{animation:${Number((durationMs / 1000).toFixed(3))}s step-end ${count}}`,
    '@media (prefers-reduced-motion:reduce){.a{animation:none!important}}',
  ].join('\n');
}

/** Some rows as SVG elements. */
interface MarkedRows {
  /** The background of the screen. */
  readonly background: Rgb;
  /** One text for each row, as if it were the only one; empty for a blank row. */
  readonly rows: readonly string[];
}

/** The SVG elements of some rows of a screen; texts in the foreground of the theme have no `fill`. */
function markRows(screen: Screen, rows: readonly number[], theme: Theme): MarkedRows {
  const grid: Grid = { ...cell, padding: 0, hasFonts: false, inheritedFill: theme.foreground };
  const layout = runAtOnce(layOut(pickRows(screen, rows), theme));
  const markup = layout.pieces.map((pieces, index) => {
    const own = pieces.map((piece) => ({ ...piece, row: 0 }));
    const { backgrounds, texts, strokes } = rowMarkupOf(own, layout.lines[index] as Line, grid);
    return (
      backgrounds.join('') +
      groupOf(`transform="scale(1 ${getTallness(grid).toFixed(4)})"`, texts) +
      groupOf('fill="none"', strokes)
    );
  });
  return { background: layout.background, rows: markup };
}

const groupOf = (attributes: string, elements: readonly string[]): string =>
  elements.length === 0 ? '' : `<g ${attributes}>${elements.join('')}</g>`;

/** A row as it looks at some time. */
interface Variant {
  readonly id: number;
  /** Its position in the track of each row that shows it. */
  readonly positions: Map<number, number>;
}
/** Where a variant is in the track of a row. */
interface VariantPlace {
  readonly position: number;
  /** What must be added to the track: the variant itself, a reference to it, or nothing. */
  readonly adds: 'content' | 'reference' | undefined;
  readonly id: number;
}

// Older variants are forgotten; if they appear again, the file contains them twice.
const maxKnownLength = 4 * 1024 * 1024;
const maxKnown = 10_000;

/** Remembers the variants of rows, so that each is stored once. */
export class Variants {
  readonly #known = new Map<string, Variant>();
  readonly #counts = new Map<number, number>();
  #length = 0;
  #lastId = 0;

  /** The place of a variant in the track of a row; adds it to the track if it is not there. */
  locate(row: number, markup: string): VariantPlace {
    const known = this.#known.get(markup);
    const { id, positions } = known ?? this.#add(markup);
    const existing = positions.get(row);
    if (existing !== undefined) return { id, position: existing, adds: undefined };
    const position = this.#counts.get(row) ?? 0;
    this.#counts.set(row, position + 1);
    positions.set(row, position);
    return { id, position, adds: known === undefined ? 'content' : 'reference' };
  }

  #add(markup: string): Variant {
    this.#lastId += 1;
    const variant = { id: this.#lastId, positions: new Map<number, number>() };
    this.#known.set(markup, variant);
    this.#length += markup.length;
    while ((this.#length > maxKnownLength || this.#known.size > maxKnown) && this.#known.size > 1) {
      const oldest = this.#known.keys().next().value as string;
      this.#known.delete(oldest);
      this.#length -= oldest.length;
    }
    return variant;
  }
}

interface Extent {
  readonly offset: number;
  readonly bytes: number;
}
interface Stream {
  readonly parts: string[];
  length: number;
  readonly extents: Extent[];
}

// A stream has this much in memory, and an entry of 16 bytes for each piece in the file.
const pieceLength = 16 * 1024;

/** Texts that are written side by side and read one after another. Most of their content is in a file without a name. */
export class Spool implements AsyncDisposable {
  readonly #nextTo: string;
  readonly #file: FileHandle;
  readonly #streams: readonly Stream[];
  #end = 0;

  private constructor(nextTo: string, file: FileHandle, count: number) {
    this.#nextTo = nextTo;
    this.#file = file;
    this.#streams = Array.from({ length: count }, () => ({ parts: [], length: 0, extents: [] }));
  }

  /** Creates a spool on the file system of a path; fails with kind `io`. */
  static async create(nextTo: string, count: number): Promise<Spool> {
    const path = join(dirname(nextTo), `.${basename(nextTo)}.${randomBytes(6).toString('hex')}`);
    try {
      const file = await open(path, 'wx+', 0o600);
      // It exists until it is closed.
      await rm(path);
      return new Spool(nextTo, file, count);
    } catch (error) {
      throw createWriteError(nextTo, error);
    }
  }

  async append(index: number, text: string): Promise<void> {
    const stream = this.#streams[index] as Stream;
    stream.parts.push(text);
    stream.length += text.length;
    if (stream.length < pieceLength) return;
    const piece = Buffer.from(stream.parts.splice(0).join(''));
    stream.length = 0;
    stream.extents.push({ offset: this.#end, bytes: piece.length });
    await this.#write(piece);
    this.#end += piece.length;
  }

  /** The whole text of a stream, in pieces. */
  async *read(index: number): AsyncGenerator<string | Buffer, void, void> {
    const { extents, parts } = this.#streams[index] as Stream;
    for (const { offset, bytes } of extents) {
      const piece = Buffer.alloc(bytes);
      await this.#file.read(piece, 0, bytes, offset);
      yield piece;
    }
    yield parts.join('');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }

  async #write(piece: Buffer): Promise<void> {
    try {
      for (let at = 0; at < piece.length; ) {
        const { bytesWritten } = await this.#file.write(piece, at, piece.length - at, this.#end + at);
        at += bytesWritten;
      }
    } catch (error) {
      throw createWriteError(this.#nextTo, error);
    }
  }
}
