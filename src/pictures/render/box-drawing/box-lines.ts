import type { AlphaMask, Band, Bands } from '../alpha-mask.js';

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
export function paintLines(mask: AlphaMask, codePoint: number): void {
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
