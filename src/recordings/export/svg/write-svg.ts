import { cell, defaultPadding } from '../../../pictures/glyphs/figure.js';
import type { Rgb, Theme } from '../../../pictures/render/theme.js';
import { escapeMarkup, fontStack, formatPixels, getFontSize, toHex } from '../../../pictures/svg.js';
import type { Screen } from '../../../screen/screen.js';
import type { Shot } from '../../film/pacing.js';
import { listChangedRows } from '../changed-rows.js';
import type { OutputFile } from '../output-file.js';
import { markRows } from './row-markup.js';
import { Spool } from './spool.js';
import { Variants } from './variants.js';

/** What must be known before the first screen is written. */
export interface SvgSetup {
  /** The size of the largest screen. */
  readonly cols: number;
  readonly rows: number;
  readonly durationMs: number;
  readonly theme: Theme;
  readonly scale: number;
  /** How often the animation is played; 0 is endless. */
  readonly plays: number;
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
      const keyframe = `${this.#formatPercent(atMs)}{fill:${toHex(marked.background)}}`;
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
  const [width, height] = [cols * cell.width + 2 * defaultPadding, rows * cell.height + 2 * defaultPadding];
  const copy = async (stream: number): Promise<void> => {
    for await (const piece of spool.read(stream)) await file.write(piece);
  };
  await file.write(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" ` +
      `viewBox="0 0 ${width} ${height}" font-family="${escapeMarkup(fontStack)}" font-size="${formatPixels(getFontSize(cell))}" ` +
      `fill="${toHex(theme.foreground)}">\n<style>\n${rulesOf(setup)}\n`,
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
  const background = toHex(tracks.background ?? theme.background);
  await file.write(`</style>\n<rect class="a b" width="${width}" height="${height}" fill="${background}"/>\n`);
  for (let row = 0; row < rows; row += 1) {
    if (!isAnimated(row) && tracks.positions[row] === blank) continue;
    const y = defaultPadding + row * cell.height;
    const size = `width="${cols * cell.width}" height="${cell.height}"`;
    const offset = offsetOf(tracks.positions[row] as number);
    const animation = isAnimated(row) ? ` class="a k${row}"` : '';
    await file.write(`<svg x="${defaultPadding}" y="${y}" ${size}><g${animation} transform="translate(0 ${offset})">`);
    await copy(contentOf(row));
    await file.write('</g></svg>\n');
  }
  await file.write('</svg>\n');
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
