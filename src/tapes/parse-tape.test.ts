import { describe, expect, test } from 'vitest';
import type { TapeAction } from './commands.js';
import { commandTable } from './commands.js';
import { parseTape } from './parse-tape.js';

const actionsOf = (source: string): readonly TapeAction[] => {
  const { commands, errors } = parseTape(source, 'a.tape');
  expect(errors).toEqual([]);
  return commands.map(({ action }) => action);
};
const problemsOf = (source: string): readonly string[] => {
  const { errors, warnings } = parseTape(source, 'a.tape');
  return [
    ...errors.map(({ line, column, message }) => `${line}:${column} ${message}`),
    ...warnings.map(({ line, column, message }) => `${line}:${column} warning: ${message}`),
  ];
};
const typed = (text: string): TapeAction => ({ do: 'type', text, delayMs: undefined });
const press = (key: string, count = 1, delayMs: number | undefined = undefined): TapeAction => ({
  do: 'press',
  keys: [key],
  delayMs,
  count,
});

describe('the grammar of VHS [20.1.tokens]', () => {
  const rows: readonly (readonly [source: string, actions: readonly TapeAction[]])[] = [
    ['Type "a" Enter Sleep 1', [typed('a'), press('Enter'), { do: 'sleep', ms: 1000 }]],
    ['Type "a"\n"b" c', [typed('a b c')]],
    ['Type a-b/c.d', [typed('a-b/c.d')]],
    ["Type 'it''s'", [typed('it s')]],
    ['Type `a"b\'c`', [typed('a"b\'c')]],
    ['Type "a\\"', [typed('a\\')]],
    ['Type@.5 "a"', [{ do: 'type', text: 'a', delayMs: 500 }]],
    ['Type@1.5s "a"', [{ do: 'type', text: 'a', delayMs: 1500 }]],
    ['Down@100ms 3', [press('Down', 3, 100)]],
    ['Enter 2 # twice', [press('Enter', 2)]],
    ['Sleep 2m', [{ do: 'sleep', ms: 120_000 }]],
    ['Ctrl+C', [{ do: 'chord', keys: ['Ctrl+c'] }]],
    ['Ctrl + j', [{ do: 'chord', keys: ['Ctrl+j'] }]],
    ['Ctrl+Alt+Shift+x', [{ do: 'chord', keys: ['Ctrl+Alt+Shift+x'] }]],
    ['Ctrl+Right', [{ do: 'chord', keys: ['Ctrl+Right'] }]],
    ['Ctrl+-', [{ do: 'chord', keys: ['Ctrl+Minus'] }]],
    ['Alt+L', [{ do: 'chord', keys: ['Alt+L'] }]],
    ['Alt+ab', [{ do: 'chord', keys: ['Alt+a', 'Alt+b'] }]],
    ['Shift+Tab', [{ do: 'chord', keys: ['Shift+Tab'] }]],
    ['Shift+a', [{ do: 'type', text: 'A', delayMs: 0 }]],
    ['Wait', [{ do: 'wait', where: 'line' }]],
    [
      'Wait+Screen@2s /a\\/b/',
      [{ do: 'wait', where: 'screen', timeoutMs: 2000, pattern: { pattern: 'a\\/b', flags: '' } }],
    ],
    ['Set TypingSpeed .1', [{ do: 'set', setting: 'TypingSpeed', value: '.1', number: 100 }]],
    ['Set LoopOffset 20%', [{ do: 'set', setting: 'LoopOffset', value: '20', number: 20 }]],
    ['Set WaitTimeout 2m', [{ do: 'set', setting: 'WaitTimeout', value: '120000ms', number: 120_000 }]],
    ['Env A "b" Hide Show', [{ do: 'env', name: 'A', value: 'b' }, { do: 'hide' }, { do: 'show' }]],
    [
      'Copy "a" Paste',
      [
        { do: 'copy', text: 'a' },
        { do: 'paste', text: undefined },
      ],
    ],
    ['Type Expect', [typed('Expect')]],
    ['Type "a" Click', [typed('a Click')]],
    ['', []],
  ];
  test.each(rows)('%s', (source, actions) => {
    expect(actionsOf(source)).toEqual(actions);
  });

  test('a theme in JSON ends at the first brace, and can have several lines', () => {
    const { commands, errors } = parseTape('Set Theme {\n "name": "x" }\nEnter', 'a.tape');
    expect(errors).toEqual([]);
    expect(commands[0]?.action).toMatchObject({ value: '{\n "name": "x" }' });
    expect(commands[1]).toMatchObject({ name: 'Enter', line: 3, column: 1 });
  });

  test.each([
    ['Type m', '1:6 Type expects a text, not "m".'],
    ['Type "x" 2', '1:10 Unknown command "2".'],
    ['Exepct "x"', '1:1 Unknown command "Exepct". Did you mean Expect?'],
    ['\n  End', '2:3 Unknown command "End".'],
    ['Set Foo Bar', '1:5 Unknown setting "Foo".'],
    ['Set Hieght 3', '1:5 Unknown setting "Hieght". Did you mean Height?'],
    ['Set Width wide', '1:11 Width must be a whole number, not "wide".'],
    ['Set WindowBar Round', '1:15 WindowBar must be one of Colorful, ColorfulRight, Rings, RingsRight, not "Round".'],
    ['Set MarginFill "#12"', '1:16 MarginFill must be a color such as "#1a1b26", not "#12".'],
    ['Sleep', '1:1 Expected a time after Sleep, such as 500ms or 2s.'],
    ['Enter@', '1:6 Expected a time after @, such as 500ms or 2s.'],
    ['Wait+Word', '1:6 Expected Line or Screen after Wait+, not "Word".'],
    ['Wait /(?=a)/', '1:6 Invalid pattern "(?=a)": (?=a cannot be translated.'],
    ['Ctrl', '1:1 Expected a key after Ctrl, as in Ctrl+c.'],
    ['Ctrl+abc', '1:5 Expected a key after Ctrl+, not "abc".'],
    [
      'Output demo',
      '1:8 Expected the path of a directory, with a slash at its end, or of a file with an extension, not "demo".',
    ],
    ['Screenshot a.gif', '1:12 Expected the path of a .png file, not "a.gif".'],
    ['Source a.txt', '1:8 Expected the path of a .tape file, not "a.txt".'],
    ['ä', '1:1 Unknown command "ä".'],
  ])('%j is rejected [20.1.errors]', (source, ...problems) => {
    expect(problemsOf(source)).toEqual(problems);
  });

  test.each([
    ['Type "a', '1:6 warning: The closing quote is missing. The text ends at the end of the line.'],
    ['Set FontFamily "A" Set FontFamily "B"', '1:16 warning: FontFamily is not supported. The setting is ignored.'],
    ['Set CursorBlink false', '1:17 warning: CursorBlink is not supported. The setting is ignored.'],
    ['ScrollUp 3', '1:1 warning: Scrolling the picture is not supported. The command is ignored.'],
    [
      'Set MarginFill a.png',
      '1:16 warning: A picture as MarginFill is not supported. The margin has the color of the background.',
    ],
    ['Type "a"\nExepct "b"', '2:1 warning: "Exepct" is a part of the text of Type. Did you mean Expect?'],
    ['Output a.mp4', '1:8 warning: .mp4 files are not supported. The output is skipped.'],
  ])('%j is a warning [20.1.warnings]', (source, ...problems) => {
    expect(problemsOf(source)).toEqual(problems);
  });
});

