import { expect, test } from 'vitest';
import { selectV8Flags, v8Flags } from './v8-flags.js';

test('V8 flags are set on the versions of Node on which they were measured, and can be turned off', () => {
  expect(selectV8Flags('20.20.2', {})).toEqual(v8Flags.map(({ flag }) => flag));
  expect(selectV8Flags('20.20.2', { TUISPEC_V8_FLAGS: '0' })).toEqual([]);
  expect(selectV8Flags('22.8.0', {})).toEqual(['--always-sparkplug']);
  expect(selectV8Flags('24.1.0', {})).toEqual([]);
});
