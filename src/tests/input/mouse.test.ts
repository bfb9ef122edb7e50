import { expect, test } from 'vitest';
import { failureOf } from '../support/failure-of.js';
import { hexOf, KeysServer } from '../support/keys.js';

const size = { terminalCols: 300, terminalRows: 24 };
const ready = { type: 'exact', text: 'ready' };
const place = { col: 10, row: 5 };

async function startTracking(...modes: readonly string[]): Promise<KeysServer> {
  const server = new KeysServer();
  await server.start(size);
  for (const mode of modes) await server.switch(mode);
  return server;
}

const gestures: readonly (readonly [
  what: string,
  modes: readonly string[],
  method: 'click' | 'scroll' | 'drag' | 'hover',
  params: object,
  text: string,
])[] = [
  ['a click in mode 9', ['?9h'], 'click', place, '\x1b[M *%'],
  ['a click in mode 1000', ['?1000h'], 'click', place, '\x1b[M *%\x1b[M#*%'],
  ['a click in mode 1006', ['?1000h', '?1006h'], 'click', place, '\x1b[<0;10;5M\x1b[<0;10;5m'],
  ['a click in mode 1015', ['?1000;1015h'], 'click', place, '\x1b[32;10;5M\x1b[35;10;5M'],
  ['a click in mode 1016', ['?1000;1016h'], 'click', place, '\x1b[<0;86;81M\x1b[<0;86;81m'],
  ['a click in the latest encoding', ['?1000;1006;1015h', '?1006l'], 'click', place, '\x1b[32;10;5M\x1b[35;10;5M'],
  ['a click after its encoding is disabled', ['?1000;1006h', '?1006l'], 'click', place, '\x1b[M *%\x1b[M#*%'],
  ['a click in column 300 in mode 1005', ['?1000;1005h'], 'click', { col: 300, row: 5 }, '\x1b[M Ō%\x1b[M#Ō%'],
  [
    'a click in column 300 with encoding sgr',
    ['?1000h'],
    'click',
    { col: 300, row: 5, encoding: 'sgr' },
    '\x1b[<0;300;5M\x1b[<0;300;5m',
  ],
  ['a click with encoding x10', ['?1000;1006h'], 'click', { ...place, encoding: 'x10' }, '\x1b[M *%\x1b[M#*%'],
  [
    'a right double click',
    ['?1000;1006h'],
    'click',
    { ...place, button: 'right', count: 2 },
    '\x1b[<2;10;5M\x1b[<2;10;5m'.repeat(2),
  ],
  ['modifiers', ['?1000;1006h'], 'click', { ...place, modifiers: ['Shift', 'Ctrl'] }, '\x1b[<20;10;5M\x1b[<20;10;5m'],
  ['a click on a selector', ['?1000;1006h'], 'click', { selector: ready }, '\x1b[<0;1;1M\x1b[<0;1;1m'],
  [
    'a click on a cell selector',
    ['?1000;1006h'],
    'click',
    { selector: { type: 'at', col: 3, row: 1 } },
    '\x1b[<0;3;1M\x1b[<0;3;1m',
  ],
  [
    'the wheel at the center',
    ['?1000;1006h'],
    'scroll',
    { direction: 'down', amount: 2 },
    '\x1b[<65;150;12M'.repeat(2),
  ],
  ['the wheel at a cell', ['?1000;1006h'], 'scroll', { direction: 'left', ...place }, '\x1b[<66;10;5M'],
  ['the wheel on a selector', ['?1000;1006h'], 'scroll', { direction: 'up', selector: ready }, '\x1b[<64;1;1M'],
  [
    'a drag in mode 1000',
    ['?1000;1006h'],
    'drag',
    { from: place, to: { col: 12, row: 5 } },
    '\x1b[<0;10;5M\x1b[<0;12;5m',
  ],
  [
    'a drag in mode 1002',
    ['?1002;1006h'],
    'drag',
    { from: place, to: { col: 12, row: 5 } },
    '\x1b[<0;10;5M\x1b[<32;11;5M\x1b[<32;12;5M\x1b[<0;12;5m',
  ],
  [
    'a drag in mode 1003',
    ['?1003;1006h'],
    'drag',
    { from: { selector: ready }, to: { col: 1, row: 2 }, button: 'middle' },
    '\x1b[<1;1;1M\x1b[<33;1;2M\x1b[<1;1;2m',
  ],
  ['a hover in mode 1003', ['?1003;1006h'], 'hover', place, '\x1b[<35;10;5M'],
  ['a hover with force', ['?1000;1006h'], 'hover', { ...place, force: true }, '\x1b[<35;10;5M'],
  ['a click with force', [], 'click', { ...place, force: true }, '\x1b[<0;10;5M\x1b[<0;10;5m'],
  [
    'a drag with force',
    [],
    'drag',
    { from: place, to: { col: 11, row: 5 }, force: true },
    '\x1b[<0;10;5M\x1b[<32;11;5M\x1b[<0;11;5m',
  ],
  ['a forced click with encoding x10', [], 'click', { ...place, force: true, encoding: 'x10' }, '\x1b[M *%\x1b[M#*%'],
];
test.each(gestures)(
  'mouse events are encoded for the current mode: %s [4.mouse-modes, 4.mouse-encodings, 4.click, 4.scroll, 4.drag, 4.hover, 4.mouse-force]',
  async (_what, modes, method, params, text) => {
    const server = await startTracking(...modes);
    expect(await server.request(method, params)).toEqual({ ok: true });
    expect(await server.readBytes()).toBe(hexOf(text));
  },
);

