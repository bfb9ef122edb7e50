import { expect, test } from 'vitest';
import { describeSent, splitKeys } from './texts.js';

test('keys and texts are separated in order [16.keys]', () => {
  expect(splitKeys(['down', 'Enter', 'hello world', 'ctrl+c', 'x', 'y'])).toEqual([
    { keys: ['down', 'Enter'] },
    { text: 'hello world' },
    { keys: ['ctrl+c', 'x', 'y'] },
  ]);
});

test.each([
  'hello',
  'ls -la',
  ':wq',
  'https://example.org',
  'a+b=c',
  'end of file',
  'Homework',
  'no',
  'crtl+alt of it',
  'salt+x',
  'all+1',
  'cost+5',
  'C+',
  'a+',
])('%s is typed as text [16.keys]', (text) => {
  expect(splitKeys([text])).toEqual([{ text }]);
});

test.each([
  'entr',
  'Escpe',
  'ctrl+foo',
  'C-xx',
  'bakspace',
  'pagdown',
  'cmd+c',
  '^xy',
  'crtl+c',
  'Cttrl+c',
  'ctrl+',
  'Alt+',
  'sihft+Tab',
])('%s is rejected: it was meant as a key [16.keys]', (text) => {
  const problem = expect.objectContaining({ advice: expect.stringContaining(' f1 to f24, ') });
  expect(() => splitKeys([text])).toThrow(expect.objectContaining({ problem }));
});

test('what was sent is described with escaped control characters and keys in braces [16.tools]', () => {
  expect(describeSent([{ text: 'a\nb\x1b' }, { keys: ['enter', 'up'] }])).toBe('a\\x0ab\\x1b{enter}{up}');
});
