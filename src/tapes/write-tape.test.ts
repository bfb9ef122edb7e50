import { expect, test } from 'vitest';
import type { TapeAction } from './commands.js';
import { parseTape } from './parse-tape.js';
import { formatCommand, UnwritableError } from './write-tape.js';

const press = (key: string, count = 1): TapeAction => ({ do: 'press', keys: [key], delayMs: undefined, count });
const expectText = (
  how: 'screen' | 'new' | 'gone',
  text: string,
  style?: Record<string, boolean | string>,
): TapeAction => ({
  do: 'expect',
  how,
  timeoutMs: undefined,
  target: { type: 'exact', text, ...(style === undefined ? {} : { style }) },
});

const written: readonly (readonly [action: TapeAction, lines: readonly string[]])[] = [
  [{ do: 'type', text: 'say "hi"', delayMs: undefined }, [`Type 'say "hi"'`]],
  [{ do: 'type', text: `a"b'c\`d`, delayMs: undefined }, [`Type \`a"b'c\``, 'Type "`d"']],
  [{ do: 'type', text: 'C:\\x  y ', delayMs: undefined }, ['Type "C:\\x  y "']],
  [press('Enter'), ['Enter']],
  [press('ArrowDown', 3), ['Down 3']],
  [press('Ctrl+c'), ['Ctrl+c']],
  [press('Home'), ['Key "Home"']],
  [press('F5', 2), ['Key "F5 F5"']],
  [press('Ctrl+Shift+ArrowUp'), ['Key "Ctrl+Shift+Up"']],
  [press('Alt+"'), [`Key 'Alt+"'`]],
  [{ do: 'paste', text: 'a b' }, ['Paste "a b"']],
  [{ do: 'launch', command: ['vim', '-u', 'NONE', 'a b.txt'] }, [`Launch "vim -u NONE 'a b.txt'"`]],
  [{ do: 'launch', command: ['sh', '-c', `echo 'x'`] }, [`Launch ["sh","-c","echo 'x'"]`]],
  [{ do: 'launch', command: ['sh', '-c', 'a\nb'] }, ['Launch ["sh","-c","a\\nb"]']],
  [expectText('new', 'Saved'), ['Expect+New "Saved"']],
  [expectText('gone', 'Menu'), ['Expect+Gone "Menu"']],
  [expectText('new', 'Open', { inverse: true }), ['Expect+New "Open" Style "inverse"']],
  [expectText('new', 'Open', { bg: 'blue' }), ['Expect+New "Open" Style "bg=blue"']],
  [
    { do: 'expect', how: 'new', timeoutMs: undefined, target: { type: 'regex', pattern: '^~/a \\$ ?$', flags: '' } },
    ['Expect+New /^~\\/a \\$ ?$/'],
  ],
  [{ do: 'expect-stable', timeoutMs: undefined, quietMs: 250 }, ['Expect+Stable']],
  [{ do: 'expect-stable', timeoutMs: undefined, quietMs: 900 }, ['Expect+Stable 900ms']],
  [{ do: 'expect-cursor', timeoutMs: undefined, row: 3, col: 1 }, ['Expect+Cursor 3 1']],
  [{ do: 'expect-exit', timeoutMs: undefined, code: 3 }, ['ExpectExit 3']],
  [{ do: 'click', at: { row: 2, col: 4 }, button: 'right' }, ['Click 2 4 Right']],
  [{ do: 'drag', from: { row: 1, col: 2 }, to: { row: 3, col: 4 } }, ['Drag 1 2 3 4']],
  [{ do: 'wheel', direction: 'up', count: 2 }, ['Wheel Up 2']],
  [{ do: 'resize', cols: 70, rows: 20 }, ['Resize 70 20']],
  [{ do: 'focus', isIn: false }, ['Focus Out']],
  [{ do: 'signal', name: 'WINCH' }, ['Signal WINCH']],
  [{ do: 'sleep', ms: 250 }, ['Sleep 250ms']],
  [{ do: 'sleep', ms: 2000 }, ['Sleep 2s']],
  [{ do: 'check', oracles: ['crash', 'hang'], allowedExits: [0, 130] }, ['Check crash hang allow 0,130']],
  [{ do: 'check', oracles: ['memory'], allowedExits: [] }, ['Check memory']],
  [{ do: 'setup', command: `echo "it's"` }, ['Setup `echo "it\'s"`']],
  [{ do: 'type-env', name: 'SECRET_1' }, ['TypeEnv SECRET_1']],
  [{ do: 'env', name: 'EDITOR', value: 'vi' }, ['Env EDITOR "vi"']],
];

test.each(written)('%j is written as a line that means the same [20.5.writer]', (action, lines) => {
  expect(formatCommand(action)).toEqual(lines);
  const { commands, errors, warnings } = parseTape(lines.join('\n'), 'x.tape');
  expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
  const again = commands.map((command) => command.action);
  if (action.do === 'type') expect(again.map((one) => (one.do === 'type' ? one.text : '')).join('')).toBe(action.text);
  else expect(again.flatMap((one) => formatCommand(one))).toEqual(lines);
});

test('a text that no string can contain is refused [20.5.writer]', () => {
  expect(() => formatCommand({ do: 'paste', text: 'a\nb' })).toThrow(UnwritableError);
  expect(() => formatCommand({ do: 'paste', text: `"'\`` })).toThrow(UnwritableError);
});