test('column 223 is the last that the X10 encoding can represent [4.mouse-limits]', async () => {
  const server = await startTracking('?1000h');
  await server.request('click', { col: 223, row: 5 });
  await expect(server.request('click', { col: 224, row: 5 })).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('Cannot encode column 224'),
  });
  const tooFar = failureOf(server.request('click', { col: 300, row: 5, encoding: 'x10' }));
  expect((await tooFar).message).toContain('the X10 mouse encoding ends at 223');
  expect(await server.readBytes()).toBe('1b5b4d20ff251b5b4d23ff25');
});

const unheard: readonly (readonly [
  mode: string | undefined,
  method: 'click' | 'scroll' | 'drag' | 'hover',
  params: object,
  words: string,
])[] = [
  [undefined, 'click', place, 'has not enabled mouse reporting. To send the event anyway, set `force`'],
  [undefined, 'scroll', { direction: 'up' }, 'has not enabled mouse reporting. To send the event anyway, set `force`'],
  ['?1000l', 'drag', { from: place, to: place }, 'has not enabled mouse reporting'],
  ['?9h', 'scroll', { direction: 'up' }, 'mouse mode 9, which reports button presses, but not the wheel'],
  ['?9h', 'drag', { from: place, to: place }, 'but not button releases'],
  ['?1000h', 'hover', place, 'mouse mode 1000, which reports buttons and the wheel, but not motion'],
  [
    '?1002h',
    'hover',
    { selector: ready },
    'mouse mode 1002, which reports buttons, the wheel and drags, but not motion without a button',
  ],
];
test('an event that the program has not enabled fails with kind mouse-off and sends nothing [4.mouse-off]', async () => {
  const server = await startTracking('?1000h');
  for (const [mode, method, params, words] of unheard) {
    await server.switch(mode ?? '?1000l');
    const { code, message, data } = await failureOf(server.request(method, params));
    expect({ code, kind: data['kind'] }).toEqual({ code: -32004, kind: 'mouse-off' });
    expect(message).toContain(words);
  }
  expect(await server.readBytes()).toBe('');
});

test('a click uses the mouse mode at the time it is written [4.late]', async () => {
  const server = await startTracking('?1000h');
  await server.request('click', place);
  await server.switch('?1006h');
  await server.request('click', place);
  await server.switch('?1003h');
  await server.request('hover', place);
  expect(await server.readBytes()).toBe(hexOf('\x1b[M *%\x1b[M#*%\x1b[<0;10;5M\x1b[<0;10;5m\x1b[<35;10;5M'));
});

test('terminalState and DECRQM report the mouse modes [4.mouse-modes]', async () => {
  const server = await startTracking('?1002;1015;1007h');
  const { modes } = await server.request('terminalState');
  expect(modes).toMatchObject({ mouseTracking: 'drag', mouseEncoding: 'urxvt', alternateScroll: true });
  for (const mode of [1005, 1006, 1007, 1015, 1016]) await server.switch(`?${mode}$p`);
  expect(await server.readBytes()).toBe(
    hexOf('\x1b[?1005;2$y\x1b[?1006;2$y\x1b[?1007;1$y\x1b[?1015;1$y\x1b[?1016;2$y'),
  );
});

