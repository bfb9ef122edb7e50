import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { renderScreen } from '../terminal/emulator.js';
import { type Candidate, isOnlyEcho, listCandidates, type Reaction } from './choose-wait.js';
import { formatCommand } from './write-tape.js';

const [cols, rows] = [60, 8];
const draw = (output: string): ReturnType<typeof renderScreen> => renderScreen(output, cols, rows);
const alternate = '\x1b[?1049h\x1b[H';

interface Case extends Partial<Omit<Reaction, 'before' | 'after'>> {
  readonly before?: string;
  readonly after: string;
}

const formatAll = (candidates: readonly Candidate[]): string[] =>
  candidates.map((candidate) => candidate.flatMap(formatCommand).join(' & '));

/** The waits that could follow, as lines of a tape. */
function list({ before, after, ...others }: Case): string[] {
  return formatAll(
    listCandidates({
      before: before === undefined ? undefined : draw(before),
      after: draw(after),
      typed: '',
      submitted: '',
      isLineEnd: false,
      isText: others.typed !== undefined,
      isAhead: false,
      isEscape: false,
      pausedMs: 800,
      isSettled: false,
      volatileRows: new Set(),
      ...others,
    }),
  );
}

const rules: readonly (readonly [rule: string, wanted: string, reaction: Case])[] = [
  ['1: a prompt at the start', 'Expect+New /^\\$ ?$/', { after: '$ ', isLineEnd: true }],
  [
    '1: a prompt with the last line of output',
    'Expect+New /^\\$ ?$/ & Expect "total 3"',
    { before: '$ ls', after: '$ ls\r\na\r\ntotal 3\r\n$ ', isLineEnd: true },
  ],
  [
    '1: the echo of a line that was typed at once is no output',
    'Expect+New /^Password: ?$/',
    { before: '$ ', after: '$ ask me\r\nPassword: ', submitted: 'ask me', isLineEnd: true },
  ],
  [
    '1: in a prompt, what differs in the next run is any word',
    'Expect+New /^\\[\\S+\\] \\S+@\\S+:\\S+\\$ ?$/',
    { after: '[12:30:59] me@host:/tmp/x-123$ ', isLineEnd: true },
  ],
  [
    '1: nor does a prompt name the machine',
    'Expect+New /^\\S+@\\S+:\\S+# ?$/',
    { after: 'root@vm:/srv/project# ', isLineEnd: true },
  ],
  ['1: nor its host without a user', 'Expect+New /^\\S+% ?$/', { after: `${hostname()}% `, isLineEnd: true }],
  [
    '1: output that was there before, in a preview for example, must be new',
    'Expect+New /^> ?$/ & Expect+New "\'Argo\'"',
    { before: "> ship.name\r\n'Argo'", after: "> ship.name\r\n'Argo'\r\n> ", submitted: 'ship.name', isLineEnd: true },
  ],
  ['1: nor the version of the shell', 'Expect+New /^\\S+\\$ ?$/', { after: 'bash-5.2$ ', isLineEnd: true }],
  [
    '2: text that appeared, near the cursor, without lines of boxes',
    'Expect+New "Save file?"',
    { before: `${alternate}old`, after: `${alternate}Header text\r\n\r\n│ Save file?  │ x │\x1b[3;14H` },
  ],
  [
    '2: completion draws more than was typed',
    'Expect+New "tes.txt"',
    { before: '$ cat no', after: '$ cat notes.txt', typed: 'cat no' },
  ],
  [
    '2: at the start of a full-screen program, with nothing drawn after it',
    'Expect+New "Main menu" & Expect+Stable',
    { after: `${alternate}Main menu`, isSettled: true },
  ],
  [
    '2: after two keys that did not wait for each other, text that may have appeared before the second one',
    'Expect "Send signal"',
    { before: `${alternate}htop`, after: `${alternate}htop\r\nSend signal`, isAhead: true },
  ],
  [
    '2: a line that a key recalls, though it is elsewhere, too',
    'Expect+New "wc -l < long.txt"',
    { before: '$ wc -l < long.txt\r\n300\r\n$ ', after: '$ wc -l < long.txt\r\n300\r\n$ wc -l < long.txt' },
  ],
  [
    '2: a box that Space checks',
    'Expect+New "[*] ham"',
    { before: '  [ ] ham\r\n  [ ] corn\x1b[1;4H', after: '  [*] ham\r\n  [ ] corn\x1b[1;4H', typed: ' ' },
  ],
  [
    '2: what contains the text that was typed before the key is no echo of it',
    'Expect+New "> notes.txt"',
    {
      before: `${alternate}  notes.txt\r\n> long.txt\r\npick> txt`,
      after: `${alternate}> notes.txt\r\n  long.txt\r\npick> txt`,
      typed: 'txt',
      isText: false,
    },
  ],
  [
    '3: a selection moved',
    'Expect+New "Second" Style "inverse"',
    {
      before: `${alternate}\x1b[7mFirst \x1b[m\r\nSecond`,
      after: `${alternate}First \r\n\x1b[7mSecond\x1b[m`,
    },
  ],
  [
    '3: a selection moved, and the other rows have a background',
    'Expect+New "pear" Style "inverse"',
    {
      before: `${alternate}\x1b[7mapple\x1b[m\r\n\x1b[40mpear\x1b[m\r\n\x1b[40mplum\x1b[m`,
      after: `${alternate}\x1b[40mapple\x1b[m\r\n\x1b[7mpear\x1b[m\r\n\x1b[40mplum\x1b[m`,
    },
  ],
  [
    '3: a letter in another color does not divide a selection',
    'Expect+New "Open" Style "bg=blue"',
    { before: `${alternate}  Open  `, after: `${alternate}\x1b[44m  \x1b[31mO\x1b[39mpen  \x1b[m` },
  ],
  [
    '3: a selection moved in front of a background that is everywhere',
    'Expect+New "No" Style "bg=blue"',
    {
      before:
        '\x1b[44m \x1b[47m question \x1b[m\r\n\x1b[44m \x1b[m\r\n\x1b[44m < Yes > \x1b[47m  No  \x1b[m\r\n\x1b[44m \x1b[m',
      after:
        '\x1b[44m \x1b[47m question \x1b[m\r\n\x1b[44m \x1b[m\r\n\x1b[47m < Yes > \x1b[44m  No  \x1b[m\r\n\x1b[44m \x1b[m',
    },
  ],
  [
    '4: the echo of what was typed over another text',
    'Expect+New "newdir"',
    { before: `${alternate}Name: notes.txt`, after: `${alternate}Name: newdir`, typed: 'newdir' },
  ],
  [
    '4: the echo of what was typed',
    'Expect+New "hello you"',
    { before: `${alternate}> `, after: `${alternate}> hello you`, typed: 'hello you' },
  ],
  [
    '5: text that disappeared',
    'Expect+Gone "File menu"',
    { before: `${alternate}Title\r\nFile menu`, after: `${alternate}Title` },
  ],
  [
    '5: a line that a key has removed',
    'Expect+Gone "this is wrong"',
    { before: 'bash-5.2$ this is wrong', after: 'bash-5.2$ ' },
  ],
  [
    '5: the echo of a line that was submitted is gone only if nothing else happened',
    'Expect+New "Chapter 7"',
    { before: `${alternate}Part 1\r\n/needle`, after: `${alternate}Chapter 7\r\n:`, submitted: 'needle', isText: true },
  ],
  [
    '6: in the alternate screen, the cursor with the numbers of its place',
    'Expect+Cursor 2 1',
    { before: `${alternate}abc\r\n\n1,1\x1b[1;1H`, after: `${alternate}abc\r\n\n2,1\x1b[2;1H` },
  ],
  [
    '6: in the alternate screen, the cursor',
    'Expect+Cursor 1 3',
    { before: `${alternate}abc\x1b[1;2H`, after: `${alternate}abc\x1b[1;3H` },
  ],
  ['7: nothing of that', 'Expect+Stable', { before: 'abc', after: 'abc' }],
  [
    '7: after Escape, as long as the person paused',
    'Expect+Stable 800ms',
    { before: `${alternate}abc`, after: `${alternate}abc`, isEscape: true, pausedMs: 790 },
  ],
  [
    '7: after Escape, at most 1.2 s',
    'Expect+Stable 1200ms',
    { before: `${alternate}abc`, after: `${alternate}abc`, isEscape: true, pausedMs: 5000 },
  ],
];

