import { expect, test } from 'vitest';
import { validateParams } from '../../server/call.js';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { launchEcho, showEcho } from '../support/scripted-program.js';
import { exact, regex } from '../support/selectors.js';

async function startWith(output: string, session: object = {}): Promise<TestServer> {
  const server = new TestServer();
  await launchEcho(server, session);
  await showEcho(server, `\x1b[H\x1b[2J${output}`);
  return server;
}

const rect = { col: 1, row: 1, width: 40, height: 1 };

test.each([
  ['alone', 'Save', ['Save', 'Save']],
  ['in within', { type: 'within', rect, selector: 'Save' }, ['Save']],
  ['in nth', { type: 'nth', index: -1, selector: 'Save' }, ['Save']],
  ['in any', { type: 'any', selectors: ['Open', 'Save', regex('.')] }, ['Save', 'Save']],
  ['literally, not as a regular expression', 'S.ve', []],
  ['case-sensitively', 'save', []],
  ['even the name of a selector type', 'exact', []],
])('a string selects that text: %s [6.text]', async (_, selector, texts) => {
  const server = await startWith('Save\r\nSave');
  const { matches } = await server.request('find', { selector });
  expect(matches.map(({ text }) => text)).toEqual(texts);
});

test.each([
  [
    'a\tb',
    '/selector',
    /^`selector` contains the control character U\+0009, .* A tab is displayed as blanks: use those\.$/,
  ],
  [
    exact('a\r\nb'),
    '/selector/text',
    /^`selector.text` contains the control character U\+000D, .* Separate lines by "\\n" only\.$/,
  ],
  [
    { type: 'any', selectors: ['a', '\x1b'] },
    '/selector/selectors/1',
    /^`selector.selectors\[1\]` contains the control character U\+001B/,
  ],
  [{ type: 'at', row: -1, col: 1 }, '/selector/row', /^`selector.row` must be at least 1, not -1\.$/],
  [
    { type: 'at', row: { fromEnd: 0 }, col: 1 },
    '/selector/row/fromEnd',
    /^`selector.row.fromEnd` must be at least 1, not 0\.$/,
  ],
  [
    { type: 'within', rect: { row: 1, col: 1, rows: 2, cols: 3 }, selector: 'a' },
    '/selector/rect/rows',
    /^Unknown member "rows" in `selector.rect`\. Did you mean `height`\?$/,
  ],
  [
    { type: 'within', rect: { row: 1, col: 1, cols: 3, height: 1 }, selector: 'a' },
    '/selector/rect/cols',
    /^Unknown member "cols" in `selector.rect`\. Did you mean `width`\?$/,
  ],
])('find rejects %j [6.controls, 6.from-end, 2.reasons]', async (selector, pointer, reason) => {
  const server = await startWith('a');
  const { code, data } = await failureOf(server.request('find', { selector }));
  const { errors } = data as { errors: { pointer: string; reason: string }[] };
  expect([code, errors[0]]).toEqual([-32602, { pointer, reason: expect.stringMatching(reason) }]);
});

test('every method with a selector accepts a string [6.text]', async () => {
  const server = await startWith('\x1b[?1003;1006hSave', { ambiguityMode: 'first' });
  const requests = [
    ['waitForText', { selector: 'Save', failOn: 'Error' }],
    ['waitForText', { selector: 'Error', state: 'hidden' }],
    ['expectVisible', { selector: 'Save' }],
    ['expectNotVisible', { selector: 'Error' }],
    ['waitFor', { anyOf: [{ visible: 'Error' }, { visible: 'Save' }] }],
    ['waitFor', { anyOf: [{ hidden: 'Error' }] }],
    ['waitForStable', { debounceMs: 0, ignore: ['Save', rect] }],
    ['expectSnapshot', { name: 'masked', mask: ['Save', rect], update: 'missing' }],
    ['click', { selector: 'Save' }],
    ['hover', { selector: 'Save' }],
    ['scroll', { direction: 'up', selector: 'Save' }],
    ['drag', { from: { selector: 'Save' }, to: { selector: 'Save' } }],
    ['launch', { command: 'sh', args: ['-i'], env: { PS1: '> ' }, readySelector: '> ' }],
    ['sendLine', { text: 'echo done', expectAfter: 'done' }],
  ] as const;
  for (const [method, params] of requests) await server.request(method, params);
});

test('a string in mask excludes the text that it matches [6.text]', async () => {
  const server = await startWith('Version 1');
  await server.request('expectSnapshot', { name: 'version', mask: ['1', '2'], update: 'missing' });
  await showEcho(server, '\x1b[H\x1b[2JVersion 2');
  const params = { name: 'version', timeoutMs: 0 };
  expect(await server.request('expectSnapshot', { ...params, mask: ['1', '2'] })).toMatchObject({ status: 'matched' });
  expect((await failureOf(server.request('expectSnapshot', params))).data).toMatchObject({ kind: 'snapshot-mismatch' });
});

test('a failed wait quotes the string that it did not find [6.text]', async () => {
  const server = await startWith('Save');
  const { message } = await failureOf(server.request('waitForText', { selector: 'Load', timeoutMs: 0 }));
  expect(message).toContain('"Load"');
});

test.each([
  [5, '/selector', /^`selector` must be a text or a selector, such as "Save" or \{.*\}, not 5\.$/],
  [true, '/selector', /must be a text or a selector/],
  [['Save'], '/selector', /must be a text or a selector, .*, not an array\.$/],
  ['', '/selector', /^`selector` must not be empty\.$/],
  [{}, '/selector', /^Missing member `type` in `selector`\. Expected "exact", .* or "any"\.$/],
  [{ text: 'Save' }, '/selector', /^Missing member `type` in `selector`\./],
  [{ type: 'text', text: 'Save' }, '/selector', /^Unknown selector type "text" in `selector`\./],
  [{ type: 'any', selectors: ['a', 5] }, '/selector/selectors/1', /^`selector.selectors\[1\]` must be a text or a/],
])('an invalid selector is rejected with one reason: %j [6.text, 2.reasons]', (selector, pointer, reason) => {
  const errors = errorsOf(() => validateParams('find', { selector }));
  expect(errors).toEqual([{ pointer, reason: expect.stringMatching(reason) }]);
});

function errorsOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return (error as { readonly data: { readonly errors: unknown } }).data.errors;
  }
}
