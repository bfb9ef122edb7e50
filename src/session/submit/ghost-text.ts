import type { Line } from '../../screen/line.js';
import { isVerticalAt } from '../../screen/logical-line.js';
import type { Screen } from '../../screen/screen.js';
import { type Style, trueColor } from '../../screen/style.js';
import type { DisplayedText } from './text-echo.js';

const brightBlack = 8;
// The part of the 256 colors from dark to light gray that is darker than ordinary text.
const [minGray, maxGray] = [232, 250];
const maxChannelDifference = 12;
const maxGrayLevel = 0xc0;

/**
 * The text of a suggestion that a program displays directly after the typed text: dim or gray, while the typed text is
 * not. It may begin under a cursor that the program draws itself.
 */
export function findGhostText({ lines, cols }: Screen, { end }: DisplayedText): string | undefined {
  const textLine = lines[end.row];
  if (textLine === undefined || isFaint(textLine.styleAt(end.col))) return undefined;
  const width = Math.max(1, textLine.widthAt(end.col));
  const isAtEdge = end.col + width >= cols;
  const line = isAtEdge ? lines[end.row + 1] : textLine;
  if (line === undefined) return undefined;
  const first = isAtEdge ? 0 : end.col + width;
  return readGhost(line, first);
}

function readGhost(line: Line, first: number): string | undefined {
  let from = first;
  const isDrawnCursor = from < line.width && line.styleAt(from).inverse;
  if (isDrawnCursor) from += Math.max(1, line.widthAt(from));
  else if (from < line.width && line.isBlank(from)) from += 1;
  let to = from;
  while (to < line.width && !isVerticalAt(line, to) && (line.isBlank(to) || isFaint(line.styleAt(to)))) to += 1;
  const rest = line.slice(from, to).trimEnd();
  if (rest === '' || line.isBlank(from)) return undefined;
  return `${isDrawnCursor ? line.slice(first, from) : ''}${rest}`.trim();
}

/** Whether a style is one in which programs draw suggestions. */
function isFaint({ dim, fg }: Style): boolean {
  if (dim || fg === brightBlack || (fg >= minGray && fg <= maxGray)) return true;
  if (fg < trueColor) return false;
  const channels = [fg >> 16, fg >> 8, fg].map((channel) => channel & 0xff);
  const [darkest, lightest] = [Math.min(...channels), Math.max(...channels)];
  return lightest - darkest <= maxChannelDifference && lightest <= maxGrayLevel;
}