describe('the commands of tuispec [20.1.own]', () => {
  const rows: readonly (readonly [source: string, actions: readonly TapeAction[]])[] = [
    ['Launch "vim -u \'a b\' c\\ d"', [{ do: 'launch', command: ['vim', '-u', 'a b', 'c d'] }]],
    ['Launch ["sh", "-c", "echo [1]"] # x', [{ do: 'launch', command: ['sh', '-c', 'echo [1]'] }]],
    ['Expect "a b"', [{ do: 'expect', how: 'screen', timeoutMs: undefined, target: { type: 'exact', text: 'a b' } }]],
    [
      '#@ Expect+New@2s /a+/ Style "inverse fg=red bg=#102030 bold"',
      [
        {
          do: 'expect',
          how: 'new',
          timeoutMs: 2000,
          target: {
            type: 'regex',
            pattern: 'a+',
            flags: '',
            style: { inverse: true, fg: 'red', bg: '#102030', bold: true },
          },
        },
      ],
    ],
    ['Expect+Stable', [{ do: 'expect-stable', timeoutMs: undefined, quietMs: 250 }]],
    ['Expect+Stable@5s 100ms', [{ do: 'expect-stable', timeoutMs: 5000, quietMs: 100 }]],
    ['Expect+Cursor 2 3', [{ do: 'expect-cursor', timeoutMs: undefined, row: 2, col: 3 }]],
    ['ExpectExit', [{ do: 'expect-exit', timeoutMs: undefined, code: 0 }]],
    ['ExpectExit@1s 3', [{ do: 'expect-exit', timeoutMs: 1000, code: 3 }]],
    [
      'Snapshot "menu" Mask "a" Mask /b/',
      [
        {
          do: 'snapshot',
          name: 'menu',
          masks: [
            { type: 'exact', text: 'a' },
            { type: 'regex', pattern: 'b', flags: '' },
          ],
        },
      ],
    ],
    ['Key "Ctrl+Shift+F5 Home x"', [{ do: 'chord', keys: ['Ctrl+Shift+F5', 'Home', 'x'] }]],
    ['Click "OK"', [{ do: 'click', at: { type: 'exact', text: 'OK' }, button: 'left' }]],
    ['Click 2 3 Right', [{ do: 'click', at: { row: 2, col: 3 }, button: 'right' }]],
    ['Drag 1 2 3 4', [{ do: 'drag', from: { row: 1, col: 2 }, to: { row: 3, col: 4 } }]],
    ['Wheel Up 3', [{ do: 'wheel', direction: 'up', count: 3 }]],
    ['Resize 80 24', [{ do: 'resize', cols: 80, rows: 24 }]],
    ['Focus Out', [{ do: 'focus', isIn: false }]],
    ['Signal INT', [{ do: 'signal', name: 'INT' }]],
    ['Paste "text"', [{ do: 'paste', text: 'text' }]],
    ['TypeEnv TOKEN', [{ do: 'type-env', name: 'TOKEN' }]],
    ['Step "second"', [{ do: 'step', title: 'second' }]],
    ['Check crash restored allow 0,130', [{ do: 'check', oracles: ['crash', 'restored'], allowedExits: [0, 130] }]],
    [
      'Setup "mkdir x"\nCleanup "rm -r x"',
      [
        { do: 'setup', command: 'mkdir x' },
        { do: 'cleanup', command: 'rm -r x' },
      ],
    ],
    [
      'Set Cols 80 Set Cwd "tmp"',
      [
        { do: 'set', setting: 'Cols', value: '80', number: 80 },
        { do: 'set', setting: 'Cwd', value: 'tmp', number: Number.NaN },
      ],
    ],
    [
      'Type "a"\n#@ Expect "b"',
      [typed('a'), { do: 'expect', how: 'screen', timeoutMs: undefined, target: { type: 'exact', text: 'b' } }],
    ],
    // To VHS, it is a comment.
    ['Type "a"\n#@ some words', [typed('a')]],
    ['Enter #@ 2 times', [press('Enter')]],
    ['Enter Enter', [press('Enter'), press('Enter')]],
  ];
  test.each(rows)('%s', (source, actions) => {
    expect(actionsOf(source)).toEqual(actions);
  });

  test.each([
    ['#@ Exepct "x"', '1:4 Unknown command "Exepct". Did you mean Expect?'],
    ['Type "a"\n#@ Exepct "x"', '2:4 Unknown command "Exepct". Did you mean Expect?'],
    ['Expect', '1:1 Expect expects a text in quotes or a pattern in slashes.'],
    ['Expect ""', '1:8 The text of Expect is empty.'],
    ['Expect+Newer "x"', '1:8 Unknown word "Newer" after Expect+. Did you mean New?'],
    ['Expect "x" Style "green"', '1:18 Unknown style "green". Did you mean fg=green?'],
    ['Expect "x" Style "bg=gren"', '1:18 Unknown style "bg=gren". Did you mean bg=green?'],
    ['Expect "x" Style "?"', '1:18 Unknown style "?". Expected words such as bold, inverse and fg=red.'],
    ['Launch "a \'b"', '1:8 A quote in the command is not closed.'],
    ['Launch [1]', '1:8 Launch expects a JSON array of texts, such as ["sh", "-c", "date"].'],
    ['Key "Foo"', expect.stringContaining('1:5 Unknown key')],
    ['Check crsh', expect.stringContaining('1:7 Unknown oracle "crsh". Did you mean crash?')],
    ['Resize 80', '1:8 The number of rows is missing.'],
    ['Resize 1 24', '1:8 The number of columns must be a whole number from 2 to 1000, not 1.'],
    ['Focus', '1:6 Expected In or Out after Focus.'],
  ])('%j is rejected [20.1.errors]', (source, ...problems) => {
    expect(problemsOf(source)).toEqual(problems);
  });

  test('a comment that VHS accepts after #@ is a warning', () => {
    expect(problemsOf('#@ 2026 edition\nEnter')).toEqual([
      '1:4 warning: After #@, a command of tuispec was expected, not "2026". The line is ignored.',
    ]);
  });

  test('every command has words for the documentation [20.1.documented]', () => {
    for (const [name, { usage, what }] of Object.entries(commandTable)) {
      expect(usage).toContain(name.replace('ScrollDown', 'Scroll').replace('ScrollUp', 'Scroll'));
      expect(what).not.toBe('');
    }
  });
});
