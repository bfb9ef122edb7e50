// What the reactions of a program cost.
import type { TerminalConnection } from './connection.js';
import type { Terminal } from './terminal.js';
import type { MeasureStopResult, Reaction } from './wire.js';

/** Options of `measure`. */
export interface MeasureOptions {
  /** How often the function runs. Default: 10. */
  readonly times?: number | undefined;
  /** How long the screen must be unchanged after each run, in milliseconds. Default: 100. */
  readonly quiet?: number | undefined;
}

/** The distribution of a figure over all reactions. */
export interface Percentiles {
  /** The median. */
  readonly p50: number;
  /** The 95th percentile. */
  readonly p95: number;
  /** The maximum. */
  readonly max: number;
}

/** What the reactions to input cost. The figures that follow from the bytes are the same on every machine. */
export class Cost {
  /** One for each input. */
  readonly reactions: readonly Reaction[];
  /** What was written before the first input. */
  readonly idle: Reaction;
  /** Bytes of output. */
  readonly bytes: Percentiles;
  /** Cells that were printed. */
  readonly printedCells: Percentiles;
  /** Rows in which cells were printed or erased. */
  readonly rewrittenRows: Percentiles;
  /** Cells that differ in text or style from the screen before the input. */
  readonly changedCells: Percentiles;
  /** Rows with such cells. */
  readonly changedRows: Percentiles;
  /** Lines that scrolled. */
  readonly scrolledLines: Percentiles;
  /** How often a screen that was not blank was cleared. */
  readonly fullClears: Percentiles;
  /** Rows that were erased outside a synchronized update and have the same text again. */
  readonly erasedRows: Percentiles;
  /** Synchronized updates that ended. */
  readonly syncUpdates: Percentiles;
  /** Synchronized updates that began and did not end. */
  readonly openUpdates: Percentiles;
  /** How often the display changed. */
  readonly frames: Percentiles;
  /** Rows with text that were displayed as blank for 5 ms or more and then had text again. */
  readonly blankFlashes: Percentiles;
  /** The longest such time, in milliseconds. */
  readonly blankMs: Percentiles;
  /** Time to the first output, in milliseconds; null if no reaction had any. */
  readonly latencyMs: Percentiles | null;
  /** Time to the first change of the display, in milliseconds; null if no reaction changed it. */
  readonly changedMs: Percentiles | null;
  /** Time to the last change of the display, in milliseconds; null if no reaction changed it. */
  readonly settledMs: Percentiles | null;
  /** How long the kernel took to echo a character at the same time, in milliseconds. */
  readonly echoMs: Percentiles | null;
  readonly #terminal: Terminal;

  /** @internal */
  constructor(terminal: Terminal, { reactions, idle, summary }: MeasureStopResult) {
    this.#terminal = terminal;
    this.reactions = reactions;
    this.idle = idle;
    // There is a reaction, and each one has these figures.
    const figureOf = (figure: keyof typeof summary): Percentiles => summary[figure] as Percentiles;
    this.bytes = figureOf('bytes');
    this.printedCells = figureOf('printedCells');
    this.rewrittenRows = figureOf('rewrittenRows');
    this.changedCells = figureOf('changedCells');
    this.changedRows = figureOf('changedRows');
    this.scrolledLines = figureOf('scrolledLines');
    this.fullClears = figureOf('fullClears');
    this.erasedRows = figureOf('erasedRows');
    this.syncUpdates = figureOf('syncUpdates');
    this.openUpdates = figureOf('openUpdates');
    this.frames = figureOf('frames');
    this.blankFlashes = figureOf('blankFlashes');
    this.blankMs = figureOf('blankMs');
    this.latencyMs = summary.latencyMs;
    this.changedMs = summary.changedMs;
    this.settledMs = summary.settledMs;
    this.echoMs = summary.echoMs;
  }

  /** @internal The terminal that was measured. */
  get terminal(): Terminal {
    return this.#terminal;
  }
}

/** Runs a function several times and measures what the reactions to its input cost. */
export async function measure(
  terminal: Terminal,
  connection: TerminalConnection,
  run: () => unknown,
  { times = 10, quiet = 100 }: MeasureOptions,
): Promise<Cost> {
  await connection.request('measure.start', { quietMs: quiet });
  const stop = async (): Promise<MeasureStopResult> =>
    await connection.request('measure.stop', { timeoutMs: connection.limitTimeout() });
  let isReacting = true;
  try {
    for (let count = 0; count < times && connection.exit === undefined; count += 1) {
      await run();
      if (connection.exit !== undefined) break;
      if (isReacting) isReacting = await waitForReaction(connection, quiet);
      await connection.request('waitForStable', { debounceMs: quiet, timeoutMs: connection.limitTimeout() });
    }
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
  const measured = await stop();
  if (measured.reactions.length === 0)
    throw new TypeError('Nothing to measure: the function sent no input to this terminal.');
  return new Cost(terminal, measured);
}

// On a busy machine, a program may react late, and what it writes then would belong to the next input.
const maxReactionMs = 1000;

/** Waits until the screen has changed and is stable; resolves with whether it did. */
async function waitForReaction(connection: TerminalConnection, quiet: number): Promise<boolean> {
  const timeoutMs = connection.limitTimeout(Math.max(maxReactionMs, 2 * quiet));
  const params = { since: 'lastInput', styles: true, cursor: true, stableMs: quiet, timeoutMs } as const;
  return (await connection.request('waitForChange', params)).changed;
}
