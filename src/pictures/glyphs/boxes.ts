import {
  isFigure,
  paintBlock,
  paintBraille,
  paintGeometric,
  paintScanLine,
  paintSextant,
  paintShade,
} from './blocks.js';
import {
  AlphaMask,
  type Band,
  type Bands,
  createEllipseEdge,
  createStroke,
  type GlyphPainter,
  type Point,
  unitsPerPixel,
} from './figure.js';
import { paintPowerline, paintPowerlineSymbol } from './powerline.js';

// The first matching range draws a character.
const ranges: readonly (readonly [first: number, last: number, paint: GlyphPainter])[] = [
  [0x23ba, 0x23bd, paintScanLine],
  [0x2504, 0x250b, paintDashedLine],
  [0x254c, 0x254f, paintDashedLine],
  [0x256d, 0x2570, paintCorner],
  [0x2571, 0x2573, paintDiagonal],
  [0x2500, 0x257f, paintLines],
  [0x2591, 0x2593, paintShade],
  [0x2580, 0x259f, paintBlock],
  [0x2800, 0x28ff, paintBraille],
  [0xe0a0, 0xe0a3, paintPowerlineSymbol],
  [0xe0b0, 0xe0bf, paintPowerline],
  [0x1fb00, 0x1fb3b, paintSextant],
  [0x1fb70, 0x1fb8b, paintBlock],
];

/**
 * The coverage of each pixel of a cell, 0 to 255, row by row; undefined for characters that a font draws.
 * Uses integers only, so it is the same on every machine.
 */
export function createBoxMask(codePoint: number, width: number, height: number): Uint8Array | undefined {
  const paint = findPainter(codePoint);
  if (paint === undefined) return undefined;
  const mask = new AlphaMask(width, height);
  paint(mask, codePoint);
  return mask.pixels;
}

function findPainter(codePoint: number): GlyphPainter | undefined {
  if (isFigure(codePoint)) return paintGeometric;
  return ranges.find(([first, last]) => codePoint >= first && codePoint <= last)?.[2];
}

// The edges that ╭ ╮ ╯ ╰ connect.
const corners = [
  { isRight: true, isDown: true },
  { isRight: false, isDown: true },
  { isRight: false, isDown: false },
  { isRight: true, isDown: false },
];
const firstCorner = 0x256d;

/** Draws ╭ ╮ ╯ ╰: a quarter circle, extended straight to the edges. */
function paintCorner(mask: AlphaMask, codePoint: number): void {
  const { isRight, isDown } = corners[codePoint - firstCorner] ?? { isRight: true, isDown: true };
  const { light: column } = mask.columns;
  const { light: row } = mask.rows;
  const room = Math.min(isRight ? mask.width - column.to : column.from, isDown ? mask.height - row.to : row.from);
  // The last pixel is straight, so that it matches the neighboring cell exactly.
  const radius = Math.max(0, room - 1);
  const centerX = isRight ? column.to + radius : column.from - radius;
  const centerY = isDown ? row.to + radius : row.from - radius;
  if (isDown) mask.fill(column.from, centerY, column.to, mask.height);
  else mask.fill(column.from, 0, column.to, centerY);
  if (isRight) mask.fill(centerX, row.from, mask.width, row.to);
  else mask.fill(0, row.from, centerX, row.to);
  const outer = (radius + mask.thickness) * unitsPerPixel;
  mask.paint(
    createEllipseEdge([centerX * unitsPerPixel, centerY * unitsPerPixel], outer, outer, mask.thickness * unitsPerPixel),
    isRight ? { from: column.from, to: centerX } : { from: centerX, to: column.to },
    isDown ? { from: row.from, to: centerY } : { from: centerY, to: row.to },
  );
}

const rising = 0x2571;
const falling = 0x2572;

/** Draws ╱ ╲ ╳ from corner to corner. */
function paintDiagonal(mask: AlphaMask, codePoint: number): void {
  const [width, height] = [mask.width * unitsPerPixel, mask.height * unitsPerPixel];
  // Longer than the cell, so that its edges clip the corners.
  const paintLine = (from: Point, to: Point): void =>
    mask.paint(createStroke([from, to], mask.thickness * unitsPerPixel));
  if (codePoint !== falling) paintLine([2 * width, -height], [-width, 2 * height]);
  if (codePoint !== rising) paintLine([-width, -height], [2 * width, 2 * height]);
}

// The number of dashes of each pair of horizontal or vertical characters.
const dashCounts: Readonly<Record<number, number>> = {
  9476: 3,
  9478: 3,
  9480: 4,
  9482: 4,
  9548: 2,
  9550: 2,
};

