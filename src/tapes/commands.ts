// The grammar of tapes: one table of commands and one of settings, from which the parser, `--list`, the documentation and the
// advice of errors are made. What VHS accepts is accepted; a command of tuispec is a word that VHS rejects.
import { quote } from '../base/text.js';
import type { TranslatedPattern } from './go-pattern.js';
import type { Parser } from './parse-tape.js';

/** What is wrong in a tape, and where: line and column begin with 1. */
export interface Problem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** A literal text, or a pattern that is matched line by line. */
export type TapeTarget =
  | { readonly type: 'exact'; readonly text: string; readonly style?: StyleWords }
  | ({ readonly type: 'regex'; readonly style?: StyleWords } & TranslatedPattern);
/** A style filter, as `styleFilter` of the schema. */
export type StyleWords = Readonly<Record<string, boolean | number | string>>;

/** The oracles of `Check`. */
export const oracles = ['crash', 'hang', 'restored', 'resize', 'overflow', 'replacement', 'memory'] as const;
export type Oracle = (typeof oracles)[number];

/** What a command does. Times are in milliseconds, rows and columns begin with 1. */
export type TapeAction =
  | { readonly do: 'type'; readonly text: string; readonly delayMs: number | undefined }
  | {
      readonly do: 'press';
      readonly keys: readonly string[];
      readonly delayMs: number | undefined;
      readonly count: number;
    }
  | { readonly do: 'chord'; readonly keys: readonly string[] }
  | { readonly do: 'sleep'; readonly ms: number }
  | {
      readonly do: 'wait';
      readonly where: 'line' | 'screen';
      readonly timeoutMs?: number;
      readonly pattern?: TranslatedPattern;
    }
  | { readonly do: 'hide' | 'show' | 'scroll' | 'nothing' }
  | TextAction<'output' | 'require' | 'source' | 'screenshot' | 'copy'>
  | { readonly do: 'set'; readonly setting: TapeSetting | ''; readonly value: string; readonly number: number }
  | { readonly do: 'env'; readonly name: string; readonly value: string }
  | { readonly do: 'paste'; readonly text: string | undefined }
  | { readonly do: 'launch'; readonly command: readonly string[] }
  | {
      readonly do: 'expect';
      readonly how: 'screen' | 'line' | 'new' | 'gone' | 'title';
      readonly timeoutMs: number | undefined;
      readonly target: TapeTarget;
    }
  | { readonly do: 'expect-stable'; readonly timeoutMs: number | undefined; readonly quietMs: number }
  | { readonly do: 'expect-cursor'; readonly timeoutMs: number | undefined; readonly row: number; readonly col: number }
  | { readonly do: 'expect-exit'; readonly timeoutMs: number | undefined; readonly code: number }
  | { readonly do: 'snapshot'; readonly name: string; readonly masks: readonly TapeTarget[] }
  | { readonly do: 'click'; readonly at: TapeTarget | Cell; readonly button: 'left' | 'right' | 'middle' }
  | { readonly do: 'drag'; readonly from: Cell; readonly to: Cell }
  | { readonly do: 'wheel'; readonly direction: 'up' | 'down'; readonly count: number }
  | { readonly do: 'resize'; readonly cols: number; readonly rows: number }
  | { readonly do: 'focus'; readonly isIn: boolean }
  | { readonly do: 'signal'; readonly name: string }
  | { readonly do: 'type-env'; readonly name: string }
  | { readonly do: 'step'; readonly title: string }
  | { readonly do: 'check'; readonly oracles: readonly Oracle[]; readonly allowedExits: readonly number[] }
  | ScriptAction<'setup' | 'cleanup'>;

type TextAction<Do> = Do extends string ? { readonly do: Do; readonly text: string } : never;
type ScriptAction<Do> = Do extends string ? { readonly do: Do; readonly command: string } : never;

interface Cell {
  readonly row: number;
  readonly col: number;
}

/** One command of a tape. */
export interface TapeCommand {
  /** As it is written; `ILLEGAL` for what is no command. */
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** The line that it is in. */
  readonly text: string;
  /** The command itself. */
  readonly source: string;
  readonly action: TapeAction;
}

