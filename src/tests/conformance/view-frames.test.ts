import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { pollUntil, readProcessState } from '../support/processes.js';
import { pathOfProgram, stillClock } from '../support/programs.js';
import { ScriptedProgram } from '../support/scripted-program.js';

const maxFrameMs = 150;
const begin = '\x1b[?2026h';
const end = '\x1b[?2026l';

describe('a read', () => {
  test('never shows half a synchronized update [7.no-half-frame]', async () => {
    const server = new TestServer();
    const first = { ambiguityMode: 'first', terminalCols: 20 };
    await server.launch(
      process.execPath,
      [pathOfProgram('frames.mjs')],
      { readySelector: { type: 'exact', text: '1' } },
      first,
    );
    const halves: string[] = [];
    for (let count = 0; count < 200; count += 1) {
      const { text } = await server.request('currentView', { rows: { start: 1, end: 2 } });
      const [upper, lower] = text.split('\n');
      if (upper !== lower) halves.push(text);
    }
    expect(halves).toEqual([]);
  });

  test('waits at most 150 ms for the end of a synchronized update [7.frame-wait]', async () => {
    const program = await ScriptedProgram.startRaw(10, 2);
    const startedAt = performance.now();
    await program.show(`${begin}half`);
    expect((await program.view()).text).toBe('half\n');
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(maxFrameMs);
  });

  test('does not wait again for a synchronized update that does not end [7.frame-wait]', async () => {
    const program = await ScriptedProgram.startRaw(10, 2);
    await program.show(`${begin}half`);
    await program.view();
    const tookMs: number[] = [];
    for (let count = 0; count < 100; count += 1) {
      await program.show(begin);
      const startedAt = performance.now();
      await program.view();
      tookMs.push(performance.now() - startedAt);
    }
    // Every read that waits takes at least this long; on a busy machine others do, too.
    expect(tookMs.filter((ms) => ms < maxFrameMs).length).toBeGreaterThan(50);
  });

  test('shows the screen at the last byte of a synchronized update that ends while it waits [7.frame-end]', async () => {
    const program = await ScriptedProgram.startRaw(10, 2);
    await program.show(`${begin}\x1b[Hold`);
    const reading = program.view();
    // Handled out of order: at the first response the preceding read has started, at the second it waits.
    await program.server.request('server.ping');
    await program.server.request('server.ping');
    program.print(`${begin}\x1b[HAAA${end}${begin}\x1b[HBBB`);
    expect((await reading).text).toBe('AAA\n');
    expect((await program.view()).text).toBe('BBB\n');
  });

  test('of a program that exited inside a synchronized update does not wait [7.frame-wait]', async () => {
    const server = new TestServer({ env: stillClock });
    await server.launch('printf', ['\\033[?2026hhalf']);
    await server.request('waitForExit');
    expect((await server.request('currentView')).text).toMatch(/^half\n/);
  });

  test('shows all output that was written before the request [7.everything-received]', async () => {
    const server = new TestServer();
    for (let run = 1; run <= 5; run += 1) {
      const written = join(server.directory, `written-${run}`);
      const go = join(server.directory, `go-${run}`);
      // Less than the buffer of a terminal, so that all of it can be written without a reader; the pause is needed because
      // the kernel delivers output with some delay.
      const output = 'seq 1 2500; echo last; sleep 0.2';
      const script = `until test -e ${go}; do sleep 0.01; done; ${output}; touch ${written}; exec sleep 1000`;
      if (run === 1) await server.request('initialize');
      await server.request('launch', { command: 'sh', args: ['-c', script] });
      process.kill(server.pid, 'SIGSTOP');
      try {
        await pollUntil(() => readProcessState(server.pid)?.state === 'T');
        writeFileSync(go, '');
        await pollUntil(() => existsSync(written));
        const reading = server.request('currentView');
        process.kill(server.pid, 'SIGCONT');
        expect((await reading).text).toMatch(/2500\nlast\n/);
      } finally {
        process.kill(server.pid, 'SIGCONT');
      }
    }
  });
});