/** Draws ┄ ┆ ┈ ┊ ╌ ╎, light and heavy: dashes with half a gap at each edge, so that they continue evenly. */
function paintDashedLine(mask: AlphaMask, codePoint: number): void {
  const weight = codePoint % 2 === 0 ? 'light' : 'heavy';
  const count = dashCounts[codePoint & ~1] ?? 1;
  const isVertical = (codePoint & 2) !== 0;
  const length = isVertical ? mask.height : mask.width;
  const gap = Math.max(1, Math.round(length / (3 * count)));
  for (let dash = 0; dash < count; dash += 1) {
    const from = Math.floor((dash * length) / count) + (gap >> 1);
    const to = Math.max(from + 1, Math.floor(((dash + 1) * length) / count) - gap + (gap >> 1));
    const { columns, rows } = mask;
    if (isVertical) mask.fill(columns[weight].from, from, columns[weight].to, to);
    else mask.fill(from, rows[weight].from, to, rows[weight].to);
  }
}

// U+2500 to U+257F, 16 a row: the weights of the arms up, right, down, left. 0 none, 1 light, 2 heavy, 3 double;
// dots mark characters that do not consist of straight solid lines.
const armsTable = [
  '0101 0202 1010 2020 .... .... .... .... .... .... .... .... 0110 0210 0120 0220', // ─━│┃┄┅┆┇┈┉┊┋┌┍┎┏
  '0011 0012 0021 0022 1100 1200 2100 2200 1001 1002 2001 2002 1110 1210 2110 1120', // ┐┑┒┓└┕┖┗┘┙┚┛├┝┞┟
  '2120 2210 1220 2220 1011 1012 2011 1021 2021 2012 1022 2022 0111 0112 0211 0212', // ┠┡┢┣┤┥┦┧┨┩┪┫┬┭┮┯
  '0121 0122 0221 0222 1101 1102 1201 1202 2101 2102 2201 2202 1111 1112 1211 1212', // ┰┱┲┳┴┵┶┷┸┹┺┻┼┽┾┿
  '2111 1121 2121 2112 2211 1122 1221 2212 1222 2122 2221 2222 .... .... .... ....', // ╀╁╂╃╄╅╆╇╈╉╊╋╌╍╎╏
  '0303 3030 0310 0130 0330 0013 0031 0033 1300 3100 3300 1003 3001 3003 1310 3130', // ═║╒╓╔╕╖╗╘╙╚╛╜╝╞╟
  '3330 1013 3031 3033 0313 0131 0333 1303 3101 3303 1313 3131 3333 .... .... ....', // ╠╡╢╣╤╥╦╧╨╩╪╫╬╭╮╯
  '.... .... .... .... 0001 1000 0100 0010 0002 2000 0200 0020 0201 1020 0102 2010', // ╰╱╲╳╴╵╶╷╸╹╺╻╼╽╾╿
].flatMap((row) => row.split(' '));
const firstLine = 0x2500;
const weights = ['none', 'light', 'heavy', 'double'] as const;
type Weight = (typeof weights)[number];

const up = 0;
const left = 3;

/** Draws straight lines that meet in the middle. */
function paintLines(mask: AlphaMask, codePoint: number): void {
  const arms = [...(armsTable[codePoint - firstLine] ?? '')].map((digit) => weights[Number(digit)] ?? 'none');
  for (const side of arms.keys()) paintArm(mask, arms, side);
}

function paintArm(mask: AlphaMask, arms: readonly Weight[], side: number): void {
  const getArm = (by: number): Weight => arms[(side + by) % 4] ?? 'none';
  const isVertical = side % 2 === 0;
  const isFirst = side === up || side === left;
  const [along, across] = isVertical ? [mask.rows, mask.columns] : [mask.columns, mask.rows];
  const weight = getArm(0);
  // The sides of the arm: left and right if it is vertical, above and below if it is horizontal.
  const [before, after] = isFirst === isVertical ? [getArm(3), getArm(1)] : [getArm(1), getArm(3)];
  const near = isFirst ? along.light.from : along.light.to;
  const far = getEnd(chooseCrossing(weight, getArm(2), before, after, along), isFirst) ?? near;
  const strip = (band: Band, reach: number): void => {
    const [from, to] = isFirst ? [0, reach] : [reach, isVertical ? mask.height : mask.width];
    if (isVertical) mask.fill(band.from, from, band.to, to);
    else mask.fill(from, band.from, to, band.to);
  };
  if (weight === 'light' || weight === 'heavy') strip(across[weight], far);
  if (weight !== 'double') return;
  // The inside of crossing double lines stays open: each strip stops where it meets the other's.
  strip({ from: across.double.from, to: across.light.from }, before === 'double' ? near : far);
  strip({ from: across.light.to, to: across.double.to }, after === 'double' ? near : far);
}

/** The lines that an arm must cross to their far side; undefined if it may stop at their near side. */
function chooseCrossing(arm: Weight, opposite: Weight, before: Weight, after: Weight, along: Bands): Band | undefined {
  if (before === 'heavy' || after === 'heavy') return along.heavy;
  if (before === after && arm !== opposite) return before === 'none' ? along.light : undefined;
  return before === 'double' || after === 'double' ? along.double : along.light;
}

const getEnd = (band: Band | undefined, isFirst: boolean): number | undefined => (isFirst ? band?.to : band?.from);
