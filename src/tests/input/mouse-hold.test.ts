import { expect, test } from 'vitest';
import { failureOf } from '../support/failure-of.js';
import { hexOf, KeysServer } from '../support/keys.js';

const toCell = (col: number, row: number): object => ({ col, row });

async function startIn(mode: string): Promise<KeysServer> {
  const server = new KeysServer();
  await server.start();
  await server.switch(mode);
  return server;
}

test('three requests press a button, move the mouse and release the button [4.mouse-hold]', async () => {
  const server = await startIn('?1002;1006h');
  await server.request('click', { ...toCell(10, 5), event: 'press' });
  await server.request('hover', toCell(20, 6));
  await server.request('click', { ...toCell(20, 6), event: 'release' });
  expect((await failureOf(server.request('hover', toCell(1, 1)))).data['kind']).toBe('mouse-off');
  expect(await server.readBytes()).toBe(hexOf('\x1b[<0;10;5M\x1b[<32;20;6M\x1b[<0;20;6m'));
});

test('hover moves with the most recently pressed button that is still held [4.mouse-hold]', async () => {
  const server = await startIn('?1003;1006h');
  const click = (button: string, event: string): Promise<unknown> =>
    server.request('click', { ...toCell(1, 1), button, event });
  await click('left', 'press');
  await click('right', 'press');
  await server.request('hover', toCell(2, 1));
  await click('right', 'release');
  await server.request('hover', toCell(3, 1));
  await server.request('click', toCell(1, 1));
  await server.request('hover', toCell(4, 1));
  const expected = ['0;1;1M', '2;1;1M', '34;2;1M', '2;1;1m', '32;3;1M', '0;1;1M', '0;1;1m', '35;4;1M'];
  expect(await server.readBytes()).toBe(hexOf(expected.map((report) => `\x1b[<${report}`).join('')));
});

test('an event that the mouse mode does not report fails with kind mouse-off and holds no button [4.mouse-hold, 4.mouse-off]', async () => {
  const server = await startIn('?9h');
  const release = await failureOf(server.request('click', { ...toCell(1, 1), event: 'release' }));
  expect(release).toMatchObject({
    data: { kind: 'mouse-off' },
    message: expect.stringContaining('but not button releases'),
  });
  await server.switch('?1000;1006h');
  await server.request('click', { ...toCell(1, 1), event: 'press' });
  const drag = await failureOf(server.request('hover', toCell(2, 1)));
  expect(drag).toMatchObject({
    data: { kind: 'mouse-off' },
    message: expect.stringContaining('but not motion with a button pressed'),
  });
  await server.switch('?1000l');
  expect(
    (await failureOf(server.request('click', { ...toCell(1, 1), event: 'press', button: 'right' }))).data,
  ).toMatchObject({
    kind: 'mouse-off',
  });
  await server.switch('?1002h');
  await server.request('hover', toCell(3, 1));
  expect(await server.readBytes()).toBe(hexOf('\x1b[<0;1;1M\x1b[<32;3;1M'));
});

test('the next program starts without held buttons [4.mouse-hold]', async () => {
  const server = await startIn('?1002;1006h');
  await server.request('click', { ...toCell(1, 1), event: 'press' });
  await server.request('launch', { command: 'sh', args: ['-c', 'printf "\\033[?1002hup"; exec cat'] });
  await server.request('waitForText', { selector: { type: 'exact', text: 'up' } });
  expect((await failureOf(server.request('hover', toCell(2, 1)))).data['kind']).toBe('mouse-off');
});

test('click rejects count together with event [4.mouse-hold]', async () => {
  const server = await startIn('?1002h');
  const { code, data } = await failureOf(server.request('click', { ...toCell(1, 1), event: 'press', count: 2 }));
  expect({ code, data }).toMatchObject({ code: -32602, data: { errors: [{ pointer: '/count' }] } });
});
