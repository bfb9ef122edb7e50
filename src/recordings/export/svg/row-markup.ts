import { runAtOnce } from '../../../base/idle-queue.js';
import { cell } from '../../../pictures/glyphs/figure.js';
import { layOut } from '../../../pictures/layout.js';
import type { Rgb, Theme } from '../../../pictures/render/theme.js';
import { type Grid, getTallness, rowMarkupOf } from '../../../pictures/svg.js';
import type { Line } from '../../../screen/line.js';
import type { Screen } from '../../../screen/screen.js';
import { pickRows } from '../changed-rows.js';

/** Some rows as SVG elements. */
export interface MarkedRows {
  /** The background of the screen. */
  readonly background: Rgb;
  /** One text for each row, as if it were the only one; empty for a blank row. */
  readonly rows: readonly string[];
}

/** The SVG elements of some rows of a screen; texts in the foreground of the theme have no `fill`. */
export function markRows(screen: Screen, rows: readonly number[], theme: Theme): MarkedRows {
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