test('with alternate scroll the wheel sends arrow keys in the alternate screen [4.alternate-scroll]', async () => {
  const server = await startTracking('?1007h');
  expect((await failureOf(server.request('scroll', { direction: 'down' }))).data['kind']).toBe('mouse-off');
  await server.switch('?1049h');
  await server.request('scroll', { direction: 'down' });
  await server.switch('cursor+');
  await server.request('scroll', { direction: 'up', amount: 2 });
  for (const params of [{ direction: 'left' }, { direction: 'up', modifiers: ['Ctrl'] }])
    expect((await failureOf(server.request('scroll', params))).data['kind']).toBe('mouse-off');
  await server.switch('?1000;1006h');
  await server.request('scroll', { direction: 'up' });
  expect(await server.readBytes()).toBe(hexOf(['\x1b[B'.repeat(3), '\x1bOA'.repeat(6), '\x1b[<64;150;12M'].join('')));
});

test('a gesture fails with kind not-found if nothing matches, and with kind ambiguous if several texts match [4.mouse-selector]', async () => {
  const server = await startTracking('?1000;1006h');
  await server.switch('?1006h');
  const twice = { type: 'exact', text: 'switched' };
  const missing = await failureOf(server.request('click', { selector: { type: 'exact', text: 'reddy' } }));
  expect(missing.data).toMatchObject({ kind: 'not-found', nearest: { text: 'ready', row: 1, col: 1 } });
  const late = await failureOf(
    server.request('hover', { selector: { type: 'regex', pattern: 'reddy' }, timeoutMs: 50 }),
  );
  expect(late.data).toMatchObject({ kind: 'not-found' });
  expect(late.data['elapsedMs']).toBeGreaterThanOrEqual(50);
  const ambiguous = await failureOf(server.request('drag', { from: { selector: ready }, to: { selector: twice } }));
  expect(ambiguous.data).toMatchObject({ kind: 'ambiguous', matches: [{ row: 2 }, { row: 3 }] });
  await server.request('click', { selector: twice, ambiguityMode: 'last' });
  await server.request('click', { selector: { type: 'nth', index: 0, selector: twice } });
  expect(await server.readBytes()).toBe(hexOf('\x1b[<0;1;3M\x1b[<0;1;3m\x1b[<0;1;2M\x1b[<0;1;2m'));
});

const senseless: readonly (readonly [
  method: 'click' | 'scroll' | 'drag' | 'hover',
  params: object,
  pointer: string,
])[] = [
  ['click', {}, ''],
  ['click', { col: 1 }, ''],
  ['click', { row: 1 }, ''],
  ['click', { col: 1, row: 1, selector: ready }, ''],
  ['click', { row: 1, selector: ready }, ''],
  ['click', { col: 0, row: 1 }, '/col'],
  ['click', { col: 301, row: 1 }, '/col'],
  ['click', { col: 1, row: 25 }, '/row'],
  ['click', { ...place, button: 'wheel' }, '/button'],
  ['click', { ...place, count: 0 }, '/count'],
  ['click', { ...place, modifiers: ['Super'] }, '/modifiers/0'],
  ['click', { ...place, encoding: 'urxvt' }, '/encoding'],
  ['click', { selector: { type: 'regex', pattern: '(' } }, '/selector/pattern'],
  ['hover', { col: 1, row: 25 }, '/row'],
  ['scroll', {}, ''],
  ['scroll', { direction: 'in' }, '/direction'],
  ['scroll', { direction: 'up', col: 5 }, ''],
  ['scroll', { direction: 'up', col: 301, row: 1 }, '/col'],
  ['drag', { from: place }, ''],
  ['drag', { from: {}, to: place }, '/from'],
  ['drag', { from: place, to: { col: 1, row: 25 } }, '/to/row'],
  ['drag', { from: { selector: { type: 'regex', pattern: '(' } }, to: place }, '/from/selector/pattern'],
  ['drag', { from: place, to: { type: 'exact', text: 'x' } }, '/to/type'],
];
test('a gesture rejects invalid params and names them, even with the mouse off [4.mouse-place]', async () => {
  const server = await startTracking();
  for (const [method, params, pointer] of senseless) {
    const { code, data } = await failureOf(server.request(method, params));
    expect({ method, params, code, pointer: (data['errors'] as { pointer: string }[])[0]?.pointer }).toEqual({
      method,
      params,
      code: -32602,
      pointer,
    });
  }
  expect(await server.readBytes()).toBe('');
});
