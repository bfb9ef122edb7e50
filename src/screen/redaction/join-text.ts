/** A text without its interruptions. */
export interface JoinedText {
  readonly text: string;
  /** For each position of the text, its position in the original text; computed on demand. */
  places(): Uint32Array;
}

/** Joins the parts of a text between interruptions; the expression must be global. */
export function joinText(original: string, interruptions: RegExp): JoinedText {
  const text = original.replaceAll(interruptions, '');
  let places: Uint32Array | undefined;
  return { text, places: () => (places ??= findPlaces(original, text.length, interruptions)) };
}

function findPlaces(original: string, length: number, interruptions: RegExp): Uint32Array {
  const places = new Uint32Array(length);
  let [index, at] = [0, 0];
  const keep = (end: number): void => {
    for (; at < end; at += 1) places[index++] = at;
  };
  for (const { index: start, 0: found } of original.matchAll(interruptions)) {
    keep(start);
    at = start + found.length;
  }
  keep(original.length);
  return places;
}
