import { AssertionError } from 'node:assert';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect as expectScreen } from 'tuispec';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import { assertionFailure, requestFailure } from '../support/library-failure.js';
import { LibraryPrinter, openShell } from '../support/library-terminal.js';
import { methodsOf, readEvents } from '../support/recordings.js';

const soon = { timeout: 20_000 };
const never = { timeout: 30 };

test('an assertion retries until it holds, or fails after its timeout [13.expect-retries]', async () => {
  // Longer than a test may take.
  vi.stubEnv('TUISPEC_TIMEOUT_SECONDS', '3600');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { terminal, print } = await LibraryPrinter.showing('Open', { timeout: 30 });
  const later = Promise.all([expectScreen(terminal).toHaveText('Saved', soon)]);
  print(' Saved');
  await later;
  await assertionFailure(expectScreen(terminal).toHaveText('Closed'));
});

test('`not` waits until the text has gone [13.expect-not]', async () => {
  const { terminal, print } = await LibraryPrinter.showing('Loading');
  const later = Promise.all([expectScreen(terminal).not.toHaveText(/load/i, soon)]);
  print('\r\x1b[K');
  await later;
  await expectScreen(terminal.getByText('Loading')).not.toBeVisible();
  await expectScreen(terminal.getByText('Loading')).toBeHidden();
  await expectScreen(terminal).not.not.not.toHaveText('Loading');
});

test('a failure is an AssertionError with the screen, the closest text and a picture [13.expect-error]', async () => {
  const { terminal } = await LibraryPrinter.showing('Open Save', {});
  await terminal.step('the step', () => {});
  const failure = await assertionFailure(expectScreen(terminal).toHaveText('Saves', never));
  expect(failure).toBeInstanceOf(AssertionError);
  expect(failure).toMatchObject({
    name: 'AssertionError',
    code: 'ERR_ASSERTION',
    actual: 'Open Save',
    expected: 'Saves',
    operator: 'expect(terminal).toHaveText("Saves")',
    screen: 'Open Save\n\n\n\n\n',
    closestText: { text: 'Save', row: 1, col: 6 },
    step: 'the step',
  });
  expect(existsSync(failure.picturePath ?? '')).toBe(true);
  const lines = failure.message.split('\n');
  expect(lines[0]).toBe('expect(terminal).toHaveText("Saves") failed');
  expect(lines[2]).toMatch(/^No match for "Saves" within \d+ ms\. Closest text: "Save" \(row 1, column 6\)\.$/);
  expect(lines.slice(3)).toEqual([
    'Last step: "the step"',
    '',
    '┌──────────────────────┐',
    '│ Open Save            │',
    '└──────────────────────┘',
    '',
    `Picture: ${failure.picturePath}`,
  ]);
});

test('a failed wait is described by its error: only the picture takes another request [13.expect-error]', async () => {
  const { terminal } = await LibraryPrinter.showing('Open Save');
  const path = join(createTemporaryDirectory(), 'recording.jsonl');
  await terminal.request('recording.start', { path });
  const failures = [
    await assertionFailure(expectScreen(terminal).toHaveText('Saves', never)),
    await assertionFailure(expectScreen(terminal.getByText('Saves')).toBeVisible(never)),
    await assertionFailure(expectScreen(terminal).toHaveCursor(5, 5, never)),
  ];
  await terminal.request('recording.stop', {});
  expect(failures.map(({ screen }) => screen?.trimEnd())).toEqual(['Open Save', 'Open Save', 'Open Save']);
  expect(failures[2]?.message).toContain('The cursor is in row 1, column 10.');
  const waits = ['expectVisible', 'expectVisible', 'waitFor'];
  expect(methodsOf(readEvents(path))).toEqual([...waits.flatMap((wait) => [wait, 'renderView']), 'recording.stop']);
});

test('the stack of a failure begins at the line of the assertion [13.expect-error]', async () => {
  const { terminal } = await LibraryPrinter.showing('x');
  for (const assertion of [
    () => expectScreen(terminal).toHaveText('never', never),
    () => expectScreen(terminal).not.toHaveText('x', never),
    () => expectScreen(terminal.getByText('never')).toBeVisible(never),
    () => expectScreen(terminal.getByText('x')).toHaveCount(2, never),
    () => expectScreen(terminal).toHaveCursor(9, 9, never),
  ]) {
    const { stack = '' } = await assertionFailure(assertion());
    const [first = ''] = stack.split('\n').filter((line) => line.startsWith('    at '));
    expect(first).toContain('client-expect.test.ts');
  }
});

