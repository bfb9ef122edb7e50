// More than any message of a server has. They take up to 500 MB of memory when they are parsed.
const maxValues = 4_000_000;
const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [bracket, brace] = [0x5b, 0x7b];

/** Whether JSON text has more values than should be parsed. Recordings are not trusted: a line of 64 MiB can have millions. */
export function hasTooManyValues(json: string): boolean {
  // A value takes at least two characters.
  if (json.length <= 2 * maxValues) return false;
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) at = findStringEnd(json, at);
    else if (code === comma || code === bracket || code === brace) values += 1;
    if (values > maxValues) return true;
  }
  return false;
}

function findStringEnd(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === quote) return at;
  }
  return json.length;
}
