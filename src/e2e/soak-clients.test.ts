import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { TestServer, temporaryDirectory } from '../testing/client.js';
import { exact } from '../testing/matches.js';
import { until } from '../testing/processes.js';
import { hasProc, soakTimeoutMs, times } from '../testing/soak.js';
import { survivorsIn } from '../testing/survivors.js';

const servers = times(12, 64);

test(`${servers} servers at once, each with a program: every answer is right`, { timeout: soakTimeoutMs }, async () => {
  const all = Array.from({ length: servers }, () => new TestServer());
  const runs = all.map(async (server, number) => {
    const script = `seq 1 3000; printf 'ready %d ' ${number}; read x; echo "got $x"; exit ${number}`;
    const readySelector = exact(`ready ${number} `);
    await server.launch('sh', ['-c', script], { readySelector, readyTimeoutMs: 60_000 }, { timeoutSeconds: 60 });
    await server.request('sendLine', { text: `line ${number}`, expectAfter: exact(`got line ${number}`) });
    expect(await server.request('waitForExit')).toMatchObject({ exitCode: number });
    expect(await server.end()).toBe(0);
  });
  await Promise.all(runs);
});

const requests = [
  { method: 'initialize' },
  {
    method: 'launch',
    params: { command: 'sh', args: ['-c', 'trap "" HUP; echo up; while :; do echo flood; sleep 0.01; done'] },
  },
  { method: 'waitForText', params: { selector: exact('never'), timeoutMs: 1_000_000 } },
].map((request, id) => JSON.stringify({ jsonrpc: '2.0', id, ...request }));

// Waits for a text, and tells when it has heard of the launch.
const client = `
  const server = require('node:child_process').spawn(process.execPath, [process.argv[2], 'server']);
  server.stdin.write(process.argv[1]);
  server.stdout.on('data', (data) => data.includes('pid') && console.log('heard'));`;

test.skipIf(!hasProc)(
  'a client that is killed while it waits: its server and the program go with it (needs /proc) [10.nothing-left]',
  { timeout: soakTimeoutMs },
  async () => {
    for (let round = 0; round < times(3, 100); round += 1) {
      const cwd = temporaryDirectory();
      const args = ['-e', client, `${requests.join('\n')}\n`, resolve('dist/cli.js')];
      const killed = spawn(process.execPath, args, { cwd });
      await once(killed.stdout, 'data');
      expect(survivorsIn(cwd).length).toBeGreaterThan(2);
      killed.kill('SIGKILL');
      await until(() => survivorsIn(cwd).length === 0);
    }
  },
);

test('a client that ends in the middle of a line is answered, and told what is wrong [1.eof]', async () => {
  const server = new TestServer({ args: ['--artifact-dir', join(temporaryDirectory(), 'artifacts')] });
  server.process.stdin?.end('{"jsonrpc":"2.0","id":1,"method":"server.ping"}\n{"jsonrpc":"2.0","id":2,"meth');
  expect(await server.exitCode()).toBe(0);
  expect(server.inbox.messages).toMatchObject([{ id: 1 }, { id: null, error: { code: -32700 } }]);
});
