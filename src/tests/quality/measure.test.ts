import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { MethodResults } from '../../protocol/generated/types.js';
import { TestServer } from '../support/client.js';
import { canLimitDescriptors, limitDescriptors } from '../support/descriptor-limit.js';
import { failureOf } from '../support/failure-of.js';
import { ResourceCheck } from '../support/resource-check.js';
import { ScriptedProgram } from '../support/scripted-program.js';
import { exact } from '../support/selectors.js';
import { startView, ViewClient } from '../support/view-client.js';

type Measured = MethodResults['measure.stop'];
type Reaction = Measured['idle'];

// `show` ends what it prints with a query.
const queryBytes = 4;
/** The figures that follow from the bytes alone. */
const countsOf = ({ bytes, ...others }: Reaction): object => {
  const { printedCells, rewrittenRows, changedCells, changedRows, scrolledLines } = others;
  const { fullClears, erasedRows, syncUpdates, openUpdates } = others;
  const display = { printedCells, rewrittenRows, changedCells, changedRows, scrolledLines };
  return { bytes: bytes - queryBytes, ...display, fullClears, erasedRows, syncUpdates, openUpdates };
};

/** What a program that shows `before` does when it prints `output` as its reaction to a key. */
async function measure(before: string, output: string, size = [20, 6] as const): Promise<Reaction> {
  const program = await ScriptedProgram.startRaw(...size);
  await program.show(before);
  await program.server.request('measure.start', { quietMs: 20 });
  await program.server.request('sendKey', { key: 'x', settleMs: 0 });
  await program.show(output);
  const { reactions } = await program.server.request('measure.stop', {});
  expect(reactions).toHaveLength(1);
  return reactions[0] as Reaction;
}

const nothing = {
  printedCells: 0,
  rewrittenRows: 0,
  changedCells: 0,
  changedRows: 0,
  scrolledLines: 0,
  fullClears: 0,
  erasedRows: 0,
  syncUpdates: 0,
  openUpdates: 0,
};
const menu = 'one\r\ntwo\r\nthree';
const redrawn = '\x1b[Hone\r\ntwo\r\nthree';
// What is on the screen, what the program prints, and the figures that are not 0.
const rows: readonly (readonly [name: string, before: string, output: string, figures: object])[] = [
  ['one character', '', 'x', { printedCells: 1, rewrittenRows: 1, changedCells: 1, changedRows: 1 }],
  ['nothing', menu, '', {}],
  ['the same text', menu, redrawn, { printedCells: 11, rewrittenRows: 3 }],
  ['another style', menu, '\x1b[H\x1b[7mone', { printedCells: 3, rewrittenRows: 1, changedCells: 3, changedRows: 1 }],
  ['wide characters', '', '日本', { printedCells: 4, rewrittenRows: 1, changedCells: 4, changedRows: 1 }],
  ['a combining mark', 'e', '\u0301', { printedCells: 0, rewrittenRows: 1, changedCells: 1, changedRows: 1 }],
  [
    'an emoji of several code points',
    '',
    '👩‍🚀',
    { printedCells: 2, rewrittenRows: 1, changedCells: 2, changedRows: 1 },
  ],
  ['text that wraps', '', 'x'.repeat(45), { printedCells: 45, rewrittenRows: 3, changedCells: 45, changedRows: 3 }],
  [
    'wide text that wraps',
    '',
    '日'.repeat(11),
    { printedCells: 22, rewrittenRows: 2, changedCells: 22, changedRows: 2 },
  ],
  [
    'text without wraparound',
    '',
    `\x1b[?7l${'x'.repeat(25)}`,
    { printedCells: 25, rewrittenRows: 1, changedCells: 20, changedRows: 1 },
  ],
  ['a repeated character', '', 'x\x1b[9b', { printedCells: 10, rewrittenRows: 1, changedCells: 10, changedRows: 1 }],
  ['line feeds', menu, '\r\n\n\n\n\n', { changedCells: 13, changedRows: 3, scrolledLines: 2 }],
  ['SU', menu, '\x1b[S', { changedCells: 12, changedRows: 3, scrolledLines: 1 }],
  ['IL', menu, '\x1b[2;1H\x1b[2L', { changedCells: 16, changedRows: 4, scrolledLines: 2 }],
  ['RI', menu, '\x1b[H\x1bM', { changedCells: 15, changedRows: 4, scrolledLines: 1 }],
  [
    'a line that is erased and printed again',
    menu,
    '\x1b[2;1H\x1b[2Ktwo',
    { printedCells: 3, rewrittenRows: 1, erasedRows: 1 },
  ],
  ['EL 0 from the first column', menu, '\x1b[2;1H\x1b[Ktwo', { printedCells: 3, rewrittenRows: 1, erasedRows: 1 }],
  ['text, then EL', menu, '\x1b[2;1Htwo\x1b[K', { printedCells: 3, rewrittenRows: 1 }],
  ['ECH', menu, '\x1b[2;1H\x1b[3Xtwo', { printedCells: 3, rewrittenRows: 1, erasedRows: 1 }],
  [
    'a line that is erased and gets another text',
    menu,
    '\x1b[2;1H\x1b[2Ktoo',
    { printedCells: 3, rewrittenRows: 1, changedCells: 1, changedRows: 1 },
  ],
  ['ED 2', menu, `\x1b[2J${redrawn}`, { printedCells: 11, rewrittenRows: 6, fullClears: 1, erasedRows: 3 }],
  [
    'ED from the top left cell',
    menu,
    `\x1b[H\x1b[J${redrawn}`,
    { printedCells: 11, rewrittenRows: 6, fullClears: 1, erasedRows: 3 },
  ],
  ['ED below', menu, '\x1b[2;1H\x1b[Jtwo\r\nthree', { printedCells: 8, rewrittenRows: 5, erasedRows: 2 }],
  ['RIS', menu, `\x1bc${redrawn}`, { printedCells: 11, rewrittenRows: 6, fullClears: 1, erasedRows: 3 }],
  [
    'ED 2 twice',
    menu,
    `\x1b[2J\x1b[2J${redrawn}`,
    { printedCells: 11, rewrittenRows: 6, fullClears: 1, erasedRows: 3 },
  ],
  ['ED 2 on a blank screen', '', '\x1b[2J', { rewrittenRows: 6 }],
  ['ED 3', menu, '\x1b[3J', {}],
  [
    'ED 2 in a synchronized update',
    menu,
    `\x1b[?2026h\x1b[2J${redrawn}\x1b[?2026l`,
    { printedCells: 11, rewrittenRows: 6, fullClears: 1, syncUpdates: 1 },
  ],
  [
    'the updates of iTerm2',
    menu,
    `\x1bP=1s\x1b\\\x1b[2J${redrawn}\x1bP=2s\x1b\\`,
    { printedCells: 11, rewrittenRows: 6, fullClears: 1, syncUpdates: 1 },
  ],
  ['an update that does not end', menu, '\x1b[?2026h', { openUpdates: 1 }],
  ['an update of iTerm2 that does not end', menu, '\x1bP=1s\x1b\\', { openUpdates: 1 }],
];

