import { existsSync, readdirSync } from 'node:fs';
import { expect as expectScreen, launch, type Terminal } from 'tuispec';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import { assertionFailure, requestFailure } from '../support/library-failure.js';
import { LibraryPrinter, openShell } from '../support/library-terminal.js';
import { loggingServer } from '../support/logging-server.js';

// With CI set, missing baselines are errors.
process.env['CI'] = '';
afterEach(() => vi.unstubAllEnvs());
const soon = { timeout: 20_000 };
const never = { timeout: 30 };

/** Runs an assertion that holds only after some output. */
async function holdsAfter(assertion: Promise<void>, output: () => void): Promise<void> {
  const both = Promise.all([assertion]);
  output();
  await both;
}

test('`toHaveTitle` [13.expect-title]', async () => {
  const { terminal, print } = await LibraryPrinter.showing('');
  await holdsAfter(expectScreen(terminal).toHaveTitle('a.b (1)', soon), () => print('\x1b]2;a.b (1)\x07'));
  await expectScreen(terminal).toHaveTitle(/^A\.B/i);
  await expectScreen(terminal).not.toHaveTitle('a.b');
  await holdsAfter(expectScreen(terminal).not.toHaveTitle(/b/, soon), () => print('\x1b]2;other\x07'));
  const failure = await assertionFailure(expectScreen(terminal).toHaveTitle('a+b', never));
  expect(failure).toMatchObject({ actual: 'other', expected: 'a+b' });
  expect(failure.message).toContain('The title is "other".');
  await assertionFailure(expectScreen(terminal).not.toHaveTitle('other', never));
  const exited = await openShell("printf '\\033]2;last\\007'; exit 3", {});
  const ended = await assertionFailure(expectScreen(exited).toHaveTitle('first', soon));
  expect(ended).toMatchObject({ actual: 'last', expected: 'first', data: { exitCode: 3 } });
});

test('`toHaveCursor` [13.expect-cursor]', async () => {
  const { terminal, print } = await LibraryPrinter.showing('');
  await holdsAfter(expectScreen(terminal).toHaveCursor(3, 5, soon), () => print('\x1b[3;5H'));
  await holdsAfter(expectScreen(terminal).not.toHaveCursor(3, 5, soon), () => print('\x1b[4;5H'));
  const failure = await assertionFailure(expectScreen(terminal).toHaveCursor(1, 1, never));
  expect(failure).toMatchObject({ actual: { row: 4, col: 5 }, expected: { row: 1, col: 1 } });
  await assertionFailure(expectScreen(terminal).not.toHaveCursor(4, 5, never));
});

test('`toHaveExited` [13.expect-exited]', async () => {
  const { terminal, end } = await LibraryPrinter.showing('');
  await expectScreen(terminal).not.toHaveExited();
  await assertionFailure(expectScreen(terminal).toHaveExited(undefined, never));
  const both = Promise.all([expectScreen(terminal).toHaveExited(3, soon)]);
  await end();
  await both;
  await expectScreen(terminal).toHaveExited();
  await expectScreen(terminal).not.toHaveExited(0);
  const failure = await assertionFailure(expectScreen(terminal).toHaveExited(0));
  expect(failure).toMatchObject({ actual: 3, expected: 0 });
  expect(failure.message).toContain('exited with exit code 3, expected 0');
  await assertionFailure(expectScreen(terminal).not.toHaveExited());
  const killed = await openShell('kill -TERM $$');
  expect((await assertionFailure(expectScreen(killed).toHaveExited(0))).message).toContain('by signal SIGTERM');
});

test('`toBeStable` [13.expect-stable]', async () => {
  const terminal = await openShell('while :; do echo x; sleep 0.01; done');
  await expectScreen(terminal).not.toBeStable(soon);
  await assertionFailure(expectScreen(terminal).toBeStable({ ms: 5000, timeout: 100 }));
  const { terminal: calm } = await LibraryPrinter.showing('x');
  const startedAt = performance.now();
  await expectScreen(calm).toBeStable({ ms: 80 });
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(79);
  await assertionFailure(expectScreen(calm).not.toBeStable(never));
});

