import { drawPicture } from '../../pictures/picture.js';
import { findTheme, type Theme } from '../../pictures/themes.js';
import type { Screen } from '../../screen/screen.js';
import { renderScreen } from '../../terminal/emulator.js';
import { type DecodedPng, decodePng } from './png.js';

/** The options that pictures are rendered with. */
export const theme = findTheme('pty-default-dark', undefined) as Theme;

/** Renders a screen. */
export const renderToPng = async (screen: Screen): Promise<DecodedPng> =>
  decodePng((await drawPicture(screen, theme, undefined)).png);
/** Renders the output of a program, without the cursor. */
export const renderOutput = async (output: string, cols = 8, rows = 1): Promise<DecodedPng> =>
  await renderToPng(renderScreen(`\x1b[?25l${output}`, cols, rows));
/** The pixels of cells of the only line. */
export const pixelsOf = ({ rgbAt }: DecodedPng, col: number, width = 1): number[] =>
  Array.from({ length: 9 * width * 18 }, (_, at) =>
    rgbAt(1 + col * 9 + (at % (9 * width)), 1 + Math.floor(at / (9 * width))),
  );
