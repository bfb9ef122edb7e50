/** How one screen differs from another. */
interface ScreenChanges {
  /** By how many lines the older screen has scrolled up. */
  readonly scrolled: number;
  /** The 0-based rows whose text differs after scrolling. */
  readonly rows: readonly number[];
}

/** Compares two screens, given as lines. A screen that has scrolled is compared with its new position. */
export function compareScreens(before: readonly string[], after: readonly string[]): ScreenChanges {
  let best: ScreenChanges = { scrolled: 0, rows: findChangedRows(before, after, 0) };
  for (let scrolled = 1; scrolled < before.length && best.rows.length > 0; scrolled += 1) {
    const rows = findChangedRows(before, after, scrolled);
    // A shift must save rows: otherwise the position of unchanged lines would be harder to follow.
    if (rows.length + 1 < best.rows.length) best = { scrolled, rows };
  }
  return best;
}

function findChangedRows(before: readonly string[], after: readonly string[], scrolled: number): number[] {
  const isChanged = (_: string, row: number): boolean => (before[row + scrolled] ?? '') !== after[row];
  return [...after.keys()].filter((row) => isChanged('', row));
}