test('`toHaveCount` [13.expect-count]', async () => {
  const { terminal, print } = await LibraryPrinter.showing('a');
  const locator = terminal.getByText('a');
  await holdsAfter(expectScreen(locator).toHaveCount(3, soon), () => print('aa'));
  await expectScreen(locator).not.toHaveCount(2);
  await expectScreen(terminal.getByText('b')).toHaveCount(0);
  const failure = await assertionFailure(expectScreen(locator).toHaveCount(1, never));
  expect(failure).toMatchObject({ actual: 3, expected: 1 });
  expect(failure.message).toContain('There are 3 matches of "a".');
  const single = await assertionFailure(expectScreen(terminal.getByText('aaa')).toHaveCount(2, never));
  expect(single.message).toContain('There is 1 match of "aaa".');
  await holdsAfter(expectScreen(locator).not.toHaveCount(3, soon), () => print('\r\x1b[K'));
});

test.each<readonly [name: string, wait: (terminal: Terminal) => Promise<unknown>]>([
  ['toBeVisible', (terminal) => expectScreen(terminal.getByText('Save')).toBeVisible(soon)],
  ['toBeVisible with forMs', (terminal) => expectScreen(terminal.getByText('Save')).toBeVisible({ ...soon, forMs: 1 })],
  ['waitForText', (terminal) => terminal.waitForText('Save', soon)],
  ['waitFor anyOf', (terminal) => terminal.waitFor({ anyOf: [{ visible: 'Save' }], ...soon })],
  ['waitFor allOf', (terminal) => terminal.waitFor({ allOf: [{ visible: 'Save' }], ...soon })],
  ['hover', (terminal) => terminal.hover('Save', { force: true, ...soon })],
  ['region', (terminal) => expectScreen(terminal).toMatchScreen('one', { region: 'Save', ...soon })],
])(
  '%s: several matches are retried until one is left, then reported with their rows [5.ambiguity]',
  async (_, wait) => {
    const { terminal, print } = await LibraryPrinter.showing('Save\r\nSave as', {
      snapshotDir: createTemporaryDirectory(),
    });
    const once = terminal.waitForText('Save', { timeout: 50 });
    await expect(once).rejects.toMatchObject({
      kind: 'ambiguous',
      message: expect.stringContaining('in rows 1 and 2.'),
    });
    const seen = new Promise<void>((resolve) => {
      terminal.on('change', ({ text }) => text?.includes('other') && resolve());
    });
    let hasEnded = false;
    const both = wait(terminal).finally(() => {
      hasEnded = true;
    });
    both.catch(() => {});
    // When this is seen, the wait has seen both matches.
    print('\x1b[4;1Hother');
    await seen;
    expect(hasEnded).toBe(false);
    print('\x1b[2;1H\x1b[K');
    await both;
  },
);

describe('toHaveStyle', () => {
  test('a change of style only ends the wait at once [13.expect-style]', async () => {
    const { terminal, print } = await LibraryPrinter.showing('Save');
    const { signal } = new AbortController();
    await holdsAfter(
      expectScreen(terminal.getByText('Save')).toHaveStyle({ bold: true }, { signal, timeout: 600_000 }),
      () => print('\r\x1b[1;31mSave\x1b[m'),
    );
    await expectScreen(terminal.getByText('Save')).toHaveStyle({ bold: true, fg: 'red', bg: 'default', italic: false });
    await holdsAfter(expectScreen(terminal.getByText('Save')).not.toHaveStyle({ bold: true }, soon), () =>
      print('\rSave'),
    );
  });

  test('the failure names the member that differs; a text that is missing has no style [13.expect-style]', async () => {
    const { terminal } = await LibraryPrinter.showing(
      '\x1b[38;5;9mHot\x1b[38;5;200m x\x1b[38;2;1;2;3m y\x1b[4:3m z\x1b[m',
    );
    await expectScreen(terminal.getByText('Hot')).toHaveStyle({ fg: 'brightRed' });
    await expectScreen(terminal.getByText('Hot')).toHaveStyle({ fg: 9 });
    await expectScreen(terminal.getByText('x')).toHaveStyle({ fg: 200 });
    await expectScreen(terminal.getByText('y')).toHaveStyle({ fg: '#010203' });
    await expectScreen(terminal.getByText('z')).toHaveStyle({ underline: true });
    const failure = await assertionFailure(expectScreen(terminal.getByText('Hot')).toHaveStyle({ fg: 'green' }, never));
    expect(failure.message).toContain('The `fg` of "Hot" (row 1, column 1) is "brightred", not "green".');
    const partly = await assertionFailure(
      expectScreen(terminal.getByText('Hot x')).toHaveStyle({ fg: 'brightRed' }, never),
    );
    expect(partly.message).toContain('is "200"');
    for (const assertions of [expectScreen(terminal.getByText('q')), expectScreen(terminal.getByText('q')).not])
      expect((await assertionFailure(assertions.toHaveStyle({ bold: true }, never))).message).toContain(
        'There is no match.',
      );
  });
});

