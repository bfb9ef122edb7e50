// Scans JSON text in one pass for data that JSON.parse does not report or must not receive.

/** The text with everything nested deeper than `maxDepth` replaced by null; undefined if nothing is. */
export function clipDepth(text: string, maxDepth: number): string | undefined {
  let depth = 0;
  let clipped = '';
  let from = 0;
  for (const { char, index } of scanStructure(text)) {
    if (char === '{' || char === '[') {
      depth += 1;
      if (depth === maxDepth + 1) clipped += `${text.slice(from, index)}null`;
    } else if (char === '}' || char === ']') {
      if (depth === maxDepth + 1) from = index + 1;
      depth -= 1;
    }
  }
  if (clipped === '') return undefined;
  return depth > maxDepth ? clipped : clipped + text.slice(from);
}

/**
 * The `id` members of the messages in `text` as they were written, for numbers that a double cannot represent. In a batch
 * only objects and arrays count.
 */
export function findIdTexts(text: string): (string | undefined)[] {
  const found: (string | undefined)[] = [];
  const messageDepth = text.trimStart().startsWith('[') ? 2 : 1;
  let depth = 0;
  for (const { char, index, string } of scanStructure(text)) {
    if (char === '{' || char === '[') {
      depth += 1;
      if (depth === messageDepth) found.push(undefined);
    } else if (char !== '"') depth -= 1;
    else if (depth === messageDepth && isIdText(string))
      found[found.length - 1] = readNumberAfter(text, index + string.length + 2) ?? found.at(-1);
  }
  return found;
}

/** JSON text in which each string of more than `maxBytes` bytes is replaced by `{}`. Reads bytes, to save memory. */
export function shortenStrings(json: Buffer, maxBytes: number): string {
  let shortened = '';
  let from = 0;
  for (let start = json.indexOf(quote); start >= 0; ) {
    let end = start + 1;
    while (end < json.length && json[end] !== quote) end += json[end] === backslash ? 2 : 1;
    if (end - start - 1 > maxBytes) {
      shortened += `${json.toString('utf8', from, start)}{}`;
      from = end + 1;
    }
    start = json.indexOf(quote, end + 1);
  }
  return shortened + json.toString('utf8', from);
}

const quote = 0x22;
const backslash = 0x5c;
const maxId = '\\u0069\\u0064'.length;
const isIdText = (string: string): boolean =>
  string === 'id' || (string.length <= maxId && string.includes('\\') && JSON.parse(`"${string}"`) === 'id');

function readNumberAfter(text: string, index: number): string | undefined {
  const value = /\s*:\s*(-?[\d.eE+-]+)/y;
  value.lastIndex = index;
  return value.exec(text)?.[1];
}

interface Mark {
  readonly char: string;
  readonly index: number;
  /** For a quote: the content of the string, with escapes as written. */
  readonly string: string;
}

function* scanStructure(text: string): Generator<Mark> {
  const next = /["[\]{}]/g;
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const index = found.index;
    let string = '';
    if (found[0] === '"') {
      const end = findStringEnd(text, index);
      string = text.slice(index + 1, end);
      next.lastIndex = end + 1;
    }
    yield { char: found[0], index, string };
  }
}

function findStringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
