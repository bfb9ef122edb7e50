import type { Amounts } from '../amounts.js';
import type { Contender, ContenderTerminal } from '../contender.js';
import {
  measureBetween,
  measureMilliseconds,
  type ProgramStage,
  patienceMs,
  readTimestamps,
  usualSize,
  waitForTimestamps,
  withProgram,
} from '../program-stage.js';
import type { Samples, Work } from '../work.js';

/** The text that the program prints for the key with this number. */
export const createToken = (number: number): string => `TOKEN-${String(number).padStart(4, '0')}`;

/** The latency of waits. */
export const wait: Work = {
  name: 'wait',
  title: 'Latency',
  note: 'The response of a server must be transferred to its client; a library runs in the process of its caller.',
  rows: [
    { key: 'wait', label: 'text printed → wait completed', unit: 'ms', statistic: 'median' },
    { key: 'wait-p95', of: 'wait', label: 'the same, 95th percentile', unit: 'ms', statistic: 'p95' },
    { key: 'scroll', label: 'text printed on a screen that scrolls → wait completed', unit: 'ms', statistic: 'median' },
    { key: 'scroll-p95', of: 'scroll', label: 'the same, 95th percentile', unit: 'ms', statistic: 'p95' },
    { key: 'type', label: 'key sent → its effect awaited', unit: 'ms', statistic: 'median' },
    { key: 'look', label: 'text of the screen read', unit: 'ms', statistic: 'median' },
  ],
  measure: async (contender, amounts) => ({
    ...(await measureLatency(contender, amounts, usualSize)),
    scroll: await measureScrolling(contender, amounts),
  }),
};

/** Waits for delayed output and for the reaction to a key, and reads the screen, at some screen size. */
export async function measureLatency(
  contender: Contender,
  { tokens, looks }: Amounts,
  size: readonly [cols: number, rows: number],
): Promise<Samples> {
  return await withProgram(
    contender,
    'tokens',
    (times) => [times],
    size,
    async (stage) => {
      const { terminal } = stage;
      const seen = await waitForTokens(terminal, tokens);
      const type: number[] = [];
      for (let number = tokens + 1; number <= 2 * tokens; number += 1) {
        const startedAt = process.hrtime.bigint();
        type.push(measureBetween(startedAt, await requestToken(terminal, 'e', number)));
      }
      const look: number[] = [];
      const { readScreen } = terminal;
      for (let number = 0; readScreen !== undefined && number < looks; number += 1)
        look.push(await measureMilliseconds(async () => await readScreen()));
      return { wait: await measureDelays(stage, seen), type, look };
    },
  );
}

/** Waits for delayed output after the screen has been filled; returns the times between print and wait. */
async function measureScrolling(contender: Contender, { tokens, tokensBefore }: Amounts): Promise<number[]> {
  return await withProgram(
    contender,
    'tokens',
    (times) => [times],
    usualSize,
    async (stage) => {
      const { terminal } = stage;
      const seen = [
        ...(await waitForTokens(terminal, tokensBefore, 'e')),
        ...(await waitForTokens(terminal, tokens, 'g', tokensBefore)),
      ];
      return (await measureDelays(stage, seen)).slice(tokensBefore);
    },
  );
}

/** Waits for delayed output again and again; returns the times between print and wait. */
export async function measureTokens(stage: ProgramStage, count: number): Promise<number[]> {
  return await measureDelays(stage, await waitForTokens(stage.terminal, count));
}

async function waitForTokens(terminal: ContenderTerminal, count: number, key = 'g', before = 0): Promise<bigint[]> {
  const seen: bigint[] = [];
  for (let number = 1; number <= count; number += 1) seen.push(await requestToken(terminal, key, before + number));
  return seen;
}

/** Presses a key, and waits for the token that it causes. */
async function requestToken(terminal: ContenderTerminal, key: string, number: number): Promise<bigint> {
  const token = createToken(number);
  if (terminal.writeAndWait !== undefined) return await terminal.writeAndWait(key, token, patienceMs);
  await terminal.write(key);
  return await terminal.waitFor(token, patienceMs);
}

async function measureDelays({ terminal, times }: ProgramStage, seen: readonly bigint[]): Promise<number[]> {
  await terminal.write('q');
  await waitForTimestamps(times);
  const printed = readTimestamps(times);
  return seen.map((moment, at) => measureBetween(printed[at], moment));
}
