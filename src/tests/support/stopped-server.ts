import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestServer } from './client.js';
import { pollUntil, readProcessState } from './processes.js';

/** Stops a server until output of its silent program has arrived before the last byte of a request. */
export async function sendAfterOutput(output: string, id: string, method: string, params: object): Promise<TestServer> {
  const server = new TestServer();
  const written = join(server.directory, 'written');
  // The kernel delivers output with some delay.
  const print = `until test -e go; do sleep 0.01; done; printf '${output}'; sleep 0.2; : > written`;
  const args = ['-c', `stty raw -echo; ${print}; exec sleep 1000`];
  const size = { terminalCols: 20, terminalRows: 6 };
  await server.launch('sh', args, { cwd: server.directory }, size);
  process.kill(server.pid, 'SIGSTOP');
  try {
    await pollUntil(() => readProcessState(server.pid)?.state === 'T');
    // Its input is the first event that it handles.
    const line = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    await new Promise((resolve) => server.process.stdin?.write(line, resolve));
    writeFileSync(join(server.directory, 'go'), '');
    await pollUntil(() => existsSync(written));
    server.send('');
  } finally {
    process.kill(server.pid, 'SIGCONT');
  }
  return server;
}
