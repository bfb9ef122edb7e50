import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bareTerminal } from '../../tests/support/bare-terminal.js';
import { assertInternals, type Core, coreOf, supportedVersion } from './internals.js';

const expected = `Expected version ${supportedVersion}.`;

/** A core of @xterm/headless, some members of which are replaced. */
const fakeCore = (members: object): Core => Object.create(coreOf(bareTerminal()), toProperties(members)) as Core;
const toProperties = (members: object): PropertyDescriptorMap =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, { value, writable: true }]));

test('the supported version has all members', () => {
  expect(() => assertInternals(coreOf(bareTerminal()))).not.toThrow();
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  expect(devDependencies['@xterm/headless']).toBe(supportedVersion);
});

test('all missing members are named with their classes', () => {
  expect(() => assertInternals(fakeCore({ coreMouseService: undefined, registerCsiHandler: {} }))).toThrow(
    `Unsupported version of @xterm/headless: missing Terminal.coreMouseService (object), Terminal.registerCsiHandler (function). ${expected}`,
  );
});

test('a missing member of a part is named', () => {
  const { buffers } = coreOf(bareTerminal());
  const fake = fakeCore({ buffers: Object.create(buffers, { resize: { value: 1 } }) });
  expect(() => assertInternals(fake)).toThrow(`missing BufferSet.resize (function). ${expected}`);
});

test('a member that cannot be changed any more is named', () => {
  const core = coreOf(bareTerminal());
  Object.defineProperty(core.buffers.normal.lines.get(0), 'isWrapped', { get: () => false });
  expect(() => assertInternals(core)).toThrow(`missing BufferLine.isWrapped (writable). ${expected}`);
});

test('an object of an unknown shape is not a core', () => {
  expect(() => assertInternals({} as Core)).toThrow(/missing Terminal\.cols \(number\), .*Expected version/);
});
