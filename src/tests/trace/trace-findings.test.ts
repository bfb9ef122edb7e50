import { join } from 'node:path';
import { expect } from 'vitest';
import { failureOf } from '../support/failure-of.js';
import { needing } from '../support/packages.js';
import { ScriptedProgram } from '../support/scripted-program.js';
import { inTrace, traceOf } from '../support/trace-page.js';

needing('chromium')(
  'a trace marks frames, clears and flashes, and lists findings with the request that caused them [19.measure-trace, 19.trace-findings]',
  async () => {
    const program = await ScriptedProgram.startRaw(20, 6);
    const { server } = program;
    const path = join(server.directory, 'measured.jsonl');
    await server.request('recording.start', { path });
    await program.show('one\r\ntwo');
    await server.request('measure.start', {});
    await server.request('sendKey', { key: 'x', settleMs: 0 });
    await program.show('\x1b[2J');
    const end = performance.now() + 50;
    while (performance.now() < end) await server.request('server.ping');
    await program.show('\x1b[Hone\r\ntwo\x1b[?1003h');
    await server.request('measure.stop');
    // Neither is the cause.
    for (const key of ['y', 'z']) await server.request('sendKey', { key, settleMs: 0 });
    await program.exit();
    await failureOf(server.request('expectRestored', { allow: ['termios'] }));
    await server.request('recording.stop');
    await inTrace(traceOf(path), async ({ page, problems }) => {
      const colors = (await page.evaluate(`(() => {
        const canvas = document.querySelector('.timeline canvas');
        const style = getComputedStyle(canvas.parentElement);
        const { data } = canvas.getContext('2d').getImageData(0, 17, canvas.width, 1);
        const seen = new Set(Array.from({ length: canvas.width }, (_, x) => data.slice(x * 4, x * 4 + 4).join()));
        const sample = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
        return ['clear', 'flash'].filter((name) => {
          sample.fillStyle = style.getPropertyValue('--' + name);
          sample.fillRect(0, 0, 1, 1);
          return seen.has(sample.getImageData(0, 0, 1, 1).data.join());
        });
      })()`)) as string[];
      expect(colors).toEqual(['clear', 'flash']);
      expect(await page.textContent('.findings li')).toMatch(
        /^mouseTracking: none → any, since sendKey sendKey "x", \d/,
      );
      // The ids of the requests are in the links.
      expect(await page.textContent('.details')).not.toContain('causes');
      await page.click('.findings button');
      expect(await page.textContent('.details h2')).toBe('sendKey');
      expect(problems).toEqual([]);
    });
  },
);
