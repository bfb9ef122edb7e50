import { expect, test } from 'vitest';
import { bareTerminal, rowOf, writeTo } from '../../tests/support/bare-terminal.js';
import { createTerminal } from '../../tests/support/terminal.js';
import { Emulator } from '../emulator.js';
import { coreOf } from './internals.js';

const marks = '\u0301'.repeat(100);
const profile = { version: '1', colors: {} } as never;

/** The members of an object; those of an array of bytes are its bytes. */
function membersOf(owner: object): Map<PropertyKey, unknown> {
  if (owner instanceof Uint8Array) return new Map(owner.entries());
  const members = Object.entries(Object.getOwnPropertyDescriptors(owner));
  return new Map(members.map(([name, { value, get }]) => [name, value ?? get]));
}

/** Everything that terminals of one process could share: prototypes, and bytes that classes refer to. */
function sharedBy(terminal: object): Map<object, Map<PropertyKey, unknown>> {
  const shared = new Map<object, Map<PropertyKey, unknown>>();
  const seen = new Set<object>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    for (let owner: object | null = value; owner !== null; owner = Object.getPrototypeOf(owner) as object | null)
      if (owner !== value) shared.set(owner, membersOf(owner));
    if (value instanceof Uint8Array) shared.set(value, membersOf(value));
    if (!ArrayBuffer.isView(value)) for (const member of Object.values(value)) visit(member);
  };
  visit(terminal);
  return shared;
}

test('a patched terminal changes nothing that other terminals of the process share', () => {
  const bare = bareTerminal();
  const before = sharedBy(bare);
  expect(before.size).toBeGreaterThan(20);
  const emulator = new Emulator({ cols: 8, rows: 6, scrollback: 10, firstRevision: 1, profile, answer: () => {} });
  emulator.feed(Buffer.from(`e${marks}\x1b_Gi=1\x1b\\\x05\x1b[1J\x1b[3;4r\x1b#8\x1b7\x1b8\x1b[38:2:1:2:3mx\x8d`));
  emulator.resize(3, 3);
  emulator.dispose();
  const changed = [...before].flatMap(([owner, members]) => {
    const now = membersOf(owner);
    return [...new Set([...members.keys(), ...now.keys()])].filter((key) => members.get(key) !== now.get(key));
  });
  expect(changed).toEqual([]);
});

test('a patched and a fresh terminal do not influence each other', () => {
  const emulator = createTerminal({ cols: 8, rows: 6 });
  const bare = bareTerminal();
  let commands = 0;
  bare.parser.registerDcsHandler({ final: '_' }, () => {
    commands += 1;
    return true;
  });
  const output = `e${marks}x\x1b_command\x1b\\\r\n12345678`;
  emulator.feed(Buffer.from(output));
  writeTo(bare, output);
  bare.resize(4, 6);
  emulator.resize(4, 6);
  expect(emulator.getScreen().lines[0]?.text.length).toBeLessThan(50);
  expect(rowOf(bare, 0)).toBe(`e${marks}x`);
  expect(commands).toBe(0);
  expect(
    emulator
      .getScreen()
      .lines.map(({ text }) => text)
      .slice(1, 3),
  ).toEqual(['1234', '5678']);
  expect([rowOf(bare, 1), rowOf(bare, 2)]).toEqual(['1234', '']);
  expect(coreOf(bare)._inputHandler._parser._transitions).toBe(
    coreOf(bareTerminal())._inputHandler._parser._transitions,
  );
});
