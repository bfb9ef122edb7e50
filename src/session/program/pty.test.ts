import { expect, test } from 'vitest';
import { IdleQueue } from '../../base/idle-queue.js';
import { system } from '../../base/system/system.js';
import { Pty } from './pty.js';

test('where a program cannot end before its output is read, its end reads on after a pause [22.reader]', async () => {
  let resolveExit: () => void = () => {};
  const exited = new Promise<void>((resolve) => {
    resolveExit = resolve;
  });
  const pty = new Pty(
    {
      command: 'sh',
      args: ['-c', 'sleep 1000'],
      env: { PATH: process.env['PATH'] ?? '' },
      cwd: '/',
      cols: 80,
      rows: 24,
    },
    {
      onOutput: () => {},
      onRedraw: () => {},
      onResize: () => {},
      readLines: () => [],
      readCursor: () => ({ row: 0, col: 0 }),
      onExit: () => resolveExit(),
      onAvailability: () => {},
    },
    new IdleQueue(),
  );
  pty.pause();
  await pty.end('at once');
  await exited;
  expect(pty.isPaused).toBe(!system.needsReader);
  pty.close();
});
