import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from 'tuispec';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import { requestFailure } from '../support/library-failure.js';
import { LibraryPrinter, openTerminal } from '../support/library-terminal.js';
import { loggingServer } from '../support/logging-server.js';
import { readProcessState } from '../support/processes.js';

const cancelled = { name: 'AbortError', code: -32800, method: 'waitForText' };

test('an aborted signal ends the wait with $/cancelRequest; the same server then serves the next request [13.cancel]', async () => {
  const { server, requests } = loggingServer();
  const terminal = await openTerminal('cat', { server });
  const controller = new AbortController();
  const reason = new Error('enough');
  const failure = requestFailure(terminal.waitForText('never', { timeout: 60_000, signal: controller.signal }));
  const other = terminal.type('typed');
  controller.abort(reason);
  const error = await failure;
  expect(error).toMatchObject(cancelled);
  expect(error.cause).toBe(reason);
  expect(error.message).toBe('The request "waitForText" was cancelled.');
  await other;
  await terminal.waitForText('typed');
  const sent = requests();
  const wait = sent.find(({ method }) => method === 'waitForText');
  expect(sent.find(({ method }) => method === '$/cancelRequest')?.params).toEqual({ id: wait?.id });
});

test('a request with an aborted signal is not sent [13.cancel-aborted]', async () => {
  const { server, requests } = loggingServer();
  const terminal = await openTerminal('cat', { server });
  const signal = AbortSignal.abort();
  expect(await requestFailure(terminal.waitForText('never', { signal }))).toMatchObject(cancelled);
  expect(await requestFailure(terminal.request('sendText', { text: 'x' }, { signal }))).toMatchObject({ code: -32800 });
  expect(requests().map(({ method }) => method)).toEqual(['initialize', 'launch']);
});

test('the `signal` of `launch` cancels all requests of the terminal; it can still be closed [13.cancel-terminal]', async () => {
  const controller = new AbortController();
  const { terminal } = await LibraryPrinter.showing('x', { signal: controller.signal });
  const parent = readProcessState(terminal.pid)?.parent;
  const waits = [
    terminal.waitForText('never', { timeout: 60_000 }),
    terminal.waitForExit({ signal: new AbortController().signal }),
  ];
  const failures = Promise.all(waits.map(requestFailure));
  controller.abort();
  for (const failure of await failures) expect(failure).toMatchObject({ code: -32800 });
  expect(await requestFailure(terminal.text())).toMatchObject({ code: -32800 });
  await terminal.close();
  expect(readProcessState(terminal.pid)).toBeUndefined();
  const next = await openTerminal('cat');
  expect(readProcessState(next.pid)?.parent).toBe(parent);
});

test('a launch whose signal is aborted starts nothing, or ends what it has started [13.cancel-launch]', async () => {
  const { server, requests } = loggingServer();
  expect(await requestFailure(launch('cat', { server, signal: AbortSignal.abort() }))).toMatchObject({ code: -32800 });
  expect(requests()).toEqual([]);
  const controller = new AbortController();
  const path = join(createTemporaryDirectory(), 'pid');
  const options = {
    args: ['-c', `echo $$ >${path}; echo Started; sleep 1000`],
    signal: controller.signal,
    artifactDir: createTemporaryDirectory(),
  };
  const failure = requestFailure(launch('sh', { ...options, ready: 'never', readyTimeout: 60_000 }));
  await expect.poll(() => readIfThere(path), { timeout: 10_000 }).toMatch(/^\d+\n$/);
  controller.abort();
  expect(await failure).toMatchObject({ name: 'AbortError', method: 'launch' });
  expect(readProcessState(Number(readIfThere(path)))).toBeUndefined();
});

test('an abort after the response has no effect, and listeners are removed from the signal [13.cancel]', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on('warning', note);
  const controller = new AbortController();
  const { signal } = controller;
  const { terminal } = await LibraryPrinter.showing('text');
  await Promise.all(Array.from({ length: 30 }, async () => await terminal.waitForText('text', { signal })));
  for (let count = 0; count < 20; count += 1) await terminal.waitForText('text', { signal });
  controller.abort();
  expect(await terminal.text()).toContain('text');
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
