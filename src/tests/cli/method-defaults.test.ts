import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';

interface Param {
  readonly name: string;
  readonly schema: { readonly default?: unknown };
}
interface Methods {
  readonly methods: readonly { readonly name: string; readonly params: readonly Param[] }[];
}

const mouse = { settleMs: 50, timeoutMs: 0, force: false, modifiers: [], encoding: 'auto' };
// Validation fills in the defaults of the schemas, so that these are the ones that apply.
const defaults: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  initialize: { name: 'session', scrollback: 1000, notifyExit: false },
  launch: { args: [], env: {}, inheritEnv: true },
  close: { graceMs: 500 },
  sendKey: { settleMs: 50, repeat: 1, delayMs: 0, event: 'stroke' },
  sendText: { settleMs: 50, paste: false, delayMs: 0, secret: false },
  sendLine: { settleMs: 50, delayMs: 0, secret: false },
  sendBytes: { settleMs: 50 },
  focus: { settleMs: 50 },
  click: { ...mouse, button: 'left', count: 1, event: 'click' },
  drag: { ...mouse, button: 'left' },
  hover: mouse,
  scroll: { ...mouse, amount: 1 },
  waitForText: { state: 'visible', since: 'any' },
  waitUntil: { flags: 'm' },
  waitForStable: { styles: false, cursor: false },
  waitForChange: { since: 'lastInput', stableMs: 300, styles: false, cursor: false },
  expectVisible: { forMs: 0 },
  expectNotVisible: { forMs: 0 },
  expectRestored: { since: 'launch', allow: [], strict: false },
  find: { scope: 'viewport', limit: 100 },
  currentView: { trim: true, scrollback: 0, styles: false },
  dumpView: { format: 'ansi', showCursor: true, embedFont: false, scale: 1, padding: 1 },
  renderView: { scale: 1, padding: 1 },
  diffView: { mode: 'text' },
  expectSnapshot: { stableMs: 250 },
  viewSubscribe: { debounceMs: 100, includeText: false },
  'recording.start': { frameIntervalMs: 200, styled: true, append: true },
  replay: { speed: 'as-fast-as-possible' },
  'server.shutdown': { now: false },
  'view.start': { port: 0, host: '127.0.0.1', interactive: false },
  submit: { timeoutMs: 10_000, retries: 3, ghost: 'dismiss', secret: false },
  attach: { keepLastWords: false, readOnly: false },
  expectLines: { once: true, inOrder: true },
  'measure.start': { quietMs: 100 },
  expectSurvivesResize: { lines: [], ignore: [], stableMs: 200 },
  events: { since: 'any' },
  expectContrast: { ratio: 4.5, ignore: [] },
};

test('the parameters of methods have these defaults, and no others [10.defaults]', async () => {
  const { methods } = (await new TestServer().request('rpc.discover')) as unknown as Methods;
  const found = methods.map(({ name, params }) => {
    const withDefault = params.filter(({ schema }) => 'default' in schema);
    return [name, Object.fromEntries(withDefault.map((param) => [param.name, param.schema.default]))] as const;
  });
  const named = found.filter(([, values]) => Object.keys(values).length > 0);
  expect(Object.fromEntries(named)).toEqual(defaults);
});
