import { trimBlanks } from './blanks.js';
import { ClusterSeparator } from './cluster-separator.js';
import type { Line } from './line.js';
import { type Color, defaultColor, type Style, trueColor } from './style.js';

const underlineCodes = { single: '4', double: '4:2', curly: '4:3', dotted: '4:4', dashed: '4:5' } as const;
const reset = '\x1b[0m';

/** A line as text with escape codes (SGR); trailing blanks are included only if they have a style. */
export function encodeLine(line: Line): string {
  const seams = new ClusterSeparator();
  let text = '';
  let active = '';
  for (const run of line.splitRuns()) {
    const codes = encodeSgr(run.style);
    const code = codes === '' ? reset : `\x1b[0;${codes}m`;
    if (codes !== active) {
      text += code;
      seams.reset();
    }
    active = codes;
    text += seams.separate(line, run.col, run.text, code);
  }
  return active === '' ? trimBlanks(text) : text + reset;
}

/** The SGR parameters of a style; empty for the default. */
export function encodeSgr(style: Style): string {
  return [
    style.bold ? '1' : '',
    style.dim ? '2' : '',
    style.italic ? '3' : '',
    style.underline === undefined ? '' : underlineCodes[style.underline],
    style.blink ? '5' : '',
    style.inverse ? '7' : '',
    style.hidden ? '8' : '',
    style.strikethrough ? '9' : '',
    style.overline ? '53' : '',
    encodeColor(style.fg, 30, '38'),
    encodeColor(style.bg, 40, '48'),
    style.underlineColor === defaultColor ? '' : encodeColor(style.underlineColor, undefined, '58'),
  ]
    .filter((code) => code !== '')
    .join(';');
}

// Slots 0–7 have the codes from `base` on, 8–15 those from `base` + 60; all others use the extended form.
function encodeColor(color: Color, base: number | undefined, extended: string): string {
  if (color === defaultColor) return '';
  if (color >= trueColor) return `${extended};2;${(color >> 16) & 0xff};${(color >> 8) & 0xff};${color & 0xff}`;
  if (base === undefined || color > 15) return `${extended};5;${color}`;
  return String(color < 8 ? base + color : base + 52 + color);
}
