import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Random } from '../support/random.js';
import { ScriptedProgram } from '../support/scripted-program.js';

const minPings = 15;

const isLinux = process.platform === 'linux';
const hasCanvas = (pid: number): boolean => /skia[^/]*\.node/.test(readFileSync(`/proc/${pid}/maps`, 'utf8'));

test.skipIf(!isLinux)(
  'the drawing library is loaded only for characters without a prebuilt glyph (needs /proc) [7.canvas-lazy]',
  async () => {
    const program = await ScriptedProgram.startRaw(20, 4, {}, { env: { CI: undefined } });
    const { server } = program;
    await program.show('x');
    await server.request('currentView');
    for (const format of ['ansi', 'svg', 'html']) await server.request('dumpView', { name: 'x', format });
    await server.request('expectSnapshot', { name: 'x' });
    await server.request('expectSnapshot', { name: 'x' });
    expect(hasCanvas(server.pid)).toBe(false);
    await program.show('\x1b[1mé\x1b[3m→\x1b[m ⚙┤█⣿');
    await server.request('renderView', { name: 'x' });
    expect(hasCanvas(server.pid)).toBe(false);
    await program.show('漢');
    await server.request('renderView', { name: 'x' });
    expect(hasCanvas(server.pid)).toBe(true);
  },
);

test('the server responds to pings while it creates a picture [7.png-responsive]', async () => {
  const program = await ScriptedProgram.startRaw(300, 150);
  const { server } = program;
  // Content that compresses badly, because compression takes most of the time.
  const random = new Random(1);
  for (let row = 0; row < 149; row += 1) {
    const cells = Array.from(
      { length: 300 },
      () => `\x1b[38;5;${random.below(256)}m${String.fromCharCode(33 + random.below(94))}`,
    );
    await program.show(`${cells.join('')}\r\n`);
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
