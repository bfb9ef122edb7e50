import { describe, expect, test } from 'vitest';
import { ScriptedProgram } from '../support/scripted-program.js';

const changes: Record<string, string> = {
  'writing a character': 'x',
  'writing a space over a character': '\x1b[1;1H \x1b[2;5H',
  'changing the style of a character': '\x1b[1;2H\x1b[31mb\x1b[0m\x1b[2;5H',
  'changing the background of a blank': '\x1b[3;1H\x1b[44m \x1b[0m\x1b[2;5H',
  'changing the kind of an underline': '\x1b[1;2H\x1b[4:3mb\x1b[0m\x1b[2;5H',
  'adding a combining mark': '\x1b[1;3Hc\u0302\x1b[2;5H',
  'moving the cursor': '\x1b[3;3H',
  'hiding the cursor': '\x1b[?25l',
  'scrolling off a line': '\x1b[4;1H\n\x1b[2;5H',
  'entering the alternate screen': '\x1b[?1049h',
  'clearing the screen': '\x1b[2J',
};
// Each input causes a reaction: the program writes something.
const nothings: Record<string, string> = {
  'the bell': '\x07',
  'setting a title': '\x1b]0;new\x07',
  'a style without text': '\x1b[31m\x1b[0m',
  'writing the same characters again': '\x1b[1;1Habc\x1b[2;5H',
  'moving the cursor there and back': '\x1b[4;4H\x1b[2;5H',
  'setting a mode': '\x1b[?2004h',
  'an empty synchronized update': '\x1b[?2026h\x1b[?2026l',
  'clearing and writing the same text again': '\x1b[2J\x1b[1;1Habc\x1b[2;1Hdefg',
  'entering and leaving the alternate screen': '\x1b[?1049h\x1b[2Jx\x1b[?1049l',
  'writing and erasing a character': '\x1b[4;4Hx\x1b[4;4H\x1b[K\x1b[2;5H',
};

async function startProgram(): Promise<ScriptedProgram> {
  const program = await ScriptedProgram.startRaw(20, 4);
  await program.show('\x1b[1;1Habc\x1b[2;1Hdefg');
  return program;
}

describe('revision', () => {
  test.each(Object.entries(changes))('increases after %s [7.revision]', async (_, text) => {
    const program = await startProgram();
    const { revision } = await program.view();
    await program.show(text);
    expect((await program.view()).revision).toBeGreaterThan(revision);
  });

  test.each(Object.entries(nothings))('stays the same after %s [7.revision-same]', async (_, text) => {
    const program = await startProgram();
    const before = await program.view({ styles: true });
    await program.show(text);
    expect(await program.view({ styles: true })).toEqual({ ...before, title: expect.any(String) });
  });

  test('stays the same between reads, and never decreases [7.revision-same]', async () => {
    const program = await startProgram();
    const revisions: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      await program.show(count % 2 === 0 ? '\x1b[4;1Hon ' : '\x1b[4;1Hoff');
      const { revision } = await program.view();
      expect((await program.view({ entireRow: 1 })).revision).toBe(revision);
      expect((await program.view({ styles: true, trim: false })).revision).toBe(revision);
      revisions.push(revision);
    }
    expect(revisions).toEqual([...new Set(revisions)].sort((left, right) => left - right));
  });

  test('increases with a resize and with the next program [7.revision]', async () => {
    const program = await startProgram();
    const before = (await program.view()).revision;
    await program.server.request('resize', { cols: 21, rows: 4 });
    const resized = (await program.view()).revision;
    expect(resized).toBeGreaterThan(before);
    await program.server.request('launch', { command: 'cat' });
    expect((await program.view()).revision).toBeGreaterThan(resized);
  });

  const exact = { type: 'exact', text: 'abc' };
  test.each([
    ['find', { selector: exact }],
    ['terminalState', {}],
    ['dumpView', { name: 'x' }],
    ['renderView', { name: 'x' }],
    ['waitForText', { selector: exact }],
    ['waitForText', { selector: { type: 'exact', text: 'none' }, state: 'hidden' }],
    ['waitUntil', { pattern: 'abc' }],
    ['waitForStable', { debounceMs: 0 }],
    ['waitForChange', { timeoutMs: 0 }],
    ['waitFor', { anyOf: [{ visible: exact }] }],
    ['expectVisible', { selector: exact }],
    ['expectNotVisible', { selector: { type: 'exact', text: 'none' } }],
    ['expectSnapshot', { name: 'x' }],
  ] as const)('is in the response to %s %j [7.revision-everywhere]', async (method, params) => {
    const program = await ScriptedProgram.startRaw(20, 4, {}, { env: { CI: undefined } });
    await program.show('abc');
    const { revision } = await program.view();
    expect(await program.server.request(method, params)).toMatchObject({ revision });
  });

  test('is in every notification and in the response to waitForExit [7.revision-everywhere]', async () => {
    const { server } = await startProgram();
    await server.request('viewSubscribe');
    await server.request('signal', { name: 'KILL' });
    const { revision } = await server.request('waitForExit');
    expect(await server.inbox.waitForNotification('view.changed')).toMatchObject({ revision: expect.any(Number) });
    expect(await server.inbox.waitForNotification('session.exited')).toMatchObject({ revision });
    expect((await server.request('currentView')).revision).toBe(revision);
  });
});
