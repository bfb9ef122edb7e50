import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Puppet } from '../../testing/puppet.js';
import { Random } from '../../testing/random.js';

const minPings = 15;

const isLinux = process.platform === 'linux';
const hasCanvas = (pid: number): boolean => /skia[^/]*\.node/.test(readFileSync(`/proc/${pid}/maps`, 'utf8'));

test.skipIf(!isLinux)(
  'the drawing library is loaded only for characters without a prebuilt glyph (needs /proc) [7.canvas-lazy]',
  async () => {
    const puppet = await new Puppet({ env: { CI: undefined } }).start(20, 4);
    const { server } = puppet;
    await puppet.write('x');
    await server.request('currentView');
    for (const format of ['ansi', 'svg', 'html']) await server.request('dumpView', { name: 'x', format });
    await server.request('expectSnapshot', { name: 'x' });
    await server.request('expectSnapshot', { name: 'x' });
    expect(hasCanvas(server.pid)).toBe(false);
    await puppet.write('\x1b[1mé\x1b[3m→\x1b[m ⚙┤█⣿');
    await server.request('renderView', { name: 'x' });
    expect(hasCanvas(server.pid)).toBe(false);
    await puppet.write('漢');
    await server.request('renderView', { name: 'x' });
    expect(hasCanvas(server.pid)).toBe(true);
  },
);

test('the server responds to pings while it creates a picture [7.png-responsive]', async () => {
  const puppet = await new Puppet().start(300, 150);
  const { server } = puppet;
  // Content that compresses badly, because compression takes most of the time.
  const random = new Random(1);
  for (let row = 0; row < 149; row += 1) {
    const cells = Array.from(
      { length: 300 },
      () => `\x1b[38;5;${random.below(256)}m${String.fromCharCode(33 + random.below(94))}`,
    );
    await puppet.write(`${cells.join('')}\r\n`);
  }
  await server.request('renderView', { name: 'warm' });
  let isDone = false;
  const picture = server.request('renderView', { name: 'x' }).then(() => {
    isDone = true;
  });
  let pings = 0;
  while (!isDone) {
    await server.request('server.ping');
    pings += 1;
  }
  await picture;
  // Hundreds; if the main thread did the compression, there would be only a few.
  expect(pings).toBeGreaterThan(minPings);
});
