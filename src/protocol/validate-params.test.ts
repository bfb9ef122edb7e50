import { expect, test } from 'vitest';
import { validateParams } from '../server/call.js';
import { methodSchemas } from '../tests/support/schemas.js';
import type { MethodName } from './generated/types.js';
import type { RpcError } from './message.js';

const maxMs = 2 ** 31 - 1;
const text = { type: 'exact', text: 'x' };
const place = { col: 1, row: 1 };
const settling = { settleMs: 50 };
const pointing = { ...settling, encoding: 'auto', force: false, modifiers: [], timeoutMs: 0 };

// By method: the required params, and the defaults that are added to them.
const defaults: Readonly<Record<string, readonly [given: object, added: object]>> = {
  batch: [{ steps: [] }, {}],
  attach: [{ pane: 'a' }, { keepLastWords: false, readOnly: false }],
  click: [place, { ...pointing, button: 'left', count: 1, event: 'click' }],
  close: [{}, { graceMs: 500 }],
  currentView: [{}, { trim: true, scrollback: 0, styles: false }],
  diffView: [{ leftPath: 'a', rightPath: 'b' }, { mode: 'text' }],
  drag: [
    { from: place, to: place },
    { ...pointing, button: 'left' },
  ],
  dumpView: [{ name: 'a' }, { format: 'ansi', scale: 1, padding: 1, showCursor: true, embedFont: false }],
  expectNotVisible: [{ selector: text }, { forMs: 0 }],
  expectRestored: [{}, { since: 'launch', allow: [], strict: false }],
  expectSnapshot: [{ name: 'a' }, { stableMs: 250 }],
  expectVisible: [{ selector: text }, { forMs: 0 }],
  expectContrast: [{}, { ratio: 4.5, ignore: [] }],
  expectLines: [{ lines: ['a'] }, { once: true, inOrder: true }],
  expectSurvivesResize: [{ sizes: [[9, 9]] }, { lines: [], ignore: [], stableMs: 200 }],
  find: [{ selector: text }, { scope: 'viewport', limit: 100 }],
  events: [{}, { since: 'any' }],
  focus: [{ focused: true }, settling],
  hover: [place, pointing],
  initialize: [{}, { name: 'session', scrollback: 1000, notifyExit: false }],
  launch: [{ command: 'sh' }, { args: [], env: {}, inheritEnv: true }],
  'measure.start': [{}, { quietMs: 100 }],
  'recording.start': [{ path: 'a' }, { frameIntervalMs: 200, styled: true, append: true }],
  renderView: [{ name: 'a' }, { scale: 1, padding: 1 }],
  replay: [{ path: 'a' }, { speed: 'as-fast-as-possible' }],
  resize: [{ cols: 2, rows: 1 }, {}],
  scroll: [{ direction: 'up' }, { ...pointing, amount: 1 }],
  sendBytes: [{ base64: '' }, settling],
  sendKey: [{ key: 'a' }, { ...settling, repeat: 1, delayMs: 0, event: 'stroke' }],
  sendLine: [{ text: '' }, { ...settling, delayMs: 0, secret: false }],
  sendText: [{ text: '' }, { ...settling, paste: false, delayMs: 0, secret: false }],
  'server.shutdown': [{}, { now: false }],
  signal: [{ name: 'INT' }, {}],
  step: [{ title: 'a' }, {}],
  submit: [{ text: 'a' }, { timeoutMs: 10_000, retries: 3, ghost: 'dismiss', secret: false }],
  'view.start': [{}, { port: 0, host: '127.0.0.1', interactive: false }],
  viewSubscribe: [{}, { debounceMs: 100, includeText: false }],
  waitFor: [{ anyOf: [{ bell: true }] }, {}],
  waitForChange: [{}, { since: 'lastInput', stableMs: 300, styles: false, cursor: false }],
  waitForStable: [{ debounceMs: 0 }, { styles: false, cursor: false }],
  waitForText: [{ selector: text }, { since: 'any', state: 'visible' }],
  waitUntil: [{ pattern: 'x' }, { flags: 'm' }],
};

test.each(methodSchemas.map(({ name }) => name))('%s: absent params have their defaults [10.defaults]', (method) => {
  const [given, added] = defaults[method] ?? [{}, {}];
  // Defaults of nested members are filled in too.
  const selector = { ...text, ignoreCase: false };
  const filled = Object.entries(given).map(([name, value]) => [name, value === text ? selector : value]);
  const validated = validateParams(method as MethodName, structuredClone(given) as Record<string, unknown>);
  expect(validated).toEqual({ ...Object.fromEntries(filled), ...added });
});

test('fills in defaults of selector members [10.defaults]', () => {
  const inner = { type: 'regex', pattern: 'x' };
  const { selector } = validateParams('find', { selector: { type: 'nth', index: 0, selector: inner } });
  expect(selector).toEqual({ type: 'nth', index: 0, selector: { ...inner, flags: '' } });
});

/** Whether a method rejects the value of one of its members; other members may be missing. */
function isRefused(method: string, member: string, value: unknown): boolean {
  try {
    validateParams(method as MethodName, { [member]: value });
    return false;
  } catch (error) {
    const { errors } = (error as RpcError).data as { errors: readonly { pointer: string }[] };
    return errors.some(({ pointer }) => pointer === `/${member}`);
  }
}

const members = methodSchemas.flatMap(({ name, params }) =>
  Object.keys(params['properties'] ?? {}).map((member) => [name, member] as const),
);
// Names of members, their minimum number, and values that they accept and reject.
const limits: readonly (readonly [what: string, names: RegExp, least: number, good: unknown[], bad: unknown[]])[] = [
  ['a time [1.times]', /Ms$/, 40, [0, maxMs], [-1, 0.5, maxMs + 1, '5']],
  ['a session’s timeout [1.times]', /^timeoutSeconds$/, 1, [0, 0.5, maxMs / 1000], [-1, maxMs / 1000 + 1, '5']],
  ['a width [1.sizes]', /^(cols|terminalCols)$/, 5, [2, 1000], [1, 1001, 80.5, '80']],
  ['a height [1.sizes]', /^(rows|terminalRows)$/, 5, [1, 1000], [0, 1001, 24.5, '24']],
  ['a name [1.names, 1.nul]', /^name$/, 4, ['x', 'x'.repeat(200)], ['', 'x'.repeat(201), 'a\0b', 5]],
  [
    'a path [1.nul]',
    /^(.*[pP]ath|command|cwd|theme|font|snapshotTheme)$/,
    11,
    ['x', '/x/y z', 'ü'],
    ['', 'a\0b', '\0', 5],
  ],
];
// Params of these names with another meaning: the rows that currentView returns, and the name of a signal.
const others = ['currentView.rows', 'signal.name'];

test.each(limits)('%s has the same limits in every method', (_, names, least, good, bad) => {
  const limited = members.filter(([method, name]) => names.test(name) && !others.includes(`${method}.${name}`));
  expect(limited.length).toBeGreaterThanOrEqual(least);
  for (const [method, member] of limited) {
    const refused = [...good, ...bad].filter((value) => isRefused(method, member, value));
    expect({ method, member, refused }).toEqual({ method, member, refused: bad });
  }
});