test('a failure of `toHaveText` with `exact` shows the rows that differ [13.expect-error]', async () => {
  const { terminal } = await LibraryPrinter.showing('one\r\ntwo\r\nthree');
  const { message } = await assertionFailure(
    expectScreen(terminal).toHaveText('one\n2\nthree\nfour', { exact: true, ...never }),
  );
  expect(message).toMatch(
    /^expect\(terminal\)\.toHaveText\("one\\n2\\nthree\\nfour", \{"exact":true\}\) failed\n\nThe screen has another text\.\n-2\n\+two\n-four\n\n┌/,
  );
});

test('every failed assertion names a picture and the trace [13.expect-error, 13.launch-trace]', async () => {
  vi.stubEnv('CI', 'true');
  const { terminal } = await LibraryPrinter.showing('Save', { trace: 'on', artifactDir: createTemporaryDirectory() });
  const text = terminal.getByText('Save');
  const failures = [
    expectScreen(terminal).toHaveText('never', never),
    expectScreen(terminal).toHaveText('never', { exact: true, ...never }),
    expectScreen(terminal).not.toHaveText('Save', never),
    expectScreen(terminal).toHaveTitle('never', never),
    expectScreen(terminal).toHaveCursor(5, 5, never),
    expectScreen(terminal).toHaveExited(0, never),
    expectScreen(terminal).not.toBeStable(never),
    expectScreen(terminal).toMatchScreen('never', never),
    expectScreen(text).toBeHidden(never),
    expectScreen(text).toHaveCount(2, never),
    expectScreen(text).toHaveStyle({ bold: true }, never),
  ].map(assertionFailure);
  const paths = new Set<string | undefined>();
  for (const { message, picturePath, tracePath } of await Promise.all(failures)) {
    expect(message).toContain(`\nPicture: ${picturePath}\n`);
    expect(message).toMatch(new RegExp(`\\nTrace: ${tracePath}$`));
    expect(existsSync(picturePath ?? ''), message).toBe(true);
    paths.add(picturePath).add(tracePath);
  }
  await terminal.close();
  expect(paths.size).toBe(failures.length + 1);
  expect([...paths].filter((path) => path?.endsWith('/trace.html') && existsSync(path))).toHaveLength(1);
});

test.each([
  ['toHaveTitle', (terminal: Terminal) => expectScreen(terminal).toHaveTitle('never', never)],
  ['toHaveCursor', (terminal: Terminal) => expectScreen(terminal).toHaveCursor(5, 5, never)],
])('with trace: "on-failure", a failure of %s is one, too [13.launch-trace]', async (_, assertion) => {
  const options = { trace: 'on-failure', artifactDir: createTemporaryDirectory() } as const;
  const { terminal } = await LibraryPrinter.showing('Save', options);
  const { message, tracePath } = await assertionFailure(assertion(terminal));
  expect(message).toMatch(new RegExp(`\\nTrace: ${tracePath}$`));
  await terminal.close();
  expect(existsSync(tracePath ?? '')).toBe(true);
});

