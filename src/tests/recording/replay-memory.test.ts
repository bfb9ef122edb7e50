import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';

const mebibyte = 1024 * 1024;

/** Creates a recording of about that many bytes, with a request at its beginning and one at its end. */
function writeLongRecording(path: string, bytes: number): void {
  const file = openSync(path, 'w');
  const write = (direction: string, line: string): number =>
    writeSync(file, `${JSON.stringify({ timestampMicros: 1, direction, line })}\n`);
  const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'rpc.discover' });
  const frame = `${JSON.stringify({ timestampMicros: 1, direction: 'frame', line: `${'x'.repeat(132)}\n`.repeat(40) })}\n`;
  const frames = frame.repeat(Math.ceil(mebibyte / frame.length));
  write('request', request);
  for (let written = 0; written < bytes; written += frames.length) writeSync(file, frames);
  write('request', request);
  closeSync(file);
}

const readPeakBytes = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

test.skipIf(process.platform !== 'linux')(
  'replays a recording of 128 MiB in the memory of a small one, and responds to pings meanwhile (needs /proc) [9.replay-memory]',
  async () => {
    const server = new TestServer({ isNew: true });
    const path = join(server.directory, 'long.jsonl');
    writeLongRecording(path, mebibyte);
    expect(await server.request('replay', { path })).toMatchObject({ replayedRequests: 2, skippedLines: 0 });
    const before = readPeakBytes(server.pid);
    writeLongRecording(path, 128 * mebibyte);
    const toCall = (id: string, method: string, params?: object): string =>
      JSON.stringify({ jsonrpc: '2.0', id, method, params });
    server.send(`${toCall('replay', 'replay', { path })}\n${toCall('ping', 'server.ping')}`);
    expect(await server.inbox.waitForResult('replay')).toMatchObject({ replayedRequests: 2, skippedLines: 0 });
    expect(server.inbox.lines.slice(-2).map((line) => /"id":"(\w+)"/.exec(line)?.[1])).toEqual(['ping', 'replay']);
    expect(readPeakBytes(server.pid) - before).toBeLessThan(96 * mebibyte);
  },
);
