import { expect as expectScreen } from 'tuispec';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { assertionFailure } from '../support/library-failure.js';
import { openShell } from '../support/library-terminal.js';

const lines = Array.from({ length: 20 }, (_, index) => `item ${index + 1}.`);
const list = 'i=1; while [ $i -le 20 ]; do echo "item $i."; i=$((i+1)); done';
/** A program that prints 20 lines, and then runs a command at each change of size. */
const reactTo = (command: string, first = 'echo READY'): string =>
  `${list}; trap '${command}' WINCH; ${first}; while :; do read -r line <&3 || :; done 3<>"$0"`;

async function start(script: string, session: object = {}): Promise<TestServer> {
  const server = new TestServer();
  await server.request('initialize', { terminalCols: 40, terminalRows: 10, ...session });
  const pipe = 'rm -f pipe; mkfifo pipe; exec sh -c "$0" pipe';
  await server.request('launch', {
    command: 'sh',
    args: ['-c', pipe, script],
    cwd: server.directory,
    readySelector: 'READY',
  });
  return server;
}

const sizes = [
  [30, 8],
  [60, 14],
];
// The check waits until the shell is idle, however busy the machine is.
const patient = { timeoutMs: 60_000 };

test('a program that only prints survives; the result lists the sizes [19.resize]', async () => {
  const server = await start(reactTo(':'));
  const result = await server.request('expectSurvivesResize', { sizes, lines, ...patient });
  expect(result).toEqual({ ok: true, sizes: [...sizes, [40, 10]], cols: 40, rows: 10 });
});

test('lines that are printed again are repeated since the size that did it [19.resize-lines]', async () => {
  const server = await start(reactTo('[ $(stty size | cut -d" " -f2) = 30 ] && echo "item 3."'));
  const { data, message } = await failureOf(server.request('expectSurvivesResize', { sizes, lines, ...patient }));
  expect(data).toMatchObject({
    kind: 'resize-damage',
    findings: [
      { what: 'repeated', size: [30, 8], lines: ['item 3.'] },
      { what: 'stale', size: [30, 8], lines: ['item 3.'] },
    ],
    smallest: [30, 8],
    sizes: [...sizes, [40, 10]],
  });
  expect(message).toContain('1 of 20 lines is there twice since the resize to 30 × 8: "item 3." (rows');
  expect(message).toContain('The resize to 30 × 8 alone does it.');
});

test('lines that are erased are missing [19.resize-lines]', async () => {
  const server = await start(reactTo('printf "\\033[H\\033[2JREADY"'));
  const { data } = await failureOf(server.request('expectSurvivesResize', { sizes: [[30, 10]], lines, ...patient }));
  expect(data).toMatchObject({ findings: [{ what: 'missing', size: [30, 10] }], smallest: [30, 10] });
});

test('copies of a live region are stale, without naming lines [19.resize-stale]', async () => {
  const server = await start(reactTo('echo "[ prompt ]"'));
  const { data } = await failureOf(server.request('expectSurvivesResize', { sizes, ...patient }));
  expect(data).toMatchObject({ findings: [{ what: 'stale', size: [30, 8] }] });
});

test('a program that reacts slowly is waited for, since it is computing [19.resize-busy]', async () => {
  const compute = 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done';
  const server = await start(reactTo(`${compute}; echo again`));
  const { data } = await failureOf(server.request('expectSurvivesResize', { sizes, ...patient, stableMs: 10 }));
  expect(data).toMatchObject({ findings: [{ what: 'stale', lines: expect.arrayContaining(['again']) as string[] }] });
});

test('a program that computes all the time is not waited for without limit [19.resize-busy]', async () => {
  const server = await start('echo READY; while :; do :; done');
  const result = await server.request('expectSurvivesResize', { sizes: [[30, 8]], stableMs: 10, timeoutMs: 60_000 });
  expect(result).toMatchObject({ ok: true });
});

test('an exit on a resize is found, and ends the test [19.resize-exited]', async () => {
  const server = await start(reactTo('exit 7'));
  const { data, message } = await failureOf(server.request('expectSurvivesResize', { sizes, ...patient }));
  expect(data).toMatchObject({ kind: 'resize-damage', findings: [{ what: 'exited', size: [30, 8], lines: [] }] });
  expect(message).toContain('The program exited with code 7 after the resize to 30 × 8.');
  // The next program is launched at the size of the start, too.
  expect(await server.request('currentView')).toMatchObject({ cols: 40, rows: 10, exited: true });
});