/** A tape as it was read. It can only run without errors. */
export interface ParsedTape {
  readonly path: string;
  readonly commands: readonly TapeCommand[];
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** How a command is written, what it does, and how it is parsed. */
export interface CommandEntry {
  readonly usage: string;
  readonly what: string;
  readonly parse: (parser: Parser) => TapeAction;
  /** Whether VHS does not know it. */
  readonly isOwn?: true;
}

const key = (name: string, what = `presses ${name}`): CommandEntry => ({
  usage: `${name}[@TIME] [COUNT]`,
  what,
  parse: (parser) => ({ do: 'press', keys: [name], ...parser.readRepeat() }),
});
const scroll = (direction: string): CommandEntry => ({
  usage: `Scroll${direction}[@TIME] [COUNT]`,
  what: 'scrolls the picture in VHS; ignored',
  parse: (parser) => {
    parser.warn(parser.current, 'Scrolling the picture is not supported. The command is ignored.');
    parser.readRepeat();
    return { do: 'scroll' };
  },
});
const own = (usage: string, what: string, parse: CommandEntry['parse']): CommandEntry => ({
  usage,
  what,
  parse,
  isOwn: true,
});

/** All commands by name. */
export const commandTable: Readonly<Record<string, CommandEntry>> = {
  Output: {
    usage: 'Output PATH',
    what: 'the file that an export writes',
    parse: (parser) => {
      if (parser.next.type !== 'string') return parser.fail(parser.current, 'Expected a path after Output.');
      const { text } = parser.next;
      const [extension] = /\.[^./]*$/.exec(text) ?? [];
      if (extension === undefined && !text.endsWith('/'))
        parser.fail(
          parser.next,
          `Expected the path of a directory, with a slash at its end, or of a file with an extension, not ${quote(text)}.`,
        );
      if (/\.(?:mp4|webm)$/.test(text))
        parser.warn(parser.next, `${extension} files are not supported. The output is skipped.`);
      parser.advance();
      return { do: 'output', text };
    },
  },
  Require: {
    usage: 'Require PROGRAM',
    what: 'fails unless the program is in PATH',
    parse: (parser) => ({ do: 'require', text: parser.readText('Require expects the name of a program.') }),
  },
  Set: { usage: 'Set SETTING VALUE', what: 'changes a setting', parse: (parser) => parser.readSetting() },
  Env: {
    usage: 'Env NAME "VALUE"',
    what: 'sets an environment variable before the shell starts, wherever it is',
    parse: (parser) => {
      const name = parser.next.text;
      parser.advance();
      return { do: 'env', name, value: parser.readText('Env expects a name and a text.') };
    },
  },
  Source: {
    usage: 'Source FILE.tape',
    what: 'runs the commands of another tape',
    parse: (parser) => {
      const { next } = parser;
      if (next.type !== 'string') parser.fail(parser.current, 'Expected a path after Source.');
      else if (!next.text.endsWith('.tape'))
        parser.fail(next, `Expected the path of a .tape file, not ${quote(next.text)}.`);
      parser.advance();
      return { do: 'source', text: next.text };
    },
  },
  Type: {
    usage: 'Type[@TIME] TEXT...',
    what: 'types a text',
    parse: (parser) => {
      const delayMs = parser.readSpeed();
      return { do: 'type', delayMs, text: parser.readTexts('Type') };
    },
  },
  Enter: key('Enter', 'presses Enter. After Type, it submits a line'),
  Tab: key('Tab'),
  Space: key('Space'),
  Backspace: key('Backspace'),
  Delete: key('Delete'),
  Insert: key('Insert'),
  Escape: key('Escape'),
  Up: key('Up'),
  Down: key('Down'),
  Left: key('Left'),
  Right: key('Right'),
  PageUp: key('PageUp'),
  PageDown: key('PageDown'),
  ScrollUp: scroll('Up'),
  ScrollDown: scroll('Down'),
  Ctrl: { usage: 'Ctrl[+Alt][+Shift]+KEY', what: 'presses a key with Ctrl', parse: (parser) => parser.readCtrl() },
  Alt: { usage: 'Alt+KEY', what: 'presses a key with Alt', parse: (parser) => parser.readChord('Alt') },
  Shift: { usage: 'Shift+KEY', what: 'presses a key with Shift', parse: (parser) => parser.readChord('Shift') },
  Sleep: {
    usage: 'Sleep TIME',
    what: 'pauses; in tests, at most as long as something can still change',
    parse: (parser) => ({ do: 'sleep', ms: parser.readTime() ?? 0 }),
  },
  Wait: {
    usage: 'Wait[+Line|+Screen][@TIME] [/PATTERN/]',
    what: 'waits for a match in the line of the cursor only; +Screen: on the whole screen',
    parse: (parser) => parser.readWait(),
  },
  Hide: { usage: 'Hide', what: 'hides what follows from pictures', parse: () => ({ do: 'hide' }) },
  Show: { usage: 'Show', what: 'shows what follows', parse: () => ({ do: 'show' }) },
  Screenshot: {
    usage: 'Screenshot FILE.png',
    what: 'writes a picture when the tape is exported',
    parse: (parser) => {
      const { next } = parser;
      if (next.type !== 'string') parser.fail(parser.current, 'Expected a path after Screenshot.');
      else if (!next.text.endsWith('.png'))
        parser.fail(next, `Expected the path of a .png file, not ${quote(next.text)}.`);
      parser.advance();
      return { do: 'screenshot', text: next.text };
    },
  },
  Copy: {
    usage: 'Copy TEXT...',
    what: 'remembers a text for Paste',
    parse: (parser) => ({ do: 'copy', text: parser.readTexts('Copy') }),
  },
  Paste: {
    usage: 'Paste ["TEXT"]',
    what: 'types the text of Copy; with a text, pastes it as terminals do',
    parse: (parser) => {
      const isOwnText = parser.hasArgument('string');
      return { do: 'paste', text: isOwnText ? parser.take().text : undefined };
    },
  },
  Launch: own('Launch "COMMAND ARG..."', 'starts this program instead of a shell; also a JSON array', (parser) => {
    if (parser.hasArgument('list')) return parser.readCommandList();
    const word = parser.readArgument('Launch', 'a command, such as "vim -u NONE"');
    const command = splitWords(word.text);
    if (command === undefined || command.length === 0)
      return parser.fail(
        word,
        command === undefined ? 'A quote in the command is not closed.' : 'The command is empty.',
      );
    return { do: 'launch', command };
  }),
  Expect: own(
    'Expect[+Line|+New|+Gone|+Title][@TIME] T [Style "STYLE"]',
    'asserts that a text or pattern is on the screen (+Line: in the line of the cursor; +New: newer than the last input; +Gone: absent; +Title: the title of the window). Expect+Stable[@TIME] [QUIET] asserts that the screen stops to change, and Expect+Cursor[@TIME] ROW COL where the cursor is',
    (parser) => parser.readExpect(),
  ),
  ExpectExit: own(
    'ExpectExit[@TIME] [CODE]',
    'asserts that the program ends, with this exit code (default: 0)',
    (parser) => {
      const timeoutMs = parser.readSpeed();
      return {
        do: 'expect-exit',
        timeoutMs,
        code: parser.hasArgument('number') ? parser.readNumber('The exit code', 0, 255) : 0,
      };
    },
  ),
  Snapshot: own('Snapshot "NAME" [Mask T]...', 'compares the screen with its baseline in __screens__', (parser) => {
    const name = parser.readArgument('Snapshot', 'a name').text;
    const masks: TapeTarget[] = [];
    while (parser.takeWord('Mask')) masks.push(parser.readTarget('Mask'));
    return { do: 'snapshot', name, masks };
  }),
  Key: own('Key "KEY..."', 'presses keys, such as "Ctrl+Shift+F5 Home x"', (parser) => {
    const token = parser.readArgument('Key', 'keys, such as "Ctrl+Right F5"');
    const keys = token.text.split(/\s+/).filter((name) => name !== '');
    if (keys.length === 0) return parser.fail(token, 'Expected at least one key.');
    for (const name of keys) if (!parser.checkKey(token, name)) return { do: 'nothing' };
    return { do: 'chord', keys };
  }),
  Click: own('Click T | Click ROW COL [Right|Middle]', 'clicks a text or a cell', (parser) => {
    const at = parser.hasArgument('number')
      ? { row: parser.readNumber('The row', 1, 1000), col: parser.readNumber('The column', 1, 1000) }
      : parser.readTarget('Click');
    return {
      do: 'click',
      at,
      button: parser.takeWord('Right') ? 'right' : parser.takeWord('Middle') ? 'middle' : 'left',
    };
  }),
  Drag: own('Drag ROW COL ROW COL', 'drags from one cell to another', (parser) => {
    const read = (): Cell => ({
      row: parser.readNumber('The row', 1, 1000),
      col: parser.readNumber('The column', 1, 1000),
    });
    return { do: 'drag', from: read(), to: read() };
  }),
  Wheel: own('Wheel Up|Down [COUNT]', 'turns the wheel of the mouse', (parser) => {
    const direction = parser.takeWord('Up') ? 'up' : parser.takeWord('Down') ? 'down' : undefined;
    if (direction === undefined) return parser.fail(parser.next, 'Expected Up or Down after Wheel.');
    return {
      do: 'wheel',
      direction,
      count: parser.hasArgument('number') ? parser.readNumber('The count', 1, 1000) : 1,
    };
  }),
  Resize: own('Resize COLS ROWS', 'changes the size of the terminal', (parser) => ({
    do: 'resize',
    cols: parser.readNumber('The number of columns', 2, 1000),
    rows: parser.readNumber('The number of rows', 1, 1000),
  })),
  Focus: own('Focus In|Out', 'gives the terminal the focus, or takes it', (parser) => {
    const isIn = parser.takeWord('In');
    if (!isIn && !parser.takeWord('Out')) return parser.fail(parser.next, 'Expected In or Out after Focus.');
    return { do: 'focus', isIn };
  }),
  Signal: own('Signal NAME', 'sends a signal to the program', (parser) => parser.readSignal()),
  TypeEnv: own('TypeEnv NAME', 'types the value of an environment variable, which is hidden everywhere', (parser) => ({
    do: 'type-env',
    name: parser.readArgument('TypeEnv', 'the name of a variable').text,
  })),
  Step: own('Step "TITLE"', 'begins a step, which failures and traces name', (parser) => ({
    do: 'step',
    title: parser.readArgument('Step', 'a title').text,
  })),
  Check: own('Check ORACLE... [allow CODES]', `checks what is always wrong: ${oracles.join(', ')}`, (parser) =>
    parser.readCheck(),
  ),
  Setup: own('Setup "COMMAND"', 'runs a command with sh before the program starts', (parser) => ({
    do: 'setup',
    command: parser.readArgument('Setup', 'a command').text,
  })),
  Cleanup: own('Cleanup "COMMAND"', 'runs a command with sh at the end, in every case', (parser) => ({
    do: 'cleanup',
    command: parser.readArgument('Cleanup', 'a command').text,
  })),
};

export type SettingKind = 'text' | 'count' | 'number' | 'time' | 'pattern' | 'percent' | 'boolean' | 'bar' | 'fill';
export interface SettingEntry {
  readonly kind: SettingKind;
  readonly default: string;
  readonly what: string;
  readonly isOwn?: true;
}

/** All settings by name. */
export const settingTable = {
  Shell: { kind: 'text', default: 'bash', what: 'the shell' },
  FontSize: {
    kind: 'count',
    default: '22',
    what: 'in pixels; with LetterSpacing and LineHeight, it determines the size of a cell',
  },
  FontFamily: { kind: 'text', default: '', what: 'ignored: pictures use the font of tuispec' },
  LetterSpacing: { kind: 'number', default: '1', what: 'in pixels' },
  LineHeight: { kind: 'number', default: '1', what: 'a factor' },
  Width: { kind: 'count', default: '1200', what: 'of the picture, in pixels' },
  Height: { kind: 'count', default: '600', what: 'of the picture, in pixels' },
  Padding: { kind: 'count', default: '60', what: 'around the terminal, in pixels' },
  Margin: { kind: 'count', default: '0', what: 'around the window, in pixels' },
  MarginFill: { kind: 'fill', default: '', what: 'a color such as "#1a1b26"; a picture is ignored' },
  WindowBar: { kind: 'bar', default: '', what: 'Colorful, ColorfulRight, Rings or RingsRight' },
  WindowBarSize: { kind: 'count', default: '30', what: 'in pixels' },
  BorderRadius: { kind: 'count', default: '0', what: 'of the window, in pixels' },
  Theme: { kind: 'text', default: '', what: 'a name, or JSON' },
  TypingSpeed: { kind: 'time', default: '50ms', what: 'time after each character' },
  Framerate: { kind: 'number', default: '50', what: 'frames per second, at most 50' },
  PlaybackSpeed: { kind: 'number', default: '1', what: 'a factor' },
  LoopOffset: { kind: 'percent', default: '0', what: 'where a GIF or SVG begins' },
  CursorBlink: { kind: 'boolean', default: 'true', what: 'ignored: the cursor does not blink' },
  WaitTimeout: { kind: 'time', default: '15s', what: 'how long Wait and Expect wait' },
  WaitPattern: { kind: 'pattern', default: '>$', what: 'what Wait waits for' },
  Cols: { kind: 'count', default: '', what: 'columns of the terminal, instead of Width', isOwn: true },
  Rows: { kind: 'count', default: '', what: 'rows of the terminal, instead of Height', isOwn: true },
  Cwd: { kind: 'text', default: '', what: 'the working directory; "tmp" is a new temporary one', isOwn: true },
} as const satisfies Readonly<Record<string, SettingEntry>>;
export type TapeSetting = keyof typeof settingTable;

/** Splits a command as a shell does, without expansion; undefined if a quote is not closed. */
function splitWords(text: string): string[] | undefined {
  const words: string[] = [];
  let rest = text.trim();
  while (rest !== '') {
    let word = '';
    while (rest !== '' && !/^\s/.test(rest)) {
      const [all, single, double, escaped, plain] =
        /^(?:'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^\s'"\\]+))/.exec(rest) ?? [];
      if (all === undefined) return undefined;
      word += single ?? double?.replaceAll(/\\(["\\$`])/g, '$1') ?? escaped ?? plain ?? '';
      rest = rest.slice(all.length);
    }
    words.push(word);
    rest = rest.trimStart();
  }
  return words;
}
