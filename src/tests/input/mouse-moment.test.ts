import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { pathOfProgram } from '../support/programs.js';
import { ScriptedProgram } from '../support/scripted-program.js';

test('click waits for its selector until timeoutMs [4.mouse-selector]', async () => {
  const program = await ScriptedProgram.start();
  await program.begin('1', 'click', { selector: { type: 'exact', text: 'later' }, timeoutMs: 20_000 });
  program.print('\x1b[?1000;1006hlater');
  expect(await program.server.inbox.waitForResult('1')).toEqual({ ok: true });
});

test('a click on a selector waits until the program enables the mouse, within the same timeout [4.mouse-selector, 4.mouse-off]', async () => {
  const program = await ScriptedProgram.startWith('button');
  const click = { selector: { type: 'exact', text: 'button' } };
  await program.begin('1', 'click', { ...click, timeoutMs: 20_000 });
  program.print('\x1b[?1000;1006h');
  expect(await program.server.inbox.waitForResult('1')).toEqual({ ok: true });
  await program.show('\x1b[?1000l');
  const off = await failureOf(program.server.request('click', { ...click, timeoutMs: 50 }));
  expect(off.data).toMatchObject({ kind: 'mouse-off' });
  expect(off.data['elapsedMs']).toBeGreaterThanOrEqual(50);
});

test('a gesture at a cell or at the center waits until the program enables the mouse [4.mouse-asked-late]', async () => {
  const program = await ScriptedProgram.start();
  const waiting: [id: string, method: string, params: object][] = [
    ['1', 'click', { col: 2, row: 2 }],
    ['2', 'scroll', { direction: 'up' }],
    ['3', 'drag', { from: { col: 1, row: 1 }, to: { col: 2, row: 2 } }],
    ['4', 'hover', { col: 2, row: 2 }],
  ];
  for (const [id, method, params] of waiting) {
    await program.begin(id, method, { ...params, timeoutMs: 20_000 });
    program.print('\x1b[?1003;1006h');
    expect(await program.server.inbox.waitForResult(id)).toEqual({ ok: true });
    await program.show('\x1b[?1003l');
  }
  for (const params of [{}, { col: 1, row: 1 }]) {
    const scroll = { direction: 'up', ...params, timeoutMs: 50 };
    const { data } = await failureOf(program.server.request('scroll', scroll));
    expect(data).toMatchObject({ kind: 'mouse-off' });
    expect(data['elapsedMs']).toBeGreaterThanOrEqual(50);
  }
  const outside = program.server.request('click', { col: 300, row: 1, timeoutMs: 600_000 });
  expect(await failureOf(outside)).toMatchObject({ code: -32602 });
  const ended = failureOf(program.server.request('click', { col: 2, row: 2, timeoutMs: 600_000 }));
  await program.exit();
  expect((await ended).data).toMatchObject({ kind: 'exited', exitCode: 3 });
});

test('both ends of a drag are found on the same screen [4.mouse-moment]', async () => {
  const program = await ScriptedProgram.startWith('\x1b[?1002;1006hfrom', { terminalCols: 80 });
  const [from, to] = ['from', 'to'].map((text) => ({ selector: { type: 'exact', text } }));
  await program.begin('1', 'drag', { from, to, timeoutMs: 20_000 });
  program.print('\x1b[2J\x1b[3;5Hfrom\x1b[4;5Hto\x1b[6;1H');
  expect(await program.server.inbox.waitForResult('1')).toEqual({ ok: true });
  const echo = '^[[<0;5;3M^[[<32;5;4M^[[<0;5;4m';
  await program.server.request('waitForText', { selector: { type: 'exact', text: echo } });
});

test('click finds its selector after the pause that follows an Escape [4.mouse-moment]', async () => {
  // On a busy machine the program may be scheduled too late for the pause of 60 ms.
  for (let attempt = 1; ; attempt += 1) {
    const server = new TestServer();
    await server.launch(process.execPath, [pathOfProgram('mover.mjs')], {
      readySelector: { type: 'exact', text: 'button' },
    });
    const key = server.request('sendKey', { key: 'Escape', settleMs: 0 });
    const click = server.request('click', { selector: { type: 'exact', text: 'button' } });
    expect(await Promise.all([key, click])).toEqual([{ ok: true }, { ok: true }]);
    const selector = { type: 'regex', pattern: '<0;\\d+;\\dM' };
    const { match } = await server.request('waitForText', { selector });
    if (match?.text !== '<0;1;1M' || attempt === 5) {
      expect(match?.text).toBe('<0;10;4M');
      return;
    }
    await server.request('close');
  }
});
