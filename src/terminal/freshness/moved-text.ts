/** A text at a row and column of the screen; a row of -1 is a line that has scrolled off. */
export interface PlacedText {
  readonly row: number;
  readonly col: number;
  readonly text: string;
  /** Whether it was typed, and its line submitted: an equal text below it is an answer, unless other lines moved too. */
  readonly isSubmitted?: boolean;
}

/**
 * Pairs texts that disappeared from the display with equal texts that appeared in the same column: a program that
 * redraws moves its lines this way. If most lines moved by the same number of rows, lines that moved off the edge
 * disappeared for good, so they are not paired with an equal text that appeared. A text that appeared where another one
 * must have moved is paired with it, even if an equal text now covers the old position: `findDisplayed` returns the
 * text that was displayed there.
 */
export function pairMovedTexts<Lost extends PlacedText, Gained extends PlacedText>(
  lost: readonly Lost[],
  gained: readonly Gained[],
  findDisplayed: (row: number, col: number) => Lost | undefined,
): Map<Gained, Lost> {
  const pairs = new Map<Gained, Lost>();
  if (lost.length === 0 || gained.length === 0) return pairs;
  const lostBy = groupBy(lost, toKey);
  const shifts = findShiftsByColumn(lostBy, gained);
  const rows = findRowRanges([...lost, ...gained]);
  for (const [key, appeared] of groupBy(gained, toKey)) {
    const candidates = lostBy.get(key) ?? [];
    const col = appeared[0]?.col as number;
    const shift = shifts.get(col) ?? 0;
    const [first, last] = rows.get(col) as readonly [number, number];
    const left: Gained[] = [];
    for (const target of appeared) {
      const source =
        takeFirst(candidates, ({ row }) => row - shift === target.row) ?? findHidden(target, shift, findDisplayed);
      if (source === undefined) left.push(target);
      else pairs.set(target, source);
    }
    const staying = candidates.filter(({ row }) => row < 0 || (row - shift >= first && row - shift <= last));
    for (const target of left) {
      const source = takeFirst(staying, ({ row, isSubmitted }) => isSubmitted !== true || target.row <= row);
      if (source !== undefined) pairs.set(target, source);
    }
  }
  return pairs;
}

function takeFirst<T>(items: T[], passes: (item: T) => boolean): T | undefined {
  const index = items.findIndex(passes);
  return index < 0 ? undefined : items.splice(index, 1)[0];
}

function findHidden<Lost extends PlacedText>(
  { row, col, text }: PlacedText,
  shift: number,
  findDisplayed: (row: number, col: number) => Lost | undefined,
): Lost | undefined {
  const source = shift === 0 ? undefined : findDisplayed(row + shift, col);
  return source?.text === text ? source : undefined;
}

const toKey = ({ col, text }: PlacedText): string => `${col} ${text}`;

/** By column, the number of rows by which most of its texts moved up. Only texts that occur once are evidence, and not an answer. */
function findShiftsByColumn(
  lostBy: ReadonlyMap<string, readonly PlacedText[]>,
  gained: readonly PlacedText[],
): Map<number, number> {
  const votes = new Map<number, Map<number, number>>();
  for (const [key, targets] of groupBy(gained, toKey)) {
    const [target, source] = [targets[0] as PlacedText, lostBy.get(key)?.[0]];
    if (source === undefined || source.row < 0 || targets.length > 1 || lostBy.get(key)?.length !== 1) continue;
    if (source.isSubmitted && source.row < target.row) continue;
    const counts = votes.get(target.col) ?? new Map<number, number>();
    const shift = source.row - target.row;
    votes.set(target.col, counts.set(shift, (counts.get(shift) ?? 0) + 1));
  }
  return new Map([...votes].map(([col, counts]) => [col, findMajority(counts)]));
}

/** Without a majority, the texts were rearranged rather than scrolled. */
function findMajority(counts: ReadonlyMap<number, number>): number {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts].find(([, count]) => 2 * count > total)?.[0] ?? 0;
}

function findRowRanges(texts: readonly PlacedText[]): Map<number, readonly [first: number, last: number]> {
  const ranges = new Map<number, readonly [number, number]>();
  for (const { row, col } of texts) {
    if (row < 0) continue;
    const [first, last] = ranges.get(col) ?? [row, row];
    ranges.set(col, [Math.min(first, row), Math.max(last, row)]);
  }
  for (const { col } of texts) if (!ranges.has(col)) ranges.set(col, [0, 0]);
  return ranges;
}

function groupBy<T>(items: readonly T[], keyOfItem: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOfItem(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
