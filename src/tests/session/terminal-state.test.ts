import { expect, test } from 'vitest';
import type { MethodResults } from '../../protocol/generated/types.js';
import { failureOf } from '../support/failure-of.js';
import { ScriptedProgram } from '../support/scripted-program.js';

const toBase64 = (text: string): string => Buffer.from(text).toString('base64');
const startProgram = async (): Promise<ScriptedProgram> => await ScriptedProgram.startRaw(20, 4);
const stateOf = async (program: ScriptedProgram): Promise<MethodResults['terminalState']> =>
  await program.server.request('terminalState');

test('terminalState is empty at the start [7.state]', async () => {
  const program = await startProgram();
  expect(await stateOf(program)).toMatchObject({
    title: '',
    bells: 0,
    repaints: 0,
    clipboard: null,
    cwd: null,
    unansweredQueries: [],
  });
});

test.each([
  ['a title', '\x1b]0;hello\x07', { title: 'hello' }],
  ['the last of two titles', '\x1b]2;one\x1b\\\x1b]2;two\x1b\\', { title: 'two' }],
  ['bells, but not the end of a title', 'a\x07b\x07\x1b]0;x\x07', { bells: 2 }],
  ['complete repaints', '\x1b[?2026ha\x1b[?2026l\x1b[?2026hb\x1b[?2026l\x1b[?2026l', { repaints: 2 }],
  ['an incomplete repaint', '\x1b[?2026ha', { repaints: 0 }],
  ['a clipboard', `\x1b]52;c;${toBase64('copied Ω')}\x07`, { clipboard: { selection: 'c', text: 'copied Ω' } }],
  [
    'a clipboard that was emptied',
    `\x1b]52;c;${toBase64('x')}\x07\x1b]52;c;\x07`,
    { clipboard: { selection: 'c', text: '' } },
  ],
  ['a primary selection', `\x1b]52;p;${toBase64('x')}\x1b\\`, { clipboard: { selection: 'p', text: 'x' } }],
  ['an ignored clipboard query', `\x1b]52;c;${toBase64('x')}\x07\x1b]52;c;?\x07`, { clipboard: { text: 'x' } }],
  ['a broken clipboard', '\x1b]52;nonsense\x07', { clipboard: null }],
  ['a directory', '\x1b]7;file://host/srv/me/a%20b\x07', { cwd: '/srv/me/a b' }],
  ['a directory without host', '\x1b]7;file:///srv\x1b\\', { cwd: '/srv' }],
  ['a broken directory', '\x1b]7;http://x/y\x07', { cwd: null }],
  ['a directory with a stray percent sign', '\x1b]7;file:///100%\x07', { cwd: '/100%' }],
])('terminalState reports the state after %s [7.state, 7.clipboard]', async (_, output, expected) => {
  const program = await startProgram();
  await program.show(output);
  expect(await stateOf(program)).toMatchObject(expected);
});

test('the clipboard contains texts of up to 1 MiB completely; longer texts are ignored [7.clipboard-whole]', async () => {
  const program = await startProgram();
  const most = 1024 * 1024;
  const copy = async (title: string, ...texts: readonly string[]): Promise<string | undefined> => {
    await program.show(`${texts.map((text) => `\x1b]52;c;${toBase64(text)}\x07`).join('')}\x1b]2;${title}\x07`);
    await program.server.request('waitFor', { anyOf: [{ title }], timeoutMs: 20_000 });
    return (await stateOf(program)).clipboard?.text;
  };
  expect((await copy('one', 'x'.repeat(most)))?.length).toBe(most);
  expect(await copy('two', 'short', 'x'.repeat(most + 1))).toBe('short');
});

test('the current modes are reported [7.state-modes]', async () => {
  const program = await startProgram();
  const before = (await stateOf(program)).modes;
  await program.show('\x1b[?1h\x1b[?2004h\x1b[?1000h');
  const { modes } = await stateOf(program);
  const changed = Object.keys(modes).filter((name) => modes[name] !== before[name]);
  expect(changed).toHaveLength(3);
  await program.show('\x1b[?1l\x1b[?2004l\x1b[?1000l');
  expect((await stateOf(program)).modes).toEqual(before);
});

test('bytes is the number of bytes that the program has written [7.state-bytes]', async () => {
  const program = await startProgram();
  const before = (await stateOf(program)).bytes;
  await program.show('日本\x1b[1m');
  // `show` adds a status query of 4 bytes.
  expect((await stateOf(program)).bytes - before).toBe(10 + 4);
});

