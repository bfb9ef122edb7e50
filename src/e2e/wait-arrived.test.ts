import { spawnSync } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TestServer } from '../testing/client.js';

const ready = { type: 'exact', text: 'ready' };

test('what arrives in time counts, though the server is stopped until its time is over [5.late]', async () => {
  const server = new TestServer();
  const pipe = join(server.directory, 'pipe');
  spawnSync('mkfifo', [pipe]);
  await server.launch('sh', ['-c', 'printf ready; read x < "$0"; echo late; : > "$0"; sleep 60', pipe], {
    readySelector: ready,
  });
  const asked = server.request('waitForText', { selector: { type: 'exact', text: 'late' }, timeoutMs: 1000 });
  const sentAt = performance.now();
  await server.request('server.ping');
  process.kill(server.pid, 'SIGSTOP');
  await (await open(pipe, 'w')).close();
  await (await open(pipe, 'r')).close();
  // Its time passes while it is stopped.
  await sleep(sentAt + 1100 - performance.now());
  process.kill(server.pid, 'SIGCONT');
  expect(await asked).toMatchObject({ match: { text: 'late' } });
});
