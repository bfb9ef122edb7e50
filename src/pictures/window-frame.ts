// What surrounds a terminal in a picture: padding, a window bar, round corners and a margin.
import { formatRgb, type Rgb } from '../base/colors.js';
import { mix } from './glyphs/rasterizer.js';

/** The decorations around a terminal, in pixels. */
export interface WindowFrame {
  readonly padding: number;
  readonly margin: number;
  /** Default: the background of the terminal. */
  readonly marginFill: Rgb | undefined;
  /** Empty: no bar. */
  readonly bar: '' | 'Colorful' | 'ColorfulRight' | 'Rings' | 'RingsRight';
  readonly barHeight: number;
  readonly radius: number;
}

/** A picture with a frame, and where the terminal is in it. */
interface FramedSize {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
}

/** The size of a picture of a terminal with a frame. */
export function measureWindow(width: number, height: number, { padding, margin, barHeight }: WindowFrame): FramedSize {
  const left = margin + padding;
  const top = margin + barHeight + padding;
  return { width: width + 2 * left, height: height + top + left, left, top };
}

/** A frame that is larger or smaller. */
export const scaleWindow = (frame: WindowFrame, factor: number): WindowFrame => ({
  ...frame,
  padding: frame.padding * factor,
  margin: frame.margin * factor,
  barHeight: frame.barHeight * factor,
  radius: frame.radius * factor,
});

interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly color: Rgb;
}

const dotColors = [0xff4f4d, 0xfebb00, 0x00cc1d];
const ringColor = 0x333333;

/** The circles in the bar; a ring is a smaller circle on a larger one. */
function circlesOf({ bar, barHeight, margin }: WindowFrame, width: number, background: Rgb): Circle[] {
  if (bar === '') return [];
  const isRings = bar.startsWith('Rings');
  const radius = barHeight / (isRings ? 5 : 6);
  const gap = (barHeight - 2 * radius) / 2;
  const step = 2 * radius + barHeight / 6;
  const y = margin + barHeight / 2;
  return dotColors.flatMap((color, index) => {
    const offset = margin + gap + radius + index * step;
    const x = bar.endsWith('Right') ? width - offset : offset;
    return isRings
      ? [
          { x, y, radius, color: ringColor },
          { x, y, radius: radius * 0.8, color: background },
        ]
      : [{ x, y, radius, color }];
  });
}

/** Fills a rectangle of a picture. */
type Fill = (x: number, y: number, width: number, height: number, rgb: Rgb) => void;

/** Draws a frame around a terminal with this background. What is inside is drawn later. */
export function drawWindow(
  fill: Fill,
  size: { width: number; height: number },
  frame: WindowFrame,
  background: Rgb,
): void {
  const { width, height } = size;
  const { margin, radius, marginFill = background } = frame;
  fill(0, 0, width, height, marginFill);
  fill(margin, margin, width - 2 * margin, height - 2 * margin, background);
  if (marginFill !== background) roundCorners(fill, size, margin, radius, { outside: marginFill, inside: background });
  for (const circle of circlesOf(frame, width, background)) drawCircle(fill, circle, background);
}

interface CornerColors {
  readonly outside: Rgb;
  readonly inside: Rgb;
}

function roundCorners(
  fill: Fill,
  { width, height }: { width: number; height: number },
  margin: number,
  radius: number,
  { outside, inside }: CornerColors,
): void {
  for (let dy = 0; dy < radius; dy += 1)
    for (let dx = 0; dx < radius; dx += 1) {
      const level = levelAt(Math.hypot(radius - dx - 0.5, radius - dy - 0.5), radius);
      if (level === 15) continue;
      const color = mix(outside, inside, level);
      for (const x of [margin + dx, width - margin - 1 - dx])
        for (const y of [margin + dy, height - margin - 1 - dy]) fill(x, y, 1, 1, color);
    }
}

function drawCircle(fill: Fill, { x, y, radius, color }: Circle, background: Rgb): void {
  for (let top = Math.floor(y - radius); top < y + radius; top += 1)
    for (let left = Math.floor(x - radius); left < x + radius; left += 1) {
      const level = levelAt(Math.hypot(left + 0.5 - x, top + 0.5 - y), radius);
      if (level > 0) fill(left, top, 1, 1, mix(color === background ? ringColor : background, color, level));
    }
}

/** How much of a pixel is inside a circle, in fifteenths. */
const levelAt = (distance: number, radius: number): number =>
  Math.round(15 * Math.min(1, Math.max(0, radius + 0.5 - distance)));

/** The frame as SVG elements, behind a terminal with this background. */
export function markWindow(size: { width: number; height: number }, frame: WindowFrame, background: Rgb): string {
  const { width, height } = size;
  const { margin, radius, marginFill } = frame;
  const inside = `x="${margin}" y="${margin}" width="${width - 2 * margin}" height="${height - 2 * margin}"`;
  const outer =
    marginFill === undefined ? '' : `<rect width="${width}" height="${height}" fill="${formatRgb(marginFill)}"/>\n`;
  return `${outer}<rect class="a b" ${inside} rx="${radius}" fill="${formatRgb(background)}"/>\n`;
}

/** The circles in the bar as SVG elements. */
export const markBar = (width: number, frame: WindowFrame, background: Rgb): string =>
  circlesOf(frame, width, background)
    .map(({ x, y, radius, color }) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${formatRgb(color)}"/>\n`)
    .join('');