describe('the figures that follow from the bytes', () => {
  test.each(rows)('%s [19.measure-figures]', async (_, before, output, figures) => {
    const expected = { bytes: Buffer.byteLength(output), ...nothing, ...figures };
    expect(countsOf(await measure(before, output))).toEqual(expected);
  });
});

/** A program that has enabled the mouse and focus events, while it is measured. */
async function startMeasured(): Promise<ScriptedProgram> {
  const program = await ScriptedProgram.startRaw(20, 6);
  await program.show('\x1b[?1000;1006;1004h');
  await program.server.request('measure.start', { quietMs: 20 });
  return program;
}

test('each request that sends input begins one reaction, however often it writes [19.measure-inputs]', async () => {
  const { server } = await startMeasured();
  const place = { row: 1, col: 1, settleMs: 0 };
  await server.request('sendKey', { keys: ['ArrowDown', 'ArrowUp'], repeat: 3, settleMs: 0 });
  await server.request('sendText', { text: 'abc', delayMs: 1, settleMs: 0 });
  await server.request('sendLine', { text: 'a line', settleMs: 0 });
  await server.request('sendBytes', { base64: 'eA==', settleMs: 0 });
  await server.request('click', place);
  await server.request('scroll', { direction: 'down', ...place });
  await server.request('focus', { focused: false, settleMs: 0 });
  const { reactions } = await server.request('measure.stop');
  const methods = ['sendKey', 'sendText', 'sendLine', 'sendBytes', 'click', 'scroll', 'focus'];
  expect(reactions.map(({ method }) => method)).toEqual(methods);
  const starts = reactions.map(({ startMs }) => startMs);
  expect(starts).toEqual(starts.toSorted((left, right) => left - right));
});

test('what a person types in the live view begins a reaction [19.measure-inputs]', async () => {
  const { server, ...address } = await startView({ interactive: true });
  await server.launch('cat', []);
  await server.request('measure.start', { quietMs: 20 });
  const viewer = await ViewClient.open(address);
  await viewer.input({ type: 'text', text: 'x' });
  await viewer.waitForText('x');
  const { reactions } = await server.request('measure.stop');
  expect(reactions).toMatchObject([{ method: 'view.input', bytes: 1, printedCells: 1 }]);
});