test('a clipboard query gets no reply [7.clipboard-read]', async () => {
  const program = await startProgram();
  await program.show(`\x1b]52;c;${toBase64('secret')}\x07\x1b]52;c;?\x07\x1b]52;p;?\x07`);
  // The only reply is the one that `show` waits for.
  expect(program.received).toBe('\x1b[0n');
  expect(JSON.stringify(program.server.inbox.messages)).not.toContain(toBase64('secret'));
});

test('unanswered queries are listed, each once [7.state-queries, 11.unanswered]', async () => {
  const program = await startProgram();
  await program.show('\x1b[20t\x1b[21t\x1b[20t\x1b]52;c;?\x07\x1b[1;1;1;1;2;2*y\x1b[c');
  expect((await stateOf(program)).unansweredQueries).toEqual([
    { sequence: 'CSI 20 t', meaning: 'icon title' },
    { sequence: 'CSI 21 t', meaning: 'window title' },
    { sequence: 'OSC 52 ; c;?', meaning: 'the clipboard' },
    { sequence: 'CSI 1;1;1;1;2;2 *y', meaning: 'checksum of a rectangle (DECRQCRA)' },
  ]);
});

test('unknown queries are listed, but not replies that a program prints [7.state-queries, 11.unanswered]', async () => {
  const program = await startProgram();
  await program.show('\x1b[7n\x1b[?1234n\x1bP+Q666f\x1b\\\x1b]1337;ReportCellSize\x07');
  await program.show('\x1b[0n\x1b[?997;1n\x1b[>4;2m\x1b]1337;CurrentDir=/\x07\x1b[6n');
  expect((await stateOf(program)).unansweredQueries).toEqual([
    { sequence: 'CSI 7 n', meaning: 'a status (DSR)' },
    { sequence: 'CSI ? 1234 n', meaning: 'a status (DSR)' },
    { sequence: 'DCS + Q 666f', meaning: 'X resources (XTGETXRES)' },
    { sequence: 'OSC 1337 ; ReportCellSize', meaning: 'a report (iTerm2)' },
  ]);
});

test('unanswered queries in every form of sequence are listed, but commands are not [11.unanswered]', async () => {
  const program = await startProgram();
  await program.show('\x1b_Ga=T,f=24;AAAA\x1b\\\x1b_Gi=1;a=q\x1b\\\x1b_tmux\x1b\\\x1b]22;text\x07\x1b]99;i=1;p=?\x07');
  expect((await stateOf(program)).unansweredQueries).toEqual([]);
  await program.show('\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x05\x1b[#R\x1b]22;?text,__current__\x07');
  await program.show('\x1b]1337;Capabilities\x07\x1b]99;i=1:p=?;\x1b\\\x1b]60\x07\x1b]61;allowColorOps\x07');
  expect((await stateOf(program)).unansweredQueries).toEqual([
    { sequence: 'APC Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA', meaning: 'support of pictures (kitty graphics)' },
    { sequence: 'ENQ', meaning: 'the answerback message' },
    { sequence: 'CSI #R', meaning: 'stack of palettes (XTREPORTCOLORS)' },
    { sequence: 'OSC 22 ; ?text,__current__', meaning: 'shape of the pointer' },
    { sequence: 'OSC 1337 ; Capabilities', meaning: 'a report (iTerm2)' },
    { sequence: 'OSC 99 ; i=1:p=?;', meaning: 'support of notifications (kitty)' },
    { sequence: 'OSC 60', meaning: 'what is allowed (XTQALLOWED)' },
    { sequence: 'OSC 61 ; allowColorOps', meaning: 'what is not allowed (XTQDISALLOWED)' },
  ]);
});

test('an APC command displays nothing, regardless of its content and its end [11.strings]', async () => {
  const program = await startProgram();
  await program.show('a\x1b_é\x07日\x7f\x1b\\b\x1b_x\x18c\x1b_\x1b[1mx\x1b[md\x1b^pm\x1b\\\x1bXsos\x1b\\e');
  expect((await program.view()).text.split('\n')[0]).toBe('abcxde');
});

test('a failed wait lists the unanswered queries [11.unanswered]', async () => {
  const program = await startProgram();
  await program.show('\x1b[21t');
  const failing = program.server.request('waitForText', { selector: { type: 'exact', text: 'never' }, timeoutMs: 0 });
  const { data } = await failureOf(failing);
  expect(data).toMatchObject({ unansweredQueries: [{ sequence: 'CSI 21 t' }] });
});