const draw = 'printf "\\033[?1049h\\033[H\\033[2JREADY\\r\\nsize %s" "$(stty size)"';

test('the alternate screen is the same again after the return [19.resize-changed]', async () => {
  const server = await start(reactTo(draw, draw));
  await server.request('expectSurvivesResize', { sizes, ...patient });
});

test('rows of the alternate screen that differ are changed, unless they are ignored [19.resize-changed]', async () => {
  const count = 'n=$((n+1)); printf "\\033[?1049h\\033[H\\033[2JREADY\\r\\ncount %s" $n';
  const server = await start(reactTo(count, count));
  const ignore = [{ type: 'regex', pattern: 'count \\d+' }];
  await server.request('expectSurvivesResize', { sizes, ignore, ...patient });
  const { data, message } = await failureOf(server.request('expectSurvivesResize', { sizes, ...patient }));
  expect(data).toMatchObject({
    findings: [{ what: 'changed', size: [30, 8], lines: [expect.stringMatching(/^count \d+$/)] }],
  });
  expect(message).toMatch(/1 row differs after the return to 40 × 10: row 2 was "count \d+", is "count \d+"\./);
});

test('the terminal has its size again after a failure and after a cancellation [19.resize-returns]', async () => {
  const server = await start(reactTo('echo again'));
  await failureOf(server.request('expectSurvivesResize', { sizes, ...patient }));
  expect(await server.request('currentView')).toMatchObject({ cols: 40, rows: 10 });
  const params = { sizes, stableMs: 60_000, timeoutMs: 100 };
  const { data, message } = await failureOf(server.request('expectSurvivesResize', params));
  expect(data).toMatchObject({ kind: 'timeout' });
  expect(message).toContain('The screen was not stable for 60000 ms before the first resize within 100 ms.');
  expect(await server.request('currentView')).toMatchObject({ cols: 40, rows: 10 });
});

test('a seed gives the same sizes in every version [19.resize-storm]', async () => {
  const server = await start(reactTo(':'));
  const storm = { seed: 7, steps: 4 };
  const first = await server.request('expectSurvivesResize', { storm, ...patient });
  expect(first.sizes).toEqual([
    [22, 8],
    [196, 44],
    [114, 27],
    [104, 18],
    [40, 10],
  ]);
});

test('sizes that no terminal can have are refused [19.resize-params]', async () => {
  const server = await start(reactTo(':'));
  const refusals = [
    [{ sizes: [[1, 5]] }, '/sizes/0/0'],
    [{ sizes: [[5]] }, '/sizes/0'],
    [{ storm: { seed: 1, min: [50, 5], max: [40, 9] } }, '/storm/max'],
  ] as const;
  for (const [params, pointer] of refusals) {
    const { code, data } = await failureOf(server.request('expectSurvivesResize', params));
    expect(code).toBe(-32602);
    expect(data['errors']).toMatchObject([{ pointer }]);
  }
});

test('lines that are wrong before the first resize are no damage [19.resize-params]', async () => {
  const server = await start(reactTo(':'));
  const { data } = await failureOf(server.request('expectSurvivesResize', { sizes, lines: ['absent'], ...patient }));
  expect(data).toMatchObject({ kind: 'lines-mismatch', missing: ['absent'] });
});

test('toSurviveResize of the library resizes and reports what is damaged [19.resize-library]', async () => {
  const options = { cols: 40, rows: 10, ready: 'READY' };
  const how = { timeout: 60_000 };
  const good = await openShell('echo READY; exec sleep 1000', options);
  await expectScreen(good).toSurviveResize([[30, 8]], { lines: ['READY'], ...how });
  await expectScreen(good).toSurviveResize({ seed: 1, steps: 2 }, how);
  const bad = await openShell('trap "exit 1" WINCH; echo READY; while :; do sleep 0.05; done', options);
  const failure = await assertionFailure(expectScreen(bad).toSurviveResize([[30, 8]], how));
  expect(failure.message).toContain('The program exited with code 1 after the resize to 30 × 8.');
});
