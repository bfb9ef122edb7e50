import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { runToExit } from '../support/programs.js';

const runs = 50;
const maxMs = 20;

const nowMs = (): number => performance.timeOrigin + performance.now();

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] as number;
}

/** Measures the delay after which a plain parent process detects the exit of `date`, which depends on the load. */
async function measurePlainDelayMs(): Promise<number> {
  const child = spawn('date', ['+%s%N'], { stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await new Promise((resolve) => child.on('close', resolve));
  return nowMs() - Number(text) / 1e6;
}

test(`the exit of a program is detected within ${maxMs} ms [3.exit-time]`, async () => {
  const server = new TestServer();
  await server.request('initialize', { notifyExit: true });
  const delaysMs: number[] = [];
  const plainDelaysMs: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    plainDelaysMs.push(await measurePlainDelayMs());
    // The output is the time just before the exit.
    const { lastLines } = await runToExit(server, 'date', ['+%s%N']);
    delaysMs.push(nowMs() - Number((lastLines as string[])[0]) / 1e6);
  }
  expect(median(delaysMs)).toBeLessThan(maxMs + 4 * median(plainDelaysMs));
});