test('an error that is not a failed assertion stays what it is, with the stack of the caller [13.expect-error]', async () => {
  const { terminal } = await LibraryPrinter.showing('x');
  const failure = await requestFailure(expectScreen(terminal).toHaveText('', never));
  expect(failure.code).toBe(-32602);
  await terminal.close();
  const closed = await requestFailure(expectScreen(terminal).toHaveText('x'));
  expect(closed.message).toContain('The terminal has been closed.');
  expect(closed.stack).toContain('client-expect.test.ts');
  expect(() => expectScreen('text' as never)).toThrow(TypeError);
});

test('with `exact`, the whole screen is compared [13.expect-text]', async () => {
  const { terminal, print } = await LibraryPrinter.showing('one\r\n  two  ');
  await expectScreen(terminal).toHaveText('one\n  two', { exact: true });
  await expectScreen(terminal).toHaveText('one   \n  two\n\n', { exact: true });
  await expectScreen(terminal).toHaveText(/one\n +two/, { exact: true });
  await expectScreen(terminal).not.toHaveText('one', { exact: true });
  await expectScreen(terminal).not.toHaveText(/one/, { exact: true });
  await expectScreen(terminal).toHaveText('one');
  const failure = await assertionFailure(expectScreen(terminal).toHaveText('one', { exact: true, ...never }));
  expect(failure).toMatchObject({ actual: 'one\n  two', expected: 'one' });
  const later = Promise.all([expectScreen(terminal).toHaveText('one\n  two  three', { exact: true, ...soon })]);
  print('three');
  await later;
});

test('several matches are enough for `toHaveText`, and too many for `toBeVisible` [13.expect-text, 13.expect-visible]', async () => {
  const { terminal } = await LibraryPrinter.showing('a a');
  await expectScreen(terminal).toHaveText('a');
  const failure = await assertionFailure(expectScreen(terminal.getByText('a')).toBeVisible());
  expect(failure.message).toMatch(/^expect\("a"\)\.toBeVisible\(\) failed\n\n.*2 matches/);
  await expectScreen(terminal.getByText('a').last()).toBeVisible();
});

test('`since` counts only new text [13.expect-since]', async () => {
  const { terminal, show } = await LibraryPrinter.showing('Done');
  const since = await terminal.mark();
  await assertionFailure(expectScreen(terminal).toHaveText('Done', { since, ...never }));
  await show('\r\nDone');
  await expectScreen(terminal).toHaveText('Done', { since });
  await expectScreen(terminal.getByText('Done')).toBeVisible({ since });
});

test('`forMs` means continuously for that long [13.expect-for]', async () => {
  const { terminal, print } = await LibraryPrinter.showing('Ready');
  const startedAt = performance.now();
  await expectScreen(terminal).toHaveText('Ready', { forMs: 100 });
  await expectScreen(terminal.getByText('Ready')).toHaveCount(1, { forMs: 100 });
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(195);
  const failure = assertionFailure(expectScreen(terminal).toHaveText('Ready', { forMs: 60_000, timeout: 200 }));
  await failure;
  const interrupted = Promise.all([expectScreen(terminal.getByText('Ready')).toHaveCount(1, { forMs: 300, ...soon })]);
  const interruptedAt = performance.now();
  print('\r\x1b[KBusy\r\x1b[KReady');
  await interrupted;
  expect(performance.now() - interruptedAt).toBeGreaterThanOrEqual(290);
  const tooShort = await assertionFailure(
    expectScreen(terminal.getByText('Ready')).toHaveCount(1, { forMs: 500, timeout: 100 }),
  );
  expect(tooShort.message).toContain('did not hold for 500 ms');
});

test('after the program has exited, an assertion about the last screen ends at once [13.expect-retries]', async () => {
  const terminal = await openShell('printf "last words"; exit 2', {});
  await terminal.waitForExit();
  await expectScreen(terminal).toHaveText('last words', { exact: true, forMs: 600_000, timeout: 600_000 });
  await assertionFailure(expectScreen(terminal).toHaveText('more', { timeout: 600_000 }));
  await assertionFailure(expectScreen(terminal.getByText('last')).toHaveCount(2, { timeout: 600_000 }));
});

test('an aborted signal cancels an assertion [13.cancel]', async () => {
  const { terminal } = await LibraryPrinter.showing('x');
  for (const assertion of [
    (signal: AbortSignal) => expectScreen(terminal).toHaveText('y', { signal, timeout: 60_000 }),
    (signal: AbortSignal) => expectScreen(terminal.getByText('x')).toHaveCount(2, { signal, timeout: 60_000 }),
  ]) {
    const controller = new AbortController();
    const failure = requestFailure(assertion(controller.signal));
    controller.abort();
    expect(await failure).toMatchObject({ name: 'AbortError' });
  }
});
