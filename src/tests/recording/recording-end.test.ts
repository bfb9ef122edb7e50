import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { pollUntil } from '../support/processes.js';
import { parseEvent, readEvents, readLastScreen, screensOf, startRecording } from '../support/recordings.js';
import { launchEcho, ScriptedProgram, showEcho } from '../support/scripted-program.js';

test.each<[what: string, end: (server: TestServer) => unknown]>([
  ['recording.stop', (server) => server.request('recording.stop')],
  ['close', (server) => server.request('close')],
  ['another launch', (server) => server.request('launch', { command: 'cat' })],
  ['server.shutdown', (server) => server.request('server.shutdown')],
  ['server.shutdown now', (server) => server.request('server.shutdown', { now: true })],
  ['the end of standard input', (server) => server.process.stdin?.end()],
  ['SIGTERM', (server) => server.process.kill('SIGTERM')],
  ['SIGINT', (server) => server.process.kill('SIGINT')],
  ['SIGHUP', (server) => server.process.kill('SIGHUP')],
  [
    'a client that has exited',
    (server) => {
      server.process.stdout?.destroy();
      server.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'server.ping' }));
    },
  ],
])('the last frame of a recording that ends by %s has the final screen [9.record-last-frame]', async (_, end) => {
  const server = new TestServer();
  const path = await startRecording(server, { frameIntervalMs: 3_600_000 });
  await launchEcho(server);
  await showEcho(server, '-FINAL');
  await end(server);
  server.process.stdin?.end();
  await server.waitForExit();
  expect(screensOf(readEvents(path), 'keyframe').slice(0, 2)).toEqual([
    `READY${'\n'.repeat(7)}`,
    `READY-FINAL${'\n'.repeat(7)}`,
  ]);
});

test('records the last screen of a program as soon as it exits [9.record-last-frame]', async () => {
  const program = await ScriptedProgram.start();
  const path = await startRecording(program.server, { frameIntervalMs: 3_600_000 });
  await program.show('one');
  program.print('\r\ntwo');
  await program.exit();
  await program.server.request('waitForExit');
  await program.server.request('recording.stop');
  expect(readLastScreen(path)).toMatch(/^one\ntwo\n/);
});

test('a killed server leaves only complete lines, except the last [9.record-killed]', async () => {
  const server = new TestServer();
  const path = await startRecording(server, { frameIntervalMs: 1 });
  await server.launch('sh', ['-c', 'while :; do seq 1 1000; done']);
  for (let count = 0; count < 50; count += 1) await server.request('server.ping');
  const readLines = (): string[] => readFileSync(path, 'utf8').split('\n');
  await pollUntil(() => readLines().length > 50);
  server.process.kill('SIGKILL');
  await server.waitForExit();
  expect(() => readLines().slice(0, -1).map(parseEvent)).not.toThrow();
});
