import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { chooseSeeds, fuzzTimeoutMs } from '../support/fuzzing.js';
import { createHostileFrames, createHostileRequests, createHostileUpgrade } from '../support/hostile-view.js';
import { Random } from '../support/random.js';
import { openConnection, readAll } from '../support/raw-http.js';
import { ResourceCheck } from '../support/resource-check.js';
import { startView, ViewClient } from '../support/view-client.js';

const connectionsPerRun = 60;
// Standard error must contain nothing but the URL, and no warning about the variables of the fuzzer.
const env = { TUISPEC_FUZZ_SEED: undefined, TUISPEC_FUZZ_RUNS: undefined };

/** What a client does on one connection. */
function write(socket: Socket, random: Random, protocols: readonly string[]): void {
  const isWebSocket = random.chance(0.6);
  const bytes = isWebSocket
    ? Buffer.concat([createHostileUpgrade(random, protocols), createHostileFrames(random), createHostileFrames(random)])
    : createHostileRequests(random);
  for (const piece of random.cut(bytes, random.pick([7, 500, 100_000]))) socket.write(piece);
  if (random.chance(0.2)) socket.pause();
  // Some end it, some break it, and some wait for the server.
  switch (random.below(4)) {
    case 0:
      socket.once('connect', () => socket.destroy());
      break;
    case 1:
      socket.write(Buffer.alloc(10_000, random.below(256)));
      break;
    default:
      socket.end();
  }
}

test.each(chooseSeeds(3))(
  'random WebSocket and HTTP input ends only its connection (seed %i) [15.hostile]',
  async (seed) => {
    const random = new Random(seed);
    const { server, ...address } = await startView({ interactive: true }, { env });
    // A valid message may press Ctrl+C, which must not end the program.
    await server.launch('sh', ['-c', 'stty raw -echo; echo ready; exec cat > /dev/null'], {}, { name: 'demo' });
    // Later, the number of processes does not change.
    await server.request('waitForText', { selector: 'ready' });
    const watcher = await ViewClient.open(address);
    const resources = await ResourceCheck.start(server);
    const port = Number(address.host.split(':')[1]);
    const protocols = ['tuispec.view.v1', `tuispec.token.${address.token}`];
    const sockets: Socket[] = [];
    for (let count = 0; count < connectionsPerRun; count += 1) {
      const socket = openConnection(port);
      sockets.push(socket);
      write(socket, random, protocols);
      if (random.chance(0.3)) await server.request('server.ping');
    }
    await server.request('server.ping');
    for (const socket of sockets) socket.destroy();
    await resources.verify();
    // The others do not notice.
    expect(watcher.socket.readyState).toBe(watcher.socket.OPEN);
    const text = `still here ${seed}`;
    await server.request('launch', { command: 'sh', args: ['-c', `echo ${text}; cat`] });
    await watcher.waitForText(text);
    const response = await fetch(`${address.origin}/api/screen?token=${address.token}`);
    expect(await response.text()).toContain(text);
    expect(server.stderr).toMatch(/^tuispec: view at \S+\n$/);
  },
  fuzzTimeoutMs,
);

test('responses to random requests are valid, and never of a bug [15.hostile]', async () => {
  const { server, ...address } = await startView({ interactive: true }, { env });
  const port = Number(address.host.split(':')[1]);
  for (const seed of chooseSeeds(40)) {
    const socket = openConnection(port);
    socket.end(createHostileRequests(new Random(seed)));
    const text = await readAll(socket);
    expect(text === '' || text.startsWith('HTTP/1.1 '), text).toBe(true);
    expect(text).not.toMatch(/^HTTP\/1\.1 5/m);
  }
  expect(server.stderr).toMatch(/^tuispec: view at \S+\n$/);
});