test('an assertion waits on the server and never polls [13.expect-no-polling]', async () => {
  const { server, requests } = loggingServer();
  const terminal = await openShell('read -r line; echo hidden; sleep 1000', {
    server,
    artifactDir: createTemporaryDirectory(),
  });
  const options = { timeout: 400 };
  const failures: readonly (() => Promise<void>)[] = [
    () => expectScreen(terminal).toHaveText('never', options),
    () => expectScreen(terminal).toHaveText('never', { exact: true, ...options }),
    () => expectScreen(terminal.getByText('never')).toHaveCount(1, options),
    () => expectScreen(terminal.getByText('never')).toHaveStyle({ bold: true }, options),
    () => expectScreen(terminal).toHaveCursor(9, 9, options),
    () => expectScreen(terminal).toHaveTitle('never', options),
    () => expectScreen(terminal).not.toHaveCursor(1, 1, options),
  ];
  for (const assertion of failures) await assertionFailure(assertion());
  const waits = new Set(['expectVisible', 'waitForChange', 'waitFor']);
  const others = requests().filter(
    ({ method = '' }) => !waits.has(method) && !['initialize', 'launch', 'renderView'].includes(method),
  );
  // At most a revision, a check before and one after the wait, and the screen for the message.
  expect(others.length).toBeLessThanOrEqual(4 * failures.length);
  expect(requests().filter(({ method = '' }) => waits.has(method))).toHaveLength(failures.length);
});

test("a user's mark survives any number of retries [13.expect-no-polling]", async () => {
  const terminal = await openShell(
    'i=0; while [ $i -lt 300 ]; do echo line $i; i=$((i+1)); sleep 0.003; done; echo the end; sleep 1000',
  );
  const since = await terminal.mark();
  await expectScreen(terminal.getByText(/^the end$/)).toHaveCount(1, { timeout: 25_000 });
  expect(await terminal.waitForText('the end', { since })).toBeDefined();
});

test('`toMatchScreen` creates, matches and reports a baseline with a picture of the difference [13.expect-screen]', async () => {
  vi.stubEnv('CI', undefined);
  const snapshotDir = createTemporaryDirectory();
  const { terminal, show, print } = await LibraryPrinter.showing('\x1b[31mred\x1b[m 12:00', { snapshotDir });
  await expectScreen(terminal).toMatchScreen('menu');
  expect(readdirSync(snapshotDir)).toContain('menu.ansi.txt');
  await expectScreen(terminal).toMatchScreen('menu');
  await expectScreen(terminal).toMatchScreen();
  await show('\r\x1b[31mred\x1b[m 12:34');
  await expectScreen(terminal).toMatchScreen('menu', { mask: [/\d\d:\d\d/] });
  await expectScreen(terminal).toMatchScreen('menu', { normalize: [{ pattern: /\d\d:\d\d/, replacement: 'TIME.' }] });
  const region = terminal.region({ row: 1, col: 1, width: 4, height: 1 });
  await expectScreen(terminal).toMatchScreen('corner', { region });
  await expectScreen(terminal).toMatchScreen('corner', { region: region.rect });
  await expectScreen(terminal).not.toMatchScreen('menu', never);
  const failure = await assertionFailure(expectScreen(terminal).toMatchScreen('menu', { timeout: 100 }));
  expect(failure.message).toMatch(/^expect\(terminal\)\.toMatchScreen\("menu"\) failed\n/);
  expect(existsSync(failure.diffPath ?? '')).toBe(true);
  expect(failure.message).toContain(`Difference: ${failure.diffPath}`);
  await holdsAfter(expectScreen(terminal).toMatchScreen('menu', soon), () => print('\r\x1b[31mred\x1b[m 12:00'));
  const still = await assertionFailure(expectScreen(terminal).not.toMatchScreen('menu', never));
  expect(still.message).toContain('The screen equals the snapshot baseline "menu".');
  await holdsAfter(expectScreen(terminal).not.toMatchScreen('menu', soon), () => print('\r\x1b[32mred\x1b[m'));
});

