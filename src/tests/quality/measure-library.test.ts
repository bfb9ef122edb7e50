import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cost, expect as expectScreen, type Terminal } from 'tuispec';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import { assertionFailure } from '../support/library-failure.js';
import { LibraryPrinter, openShell, openTerminal } from '../support/library-terminal.js';
import { pathOfProgram } from '../support/programs.js';

// With CI set, missing baselines are errors.
process.env['CI'] = '';
afterEach(() => vi.unstubAllEnvs());

/** A menu that each key draws again in another way. */
const openMenu = async (snapshotDir?: string, timeout?: number): Promise<Terminal> =>
  await openTerminal(process.execPath, {
    args: [pathOfProgram('redraw.mjs')],
    cols: 80,
    rows: 24,
    ready: 'Item 21',
    snapshotDir,
    timeout,
    readyTimeout: 20_000,
  });

const measureKey = async (terminal: Terminal, key: string, times = 3): Promise<Cost> =>
  await terminal.measure(async () => await terminal.press(key), { times });

// "Count: " and a digit, and 21 items of 41 to 43 characters.
const cells = 900;
// The key, and what it costs in each of three reactions: bytes printed, cells changed, clears, erased rows, updates.
const table: readonly (readonly [name: string, key: string, figures: Partial<Record<keyof Cost, number>>])[] = [
  ['writes only what has changed', 'd', { bytes: 7, printedCells: 1, rewrittenRows: 1 }],
  ['overwrites everything', 'o', { printedCells: cells, rewrittenRows: 22 }],
  ['overwrites lines and erases the rest', 'e', { printedCells: cells, rewrittenRows: 22 }],
  ['erases each line before it writes it', 'l', { printedCells: cells, rewrittenRows: 22, erasedRows: 21 }],
  ['clears the screen', 'c', { printedCells: cells, rewrittenRows: 24, fullClears: 1, erasedRows: 21 }],
  ['clears the screen in a synchronized update', 's', { rewrittenRows: 24, fullClears: 1, syncUpdates: 1 }],
  ['clears the screen in an update of iTerm2', 'i', { rewrittenRows: 24, fullClears: 1, syncUpdates: 1 }],
  ['blanks each line with spaces', 'b', { printedCells: cells + 22 * 60, rewrittenRows: 22 }],
];
const figures = ['fullClears', 'erasedRows', 'syncUpdates', 'openUpdates', 'scrolledLines'] as const;

describe('a program that', () => {
  test.each(table)('%s [19.measure-programs]', async (_, key, expected) => {
    const cost = await measureKey(await openMenu(), key);
    expect(cost.reactions).toHaveLength(3);
    for (const [figure, value] of Object.entries({ changedCells: 1, changedRows: 1, ...expected }))
      expect([figure, cost[figure as 'bytes']]).toEqual([figure, { p50: value, p95: value, max: value }]);
    for (const figure of figures) if (expected[figure] === undefined) expect(cost[figure].max).toBe(0);
    expect(cost.changedMs?.p50).toBeGreaterThanOrEqual(cost.latencyMs?.p50 as number);
    expect(cost.echoMs?.p50).toBeGreaterThan(0);
  });

  test('does not end an update is not stable [19.measure-programs]', async () => {
    const terminal = await openMenu(undefined, 500);
    await terminal.request('measure.start', {});
    await terminal.press('u');
    const { reactions } = await terminal.request('measure.stop', {});
    expect(reactions).toMatchObject([{ openUpdates: 1, syncUpdates: 0 }]);
    await expect(measureKey(terminal, 'd', 1)).rejects.toThrow('a synchronized update, mode 2026, has not ended');
  });
});

test('limits hold, and a failure names the figure, the reaction and the limit [19.measure-library]', async () => {
  const terminal = await openMenu();
  const cost = await measureKey(terminal, 'c');
  const bytes = cost.bytes.max;
  await expectScreen(cost).toBeWithin({ bytes, fullClears: 1, changedMs: 60_000, frames: { max: 100 } });
  const failure = await assertionFailure(expectScreen(cost).toBeWithin({ bytes: bytes - 1, fullClears: 0 }));
  const distribution = `(median ${bytes}, maximum ${bytes})`;
  expect(failure.message).toContain(`expect(cost).toBeWithin({"bytes":${bytes - 1},"fullClears":0}) failed

\`bytes\` is ${bytes} in reaction 1 of 3 ${distribution}. The limit is ${bytes - 1}.
\`fullClears\` is 1 in reaction 1 of 3 (median 1, maximum 1). The limit is 0.`);
  expect(failure.message).toMatch(/│ Count: 3 +│/);
  expect(failure.actual).toMatchObject({ fullClears: { p50: 1, p95: 1, max: 1 } });
});

test('times are compared without the echo of the kernel, and the message says so [19.measure-library]', async () => {
  const cost = await measureKey(await openMenu(), 'd');
  const changed = { ...cost, changedMs: { p50: 9, p95: 40, max: 41 }, echoMs: { p50: 1, p95: 30, max: 30 } };
  const slower = Object.assign(cost, changed);
  await expectScreen(slower).toBeWithin({ changedMs: 8, settledMs: { p50: 60_000 } });
  await expectScreen(slower).toBeWithin({ changedMs: { p50: 8, p95: 10, max: 11 } });
  const failure = await assertionFailure(expectScreen(slower).toBeWithin({ changedMs: { p95: 9 } }));
  expect(failure.message).toContain(
    "The 95th percentile of `changedMs` is 10 ms, after the 30 ms of the kernel's echo have been subtracted. The limit is 9 ms.",
  );
});

