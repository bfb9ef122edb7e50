const maxLines = 20;
const sgr = /␛\[([\d;:]*)m/;
const colors = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
const attributes: Readonly<Record<string, string>> = {
  '1': 'bold',
  '2': 'dim',
  '3': 'italic',
  '4': 'underline',
  '5': 'blink',
  '7': 'inverse',
  '8': 'hidden',
  '9': 'strikethrough',
  '53': 'overline',
};

/** Shortens the difference of a snapshot for a message: lines whose text is the same show the styles by name. */
export function formatDifference(diff: string): string {
  const lines = joinPairs(diff.trimEnd().split('\n')).flatMap(formatChange);
  const rest = lines.length - maxLines;
  return [...lines.slice(0, maxLines), ...(rest > 0 ? [`… ${rest} more lines`] : [])].join('\n');
}

/** A line, or an old and a new line with the same text. */
type Change = readonly [line: string, changed?: string];

/** Joins each removed line with the added one that replaces it, if only the style differs. */
function joinPairs(lines: readonly string[]): Change[] {
  const changes: Change[] = [];
  for (let start = 0; start < lines.length; ) {
    const removed = countFrom(lines, start, '-');
    const added = countFrom(lines, start + removed, '+');
    const end = start + Math.max(1, removed + added);
    const middle = start + removed;
    changes.push(...pairLines(lines.slice(start, middle), lines.slice(middle, end)));
    start = end;
  }
  return changes;
}

function pairLines(left: readonly string[], right: readonly string[]): Change[] {
  if (left.length !== right.length) return [...left, ...right].map((line) => [line] as const);
  return left.flatMap((line, index): Change[] => {
    const other = right[index] as string;
    const isRestyled = textOf(line).slice(1) === textOf(other).slice(1);
    return isRestyled ? [[line, other]] : [[line], [other]];
  });
}

function countFrom(lines: readonly string[], start: number, sign: string): number {
  let count = 0;
  while (lines[start + count]?.startsWith(sign) === true) count += 1;
  return count;
}

const textOf = (line: string): string =>
  line
    .split(sgr)
    .filter((_, index) => index % 2 === 0)
    .join('');

function formatChange([line, changed]: Change): string[] {
  if (changed === undefined) return [textOf(line)];
  const [before, after] = [line, changed].map((one) => stylesOf(one.slice(1)));
  return [`~${textOf(line).slice(1)}`, ...listRestyled([...textOf(line).slice(1)], before ?? [], after ?? [])];
}

/** The parts of a line whose style differs, each with the style before and after. */
function listRestyled(characters: readonly string[], before: readonly string[], after: readonly string[]): string[] {
  const parts: string[] = [];
  for (let start = 0; start < characters.length; ) {
    let end = start + 1;
    while (end < characters.length && before[end] === before[start] && after[end] === after[start]) end += 1;
    if (before[start] !== after[start])
      parts.push(`    ${JSON.stringify(characters.slice(start, end).join(''))}: ${before[start]} → ${after[start]}`);
    start = end;
  }
  return parts;
}

/** The style of each character of a line, in words. */
function stylesOf(line: string): string[] {
  const styles: string[] = [];
  let style = 'default';
  for (const [index, part] of line.split(sgr).entries())
    if (index % 2 === 1) style = describeStyle(part);
    else for (const _ of part) styles.push(style);
  return styles;
}

const extended: Readonly<Record<string, string>> = { '38': '', '48': 'on ', '58': 'underline ' };

function describeStyle(params: string): string {
  const words: string[] = [];
  for (let codes = params.split(';'); codes.length > 0; ) {
    const [code = '', kind, ...values] = codes;
    const prefix = extended[code];
    const isPalette = kind === '5';
    if (prefix === undefined) words.push(...describeCode(code));
    else words.push(prefix + (isPalette ? values[0] : `#${values.slice(0, 3).map(toHex).join('')}`));
    codes = codes.slice(prefix === undefined ? 1 : isPalette ? 3 : 5);
  }
  return words.length === 0 ? 'default' : words.join(' ');
}

const toHex = (value: string): string => Number(value).toString(16).padStart(2, '0');

function describeCode(code: string): string[] {
  const attribute = attributes[code.split(':', 1)[0] as string];
  return attribute === undefined ? describeColor(Number(code)) : [attribute];
}

function describeColor(code: number): string[] {
  const isBright = code >= 90;
  const slot = code - (isBright ? 90 : 30);
  const name = colors[slot % 10];
  if (slot < 0 || slot > 17 || name === undefined) return [];
  const bright = isBright ? `bright${name.charAt(0).toUpperCase()}${name.slice(1)}` : name;
  return [slot >= 10 ? `on ${bright}` : bright];
}