test.each(rules)('rule %s [20.5.rules]', (_, wanted, reaction) => {
  expect(list(reaction)[0]).toBe(wanted);
});

const volatileTexts = [
  'Updated at 12:03:44',
  'Fri Nov 20',
  '2026-11-20T08:00:00Z',
  '42% done',
  'took 1.3s',
  'size 3.4 KB',
  'commit 5f3e9a1c',
  'wrote /tmp/abc-XYZ/file',
  '⠹ loading',
];

test.each(volatileTexts)('%j is no wait as a whole, alone or after a prompt [20.5.volatile]', (text) => {
  const screens = { before: `${alternate}old`, after: `${alternate}${text}` };
  expect(list(screens).filter((line) => line.includes(JSON.stringify(text)))).toEqual([]);
  const prompt = list({ before: '$ x', after: `$ x\r\n${text}\r\n$ `, isLineEnd: true });
  expect(prompt[0]).toBe('Expect+New /^\\$ ?$/');
});

test('around volatile text, pieces remain [20.5.volatile]', () => {
  const [first] = list({ before: alternate, after: `${alternate}Downloaded archive in 3.2s from mirror` });
  expect(first).toBe('Expect+New "Downloaded archive in"');
});

test('rows that change by themselves, and rows of values, are no waits [20.5.volatile]', () => {
  const after = `${alternate}Clock face\r\n  28134 root 20 0 12M 3.0 0.0 node server\r\nQuiet row`;
  const lines = list({ before: alternate, after, volatileRows: new Set([0]) });
  expect(lines).toEqual(['Expect+New "Quiet row"', 'Expect+Stable']);
});