test('what is written before the first input is idle [19.measure-idle]', async () => {
  const program = await startMeasured();
  await program.show('one');
  const { idle, reactions, summary, settled } = await program.server.request('measure.stop');
  expect(reactions).toEqual([]);
  expect(idle).toMatchObject({ method: null, startMs: 0, bytes: 7, printedCells: 3, latencyMs: null, changedMs: null });
  expect([summary.bytes, summary.echoMs, settled]).toEqual([null, null, true]);
});

test('a second start begins again [19.measure-again]', async () => {
  const program = await startMeasured();
  await program.server.request('sendKey', { key: 'x', settleMs: 0 });
  await program.show('one');
  await program.server.request('measure.start', { quietMs: 20 });
  await program.server.request('sendKey', { key: 'x', settleMs: 0 });
  await program.show('four');
  const { idle, reactions } = await program.server.request('measure.stop');
  expect(idle.bytes).toBe(0);
  expect(reactions).toMatchObject([{ bytes: 8, printedCells: 4 }]);
  const { data } = await failureOf(program.server.request('measure.stop'));
  expect(data).toMatchObject({ kind: 'not-measuring' });
});

test('a measurement ends with its program, and can be read afterwards [19.measure-exit]', async () => {
  const program = await startMeasured();
  const { server } = program;
  await server.request('sendKey', { key: 'q', settleMs: 0 });
  await program.show('bye');
  await program.exit();
  await server.request('waitForExit');
  const { data } = await failureOf(server.request('measure.start'));
  expect(data).toMatchObject({ kind: 'exited' });
  await server.request('launch', { command: 'cat' });
  await server.request('sendKey', { key: 'x' });
  const { reactions, settled } = await server.request('measure.stop');
  expect(settled).toBe(true);
  expect(reactions).toMatchObject([{ method: 'sendKey', printedCells: 3 }]);
});

test('output that does not pause in time is not settled [19.measure-settled]', async () => {
  const server = new TestServer();
  await server.launch('sh', ['-c', 'while :; do echo x; done']);
  await server.request('measure.start', { quietMs: 1000 });
  expect(await server.request('measure.stop', { timeoutMs: 50 })).toMatchObject({ settled: false });
});

test('a synchronized update is one frame, however it is written [19.measure-frames]', async () => {
  const { frames, blankFlashes, marks, ...times } = await measure(menu, `\x1b[?2026h\x1b[2J${redrawn}!\x1b[?2026l`);
  expect([frames, blankFlashes]).toEqual([1, 0]);
  expect(marks.map(({ what }) => what).sort()).toEqual(['frame', 'fullClear']);
  expect(times.latencyMs).toBeGreaterThan(0);
  expect(times.changedMs).toBeGreaterThanOrEqual(times.latencyMs as number);
  expect(times.settledMs).toBe(times.changedMs);
});

test('nothing of an update is displayed before its end [19.measure-frames]', async () => {
  const program = await ScriptedProgram.startRaw(20, 6);
  await program.show(menu);
  await program.server.request('measure.start', { quietMs: 20 });
  await program.server.request('sendKey', { key: 'x', settleMs: 0 });
  for (const part of ['\x1bP=1s\x1b\\\x1b[2J', 'one', `${redrawn}!\x1bP=2s\x1b\\`]) {
    await program.show(part);
    await pass(program, 10);
  }
  const { reactions } = await program.server.request('measure.stop');
  expect(reactions).toMatchObject([{ frames: 1, blankFlashes: 0, blankMs: 0, erasedRows: 0, fullClears: 1 }]);
});

test('rows that are displayed as blank for 5 ms and then have text again are flashes [19.measure-flashes]', async () => {
  const program = await ScriptedProgram.startRaw(20, 6);
  await program.show(menu);
  await program.server.request('measure.start', { quietMs: 20 });
  await program.server.request('sendKey', { key: 'x', settleMs: 0 });
  await program.show('\x1b[2J');
  await pass(program, 20);
  await program.show(redrawn);
  const { reactions, summary } = await program.server.request('measure.stop');
  expect(reactions).toMatchObject([{ frames: 2, blankFlashes: 3, fullClears: 1, erasedRows: 3, changedCells: 0 }]);
  const [{ blankMs, changedMs, settledMs, marks } = fail()] = reactions;
  expect(blankMs).toBeGreaterThanOrEqual(20);
  expect(settledMs).toBeGreaterThan(changedMs as number);
  expect(marks.map(({ what }) => what)).toEqual(['fullClear', 'frame', 'frame', 'blankFlash']);
  expect(summary.blankMs).toEqual({ p50: blankMs, p95: blankMs, max: blankMs });
});

test('a flash in an update that lasts more than a second is displayed [19.measure-frames]', async () => {
  const program = await ScriptedProgram.startRaw(20, 6);
  await program.show(menu);
  await program.server.request('measure.start', { quietMs: 20 });
  await program.server.request('sendKey', { key: 'x', settleMs: 0 });
  await program.show('\x1b[?2026h\x1b[2J');
  await pass(program, 1050);
  await program.show(`${redrawn}\x1b[?2026l`);
  const { reactions } = await program.server.request('measure.stop');
  expect(reactions).toMatchObject([{ frames: 2, blankFlashes: 3, erasedRows: 0 }]);
});

