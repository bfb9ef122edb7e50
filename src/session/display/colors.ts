// Which colors a program uses, and whether its terminal promises them.
import { type Color, defaultColor, formatColor, trueColor } from '../../base/colors.js';
import { MethodError } from '../../base/errors.js';
import type { Line } from '../../screen/line.js';
import type { Style } from '../../screen/style.js';
import type { Emulator } from '../../terminal/emulator.js';
import { type ColorDepth, colorDepths } from '../../terminal/queries/profiles.js';
import type { Call } from '../call.js';
import { waitFor } from '../waits/wait.js';

/** The colors that were used, and those that are promised. */
interface ColorUse {
  readonly used: ColorDepth;
  readonly promised: ColorDepth;
}
/** The first text of a color; `row` is 0-based, negative in the scrollback. */
interface Finding {
  readonly text: string;
  readonly row: number;
  readonly col: number;
  readonly color: Color;
}

const maxFindings = 100;

/** Waits until no cell has a color beyond `max` (default: what is promised); fails with kind `too-many-colors`. */
export async function expectColors(max: ColorDepth | undefined, call: Call): Promise<ColorUse> {
  call.requireOwnTerminal();
  const { program, promisedColors: promised } = call.requireCurrent();
  const limit = max ?? promised;
  const arriving = call.receiveOutput();
  if (arriving !== undefined) await arriving;
  call.noteWaiting();
  let findings: readonly Finding[] = [];
  const outcome = await waitFor(call, {
    observe: () => {
      findings = findColors(program.emulator);
      const isMet = findings.every(({ color }) => !isBeyond(depthOf(color), limit));
      return { evaluate: () => (isMet ? {} : undefined) };
    },
  });
  const used = findings.map(({ color }) => depthOf(color)).reduce(deeperOf, 'none');
  if ('found' in outcome) return { used, promised };
  const beyond = findings.filter(({ color }) => isBeyond(depthOf(color), limit));
  throw new MethodError('too-many-colors', describe(beyond, limit), {
    findings: beyond
      .slice(0, maxFindings)
      .map(({ text, row, col, color }) => ({ text, row: row + 1, col: col + 1, color: formatColor(color) })),
    used,
    promised,
    screen: outcome.screen,
  });
}

const isBeyond = (depth: ColorDepth, limit: ColorDepth): boolean =>
  colorDepths.indexOf(depth) > colorDepths.indexOf(limit);
const deeperOf = (one: ColorDepth, other: ColorDepth): ColorDepth => (isBeyond(other, one) ? other : one);

function depthOf(color: Color): ColorDepth {
  if (color === defaultColor) return 'none';
  return color >= trueColor ? 'truecolor' : color > 15 ? '256' : '16';
}

/** The first cell of each color on the screen and in the scrollback. */
function findColors({ buffers, firstReadable, isAlternate }: Emulator): Finding[] {
  const found = new Map<Color, Finding>();
  const { first, lines } = buffers.captureFrom(firstReadable);
  const above = isAlternate ? lines.slice(0, Math.max(0, buffers.top - first)) : lines;
  for (const [index, line] of above.entries()) addColors(line, first + index - buffers.top, found);
  if (isAlternate) for (const [row, line] of buffers.getVisibleLines().entries()) addColors(line, row, found);
  return [...found.values()];
}

function addColors(line: Line, row: number, found: Map<Color, Finding>): void {
  for (const { col, text, style } of line.splitRuns())
    for (const color of colorsOf(style))
      if (color !== defaultColor && !found.has(color)) found.set(color, { text: text.trimEnd(), row, col, color });
}

const colorsOf = ({ fg, bg, underlineColor }: Style): readonly Color[] => [fg, bg, underlineColor];

const names = { none: 'no color', '16': '16 colors', '256': '256 colors', truecolor: 'any color' } as const;

function describe(findings: readonly Finding[], limit: ColorDepth): string {
  const [first] = findings;
  if (first === undefined) return 'The screen was not evaluated before the timeout.';
  const { text, row, col, color } = first;
  const place = `${JSON.stringify(text)} (row ${row + 1}, column ${col + 1})`;
  const more = findings.length - 1;
  const others = more === 0 ? '' : ` ${more} more ${more === 1 ? 'is' : 'are'} beyond it.`;
  return `${place} has the color ${JSON.stringify(formatColor(color))}, beyond the limit of ${names[limit]}.${others}`;
}
