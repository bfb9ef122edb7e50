/** How often each measurement is repeated, and its sizes. */
export interface Amounts {
  readonly tokens: number;
  /** Waits before the measured ones on a scrolling screen: more than the screen has rows. */
  readonly tokensBefore: number;
  readonly looks: number;
  readonly floodKilobytes: number;
  readonly frames: number;
  readonly pictures: number;
  readonly idleMs: number;
  /** Screen sizes for the table of sizes, columns by rows. */
  readonly sizes: readonly (readonly [cols: number, rows: number])[];
  readonly framesPerSize: number;
  /** Numbers of pending waits, for their table. */
  readonly waits: readonly number[];
  readonly floodUnderWaitsKilobytes: number;
  /** Numbers of requests in a recording, for the table of recordings. */
  readonly recordings: readonly number[];
}

/** Enough for reliable figures. */
export const fullAmounts: Amounts = {
  tokens: 20,
  tokensBefore: 60,
  looks: 20,
  floodKilobytes: 10 * 1024,
  frames: 300,
  pictures: 8,
  idleMs: 2000,
  sizes: [
    [80, 24],
    [134, 40],
    [200, 60],
    [300, 100],
    [500, 200],
  ],
  framesPerSize: 50,
  waits: [1, 10, 100, 1000],
  floodUnderWaitsKilobytes: 2 * 1024,
  recordings: [100, 1000, 10_000],
};

/** Checks that everything runs; the figures are meaningless. */
export const quickAmounts: Amounts = {
  tokens: 2,
  tokensBefore: 50,
  looks: 2,
  floodKilobytes: 64,
  frames: 5,
  pictures: 2,
  idleMs: 100,
  sizes: [
    [80, 24],
    [200, 60],
  ],
  framesPerSize: 3,
  waits: [1, 10],
  floodUnderWaitsKilobytes: 64,
  recordings: [10, 20],
};
