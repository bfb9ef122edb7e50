/** The candidate closest to `word`, if any is close enough to be what was meant. */
export function nearestOf(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(word.length / 2)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

// Longer words are no typos of ours, and the table below grows with the square.
const maxLength = 100;

function editDistance(left: string, right: string): number {
  if (left.length > maxLength || right.length > maxLength) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 0; i < left.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < right.length; j += 1) {
      const replace = (row[j] as number) + (left[i] === right[j] ? 0 : 1);
      next.push(Math.min(replace, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    row = next;
  }
  return row[right.length] as number;
}