test('reactions and the summary have each figure, and the echo of the kernel [19.measure] [19.measure-summary]', async () => {
  const server = new TestServer();
  await server.launch('cat', []);
  await server.request('measure.start', { quietMs: 20 });
  const texts = ['a', 'b', 'cd', 'efg'];
  for (const text of texts) {
    await server.request('sendText', { text, settleMs: 0 });
    await server.request('waitForText', { selector: { type: 'exact', text } });
  }
  const { reactions, summary } = await server.request('measure.stop');
  expect(reactions.map(({ bytes }) => bytes)).toEqual([1, 1, 2, 3]);
  expect(summary.bytes).toEqual({ p50: 1, p95: 3, max: 3 });
  for (const times of [summary.echoMs, summary.latencyMs, summary.changedMs]) {
    expect(times?.p50).toBeGreaterThan(0);
    expect(times?.max).toBeGreaterThanOrEqual(times?.p95 as number);
  }
});

test('after a measurement no descriptor and no process remains [19.measure-free]', async () => {
  // A server of its own: another test may have left descriptors that are being closed.
  const { server } = await ScriptedProgram.start({}, { pool: 'measured' });
  const check = await ResourceCheck.start(server);
  for (let count = 0; count < 5; count += 1) {
    await server.request('measure.start', { quietMs: 5 });
    await server.request('sendKey', { key: 'x', settleMs: 0 });
    await server.request('measure.start', { quietMs: 5 });
    await server.request('measure.stop');
  }
  await check.verify();
});

test.skipIf(!canLimitDescriptors)(
  'without a free descriptor, measure.start is kind io, and nothing is measured [19.measure-kinds] (needs prlimit)',
  async () => {
    const { server } = await ScriptedProgram.start({}, { pool: 'limited' });
    limitDescriptors(server.pid, 0);
    const { data } = await failureOf(server.request('measure.start'));
    limitDescriptors(server.pid, undefined);
    expect(data).toMatchObject({ kind: 'io', details: expect.stringMatching(/^Cannot open a terminal for the echo/) });
    await server.request('measure.start', {});
    await server.request('sendKey', { key: 'x', settleMs: 0 });
    expect((await server.request('measure.stop', {})).reactions).toMatchObject([{ bytes: 1 }]);
  },
);

test('in a real program, the figures of a key are the same each time [19.measure-figures] (needs less)', async () => {
  const server = new TestServer();
  const lines = Array.from({ length: 200 }, (_, index) => `line ${index}`).join('\n');
  writeFileSync(join(server.directory, 'long.txt'), lines);
  const cwd = server.directory;
  const size = { terminalCols: 80, terminalRows: 24 };
  const runs = [];
  for (let run = 0; run < 3; run += 1) {
    if (run > 0) await server.request('close');
    await server.request('initialize', size);
    await server.request('launch', { command: 'less', args: ['long.txt'], cwd, readySelector: exact('line 20') });
    await server.request('waitForStable', { debounceMs: 100 });
    await server.request('measure.start', {});
    for (const [key, text] of [
      // The first key replaces the name of the file by the prompt of the second.
      ['j', 'line 23'],
      ['f', 'line 46'],
    ]) {
      await server.request('sendKey', { key, settleMs: 0 });
      await server.request('waitForText', { selector: exact(text as string) });
      await server.request('waitForStable', { debounceMs: 100 });
    }
    const { reactions } = await server.request('measure.stop', {});
    runs.push(reactions.map(countsOf));
  }
  expect(runs[0]).toMatchObject([
    { changedRows: 24, scrolledLines: 1, fullClears: 0, erasedRows: 0 },
    { changedRows: 23, scrolledLines: 23, fullClears: 0, erasedRows: 1 },
  ]);
  expect([runs[1], runs[2]]).toEqual([runs[0], runs[0]]);
});

test('without a measurement, stop is kind not-measuring [19.measure-kinds]', async () => {
  const program = await ScriptedProgram.start();
  const { data } = await failureOf(program.server.request('measure.stop', {}));
  expect(data).toMatchObject({
    kind: 'not-measuring',
    details: expect.stringContaining('Call `measure.start` first.'),
  });
});

/** Lets the server handle its events for some time. */
async function pass({ server }: ScriptedProgram, milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) await server.request('server.ping');
  // The timers of the server that are due have run before these responses, however late the last one came.
  for (let count = 0; count < 3; count += 1) await server.request('server.ping');
}

function fail(): never {
  throw new Error('There is no reaction.');
}
