import { expect, test } from 'vitest';
import { describeInput } from '../conversation.js';

const request = (method: string, params?: unknown): object => ({ jsonrpc: '2.0', id: 1, method, params });

test.each<[unknown, string | undefined]>([
  [request('sendKey', { key: 'Ctrl+c', settleMs: 0 }), 'sendKey Ctrl+c'],
  [request('sendKey', { keys: ['Escape', ':', 'q'], repeat: 2 }), 'sendKey Escape : q × 2'],
  [request('sendText', { text: 'a\x1b"b' }), 'sendText "a\\u001b\\"b"'],
  [request('sendLine', { text: 'ls', expectAfter: { type: 'exact', text: '$ ' } }), 'sendLine "ls"'],
  [request('sendKey', { key: 'a\x1b[2J\x9b' }), 'sendKey a [2J\\u009b'],
  [request('sendBytes', { base64: 'AA==' }), 'sendBytes {"base64":"AA=="}'],
  [request('sendText', null), 'sendText {}'],
  [request('sendText', 7), 'sendText {}'],
  [request('waitForText', { selector: {} }), undefined],
  [request('constructor', {}), undefined],
  [
    [request('currentView'), request('sendText', { text: 'a' }), request('sendKey', { key: 'x' })],
    'sendText "a", sendKey x',
  ],
  [request('batch', { steps: [{ method: 'sendKey', params: { key: 'x' } }, { method: 'mark' }] }), 'sendKey x'],
  [request('batch', {}), undefined],
  [request('sendKey', { keys: [{ toString: 1 }, 'x'] }), 'sendKey x'],
  [7, undefined],
  [null, undefined],
])('%j is described as %j [9.player-input]', (message, text) => {
  expect(describeInput(JSON.stringify(message))).toBe(text);
});

test('input that is nested too deeply is shortened [9.player-hostile]', () => {
  for (const depth of [100, 50_000]) {
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(describeInput(deep)).toBeUndefined();
    expect(describeInput(`{"method":"sendBytes","params":{"x":${deep}}}`)).toBe('sendBytes …');
  }
  expect(describeInput('{"method":"sendBytes","params":{"x":[[1]]}}')).toBe('sendBytes {"x":[[1]]}');
});

test('invalid JSON is not an input, and a long text is truncated [9.player-input]', () => {
  expect(describeInput('{"method":"sendKey"')).toBeUndefined();
  expect(describeInput(JSON.stringify(request('sendText', { text: 'x'.repeat(1_000_000) })))).toHaveLength(1000);
});