test('a baseline that is missing is not created in CI [13.expect-screen]', async () => {
  const snapshotDir = createTemporaryDirectory();
  const { server } = loggingServer();
  vi.stubEnv('CI', 'true');
  const { terminal } = await LibraryPrinter.showing('x', { snapshotDir, server });
  const failure = await assertionFailure(expectScreen(terminal).toMatchScreen('menu', never));
  expect(failure.message).toContain('CI');
  expect(readdirSync(snapshotDir)).toEqual([]);
  expect(await requestFailure(terminal.request('expectSnapshot', { name: 'menu' }))).toMatchObject({
    kind: 'snapshot-missing',
  });
});

test('`close` reports an assertion that was not awaited, with its line [13.expect-awaited]', async () => {
  const { terminal } = await LibraryPrinter.showing('x');
  const awaitedLater = expectScreen(terminal).toHaveText('x');
  void expectScreen(terminal).toHaveText('never', { timeout: 60_000 });
  await awaitedLater;
  const error = (await terminal.close().catch((reason: unknown) => reason)) as Error;
  expect(error.message).toBe('expect(terminal).toHaveText("never") was not awaited.');
  expect(error.stack?.split('\n')[1]).toContain('client-assertions.test.ts');
});

test.each<readonly [string, (assertion: Promise<void>) => Promise<unknown>]>([
  ['Promise.all', async (assertion) => await Promise.all([assertion])],
  ['`then`', async (assertion) => await new Promise((resolve) => void assertion.then(resolve))],
  ['`catch`', (assertion) => assertion.catch(() => {})],
  ['`finally`', (assertion) => assertion.finally(() => {})],
])('%s awaits an assertion, too [13.expect-awaited]', async (_, wait) => {
  const { terminal } = await LibraryPrinter.showing('x');
  await wait(expectScreen(terminal).toHaveText('x'));
  await terminal.close();
});

test('options and styles are checked, and errors are in the words of the library [13.options]', async () => {
  const terminal = await openShell('printf "Save\\nSave as"; sleep 1000', { ready: 'as' });
  const save = terminal.getByText('Save');
  const messageOf = async (run: () => Promise<unknown>): Promise<string> =>
    await run().then(
      () => 'ok',
      ({ message }: Error) => message,
    );
  const loose = (value: object): never => value as never;
  for (const [run, message] of [
    [
      () => expectScreen(save).toBeVisible(loose({ timeoutMs: 1 })),
      'Unknown option "timeoutMs" of `toBeVisible`. Did you mean `timeout`?',
    ],
    [
      () => expectScreen(terminal).toHaveText('Save', loose({ forms: 1 })),
      'Unknown option "forms" of `toHaveText`. Did you mean `forMs`?',
    ],
    [
      () => expectScreen(save).toBeVisible(loose({ ambiguity: 'firs' })),
      'Invalid option of `toBeVisible`: `ambiguity` is "firs". Did you mean "first"?',
    ],
    [
      () => expectScreen(save).not.toHaveStyle(loose({ fgs: 'green' })),
      'Unknown option "fgs" of `toHaveStyle`. Did you mean `fg`?',
    ],
    [
      () => terminal.waitForText('Save', loose({ timeout: '5' })),
      'Invalid option of `waitForText`: `timeout` must be a number of milliseconds, not "5".',
    ],
    [() => terminal.press('jj'), 'Invalid params: Unknown key "jj". To type text, use `type`.'],
    [() => launch('true', loose({ redy: 'x' })), 'Unknown option "redy" of `launch`. Did you mean `ready`?'],
  ] as const)
    expect(await messageOf(run)).toBe(message);
  expect(await messageOf(() => expectScreen(save).not.toHaveStyle(loose({ fg: 'gren' })))).toContain(
    'Did you mean "green"?',
  );
  expect(() => terminal.getByText('Save', loose({ exact: true }))).toThrow('Unknown option "exact" of `getByText`.');
  await expectScreen(save).toBeVisible({ ambiguity: 'first' });
  await expectScreen(save).toHaveStyle({ bold: false }, { ambiguity: 'last' });
  for (const assertion of [
    expectScreen(save).toBeVisible({ timeout: 20 }),
    expectScreen(save).toHaveStyle({ bold: true }, { timeout: 20 }),
  ])
    expect(await messageOf(async () => await assertion)).toMatch(
      /2 matches[^\n]*Select one with `nth` or `within`, or set `ambiguity`\./,
    );
});