test('values that were measured are no waits [20.5.volatile]', () => {
  const before = `${alternate}  [||  ] Tasks: 91\r\n  Load average: 0.12 0.30`;
  const after = `${alternate}  [||| ] Tasks: 92\r\n  Load average: 0.14 0.30`;
  expect(list({ before, after })).toEqual(['Expect+Stable']);
});

test('text that contains the echo, or that is part of it, is no reaction [20.5.volatile]', () => {
  const lines = list({
    before: `${alternate}\r\n`,
    after: `${alternate}searching for needle\r\nneedle`,
    typed: 'needle',
  });
  expect(lines[0]).toBe('Expect+New "needle"');
  expect(lines).not.toContain('Expect+New "searching for needle"');
});

test('only the echo, numbers and masks are no reaction to wait for before Enter [20.5.rules]', () => {
  expect(isOnlyEcho(draw('$ '), draw('$ ls'), 'ls')).toBe(true);
  expect(isOnlyEcho(draw(`${alternate}abc\r\n1,1`), draw(`${alternate}abxc\r\n1,2`), 'x')).toBe(true);
  expect(isOnlyEcho(draw('Password: '), draw('Password: ****'), 'abcd')).toBe(true);
  expect(isOnlyEcho(draw(':'), draw('Search for: sh'), '&sh')).toBe(true);
  expect(isOnlyEcho(draw('> '), draw('> de\r\n  delta\r\n  index'), 'de')).toBe(false);
});