test('a time that no reaction had is not within a limit [19.measure-library]', async () => {
  const cost = await measureKey(await openMenu(), 'n');
  const failure = await assertionFailure(expectScreen(cost).toBeWithin({ latencyMs: 1000, changedMs: { p95: 1000 } }));
  expect(failure.message).toContain(
    'No reaction had output: `latencyMs` is unknown.\nNo reaction changed the display:',
  );
});

test('a baseline is created, compared with a tolerance and updated like one of a snapshot [19.measure-baseline]', async () => {
  const snapshotDir = createTemporaryDirectory();
  const terminal = await openMenu(snapshotDir);
  const [little, much] = [await measureKey(terminal, 'd'), await measureKey(terminal, 'o')];
  vi.stubEnv('CI', 'true');
  const missing = await assertionFailure(expectScreen(little).toBeWithin({ baseline: 'menu' }));
  expect(missing.message).toContain('is missing.');
  expect(readdirSync(snapshotDir)).toEqual([]);
  vi.stubEnv('CI', '');
  await expectScreen(little).toBeWithin({ baseline: 'menu', bytes: 10 });
  const path = join(snapshotDir, 'menu.cost.json');
  const medians = JSON.parse(readFileSync(path, 'utf8')) as Record<string, number>;
  expect(medians).toMatchObject({ bytes: 7, printedCells: 1, changedCells: 1, fullClears: 0 });
  expect(Object.keys(medians).filter((name) => name.endsWith('Ms'))).toEqual([]);
  await expectScreen(little).toBeWithin({ baseline: 'menu' });
  const failure = await assertionFailure(expectScreen(much).toBeWithin({ baseline: 'menu', tolerance: 0.15 }));
  expect(failure.message).toContain(
    `The cost exceeds cost baseline ${path}: \`bytes\` is ${much.bytes.p50} instead of 7,`,
  );
  expect(failure.message).toContain('To accept the difference, run the test with `TUISPEC_UPDATE_SNAPSHOTS=1`.');
  writeFileSync(path, JSON.stringify({ ...medians, bytes: 6 }));
  await expectScreen(little).toBeWithin({ baseline: 'menu', tolerance: 0.2 });
  await assertionFailure(expectScreen(little).toBeWithin({ baseline: 'menu', tolerance: 0.1 }));
  vi.stubEnv('TUISPEC_UPDATE_SNAPSHOTS', '1');
  await expectScreen(much).toBeWithin({ baseline: 'menu' });
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ bytes: much.bytes.p50, printedCells: cells });
});

test('a function that sends no input, and wrong options, are errors [19.measure-library]', async () => {
  const terminal = await openMenu();
  await expect(terminal.measure(() => {}, { times: 1 })).rejects.toThrow(
    'Nothing to measure: the function sent no input',
  );
  await expect(terminal.measure(() => {}, { time: 1 } as never)).rejects.toThrow('Did you mean `times`?');
  await expect(terminal.measure(() => {}, { times: '3' } as never)).rejects.toThrow(
    '`times` must be a whole number from 0, not "3".',
  );
  const failing = terminal.measure(() => Promise.reject(new Error('mine')));
  await expect(failing).rejects.toThrow('mine');
  const cost = await measureKey(terminal, 'd', 1);
  await expect(expectScreen(cost).toBeWithin({ byte: 1 } as never)).rejects.toThrow('Did you mean `bytes`?');
  await expect(expectScreen(cost).toBeWithin({ bytes: '1' } as never)).rejects.toThrow(
    '`bytes` must be a number from 0',
  );
  const wrong = { changedMs: { p90: 1 } } as never;
  await expect(expectScreen(cost).toBeWithin(wrong)).rejects.toThrow('Unknown option "p90"');
});

test('a program that is measured may end [19.measure-library]', async () => {
  const terminal = await openMenu();
  const cost = await measureKey(terminal, 'q', 3);
  expect(cost.reactions).toHaveLength(1);
});

test('toBeIdle counts what is written without input [19.idle]', async () => {
  const { terminal } = await LibraryPrinter.showing('quiet');
  await expectScreen(terminal).toBeIdle({ forMs: 50 });
  await assertionFailure(expectScreen(terminal).not.toBeIdle({ forMs: 50 }));
  const busy = await openShell('while :; do echo x; done');
  await expectScreen(busy).not.toBeIdle({ forMs: 100 });
  const failure = await assertionFailure(expectScreen(busy).toBeIdle({ forMs: 100, maxBytes: 1 }));
  expect(failure.message).toMatch(/The program wrote \d+ bytes within 100 ms, expected at most 1\./);
});

test('toBeIdle fails for a program that has ended [19.idle]', async () => {
  const ended = await openShell('exit 0');
  await ended.waitForExit();
  const failure = await assertionFailure(expectScreen(ended).toBeIdle({ forMs: 10 }));
  expect(failure.message).toContain('The program has exited.');
});

test('toBeIdle does not disturb the measurement around it [19.idle]', async () => {
  const terminal = await openMenu();
  const pressAndRest = async (): Promise<void> => {
    await terminal.press('d');
    await terminal.waitForText('Count: 1');
    await expectScreen(terminal).toBeIdle({ forMs: 20 });
  };
  const cost = await terminal.measure(pressAndRest, { times: 1 });
  expect(cost.reactions).toMatchObject([{ bytes: 7, changedCells: 1 }]);
});
