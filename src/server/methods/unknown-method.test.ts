import { expect, test } from 'vitest';
import { methodFacts } from '../../protocol/generated/tables.js';
import { createUnknownMethodError } from '../call.js';

test.each([
  ['press', 'sendKey'],
  ['keyboard.press', 'sendKey'],
  ['type', 'sendText'],
  ['fill', 'sendText'],
  ['send-keys', 'sendKey'],
  ['sendline', 'sendLine'],
  ['screenshot', 'renderView'],
  ['page.screenshot', 'renderView'],
  ['capture-pane', 'currentView'],
  ['waitForSelector', 'waitForText'],
  ['wait_for_text', 'waitForText'],
  ['waitForTimeout', 'waitForStable'],
  ['sleep', 'waitForStable'],
  ['expectText', 'expectVisible'],
  ['toBeVisible', 'expectVisible'],
  ['toMatchSnapshot', 'expectSnapshot'],
  ['goto', 'launch'],
  ['spawn', 'launch'],
  ['setViewportSize', 'resize'],
  ['getByText', 'find'],
  ['kill', 'signal'],
  ['page.click', 'click'],
  ['dblclick', 'click'],
  ['ping', 'server.ping'],
  ['discover', 'rpc.discover'],
  ['waitForTxt', 'waitForText'],
  ['CLICK', 'click'],
])('suggests for %s the method %s [2.other-names]', (method, nearest) => {
  const { message, data } = createUnknownMethodError(method);
  expect(message).toBe(`Unknown method "${method}". Did you mean \`${nearest}\`?`);
  expect(data).toEqual({ method, nearest });
  expect(Object.hasOwn(methodFacts, nearest)).toBe(true);
});

test.each(['frobnicate', '', '日本', 'x'.repeat(200), '__proto__'])(
  'suggests no method for %j [2.other-names]',
  (method) => {
    const { message, data } = createUnknownMethodError(method);
    expect(message).toMatch(/\. `rpc\.discover` returns all methods\.$/);
    expect(data).not.toHaveProperty('nearest');
  },
);

test('reports a cancellation with an id differently from an unknown method [2.other-names]', () => {
  expect(createUnknownMethodError('$/cancelRequest').message).toContain('is a notification. Send it without `id`');
});
