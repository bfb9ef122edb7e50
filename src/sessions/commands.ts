// The commands for sessions: their options, from which help, completion and `skill --commands` are made, and their arguments.
import { findNearest, parseDuration, quoteForShell } from '../base/text.js';
import { exitCodes } from './conversation.js';
import { CommandError } from './places.js';

/** An option of a command. */
export interface SessionOption {
  /** What its value is, in capitals; absent for a switch. */
  readonly value?: string;
  readonly help: string;
  readonly default?: string;
  readonly isRepeatable?: true;
  /** A letter for `-x`. */
  readonly letter?: string;
}
export interface SessionCommand {
  /** What the command does, as an imperative phrase. */
  readonly what: string;
  readonly explanation: string;
  /** What follows the name in the synopsis. */
  readonly operands: string;
  /** How many operands there may be. */
  readonly most: number;
  /** Whether what follows `--`, or the first operand, is the command line of another program. */
  readonly takesCommand?: true;
  readonly options: Readonly<Record<string, SessionOption>>;
  /** What its own exit codes mean. */
  readonly exitMeanings?: Readonly<Record<number, string>>;
  readonly examples: readonly (readonly [comment: string, line: string])[];
}

/** What the exit codes of all commands mean. */
export const exitMeanings: Readonly<Record<number, string>> = {
  [exitCodes.done]: 'done',
  [exitCodes.notMet]: 'not met, or a file cannot be written',
  [exitCodes.usage]: 'wrong usage: nothing was typed',
  [exitCodes.noSession]: 'no such session',
  [exitCodes.exited]: 'the program has ended',
  [exitCodes.failed]: 'tuispec or the program could not start',
  [exitCodes.conflict]: 'conflict: the session runs another program, a person has paused it, or 32 sessions are open',
};

const session: SessionOption = {
  value: 'NAME',
  help: 'the session (default: that of the project, or TUISPEC_SESSION)',
  letter: 's',
};
const json: SessionOption = { help: 'print the result as JSON' };
const timeout: SessionOption = {
  value: 'TIME',
  help: 'maximum time of the wait, such as 500ms, 10s or 2m',
  default: '10s',
};
const expect: SessionOption = {
  value: 'P',
  help: 'wait for new text; the first of several wins',
  isRepeatable: true,
};
const fail: SessionOption = { value: 'P', help: 'end the wait at once if this text appears', isRepeatable: true };
const gone: SessionOption = { value: 'P', help: 'wait until this text is not on the screen', isRepeatable: true };
const screen: SessionOption = { help: 'print the whole screen instead of what has changed' };
const waiting = { expect, fail, gone, timeout, screen };
const common = { session, json };
const many = Number.POSITIVE_INFINITY;

/** The commands by name. */
export const sessionCommands = {
  open: {
    what: 'start a program in a session that lasts between commands',
    explanation: `Starts a session with a program (default: $SHELL), and prints its name and the first
settled screen. A session that runs the same program in the same directory is used again.
P is a text, or /regex/flags.`,
    operands: '[COMMAND [ARG]...]',
    most: many,
    takesCommand: true,
    options: {
      ...common,
      cols: { value: 'N', help: 'width of the terminal in cells', default: '80' },
      rows: { value: 'N', help: 'height of the terminal in lines', default: '24' },
      cwd: { value: 'DIR', help: 'working directory of the program (default: this one)' },
      env: { value: 'K=V', help: 'variable of the program', isRepeatable: true },
      expect,
      timeout,
      idle: {
        value: 'TIME',
        help: 'end the session after this time without a command, viewer or output, or never',
        default: '8h',
      },
      while: { value: 'PID', help: 'end the session when this process ends' },
      record: { value: 'FILE', help: 'record requests and screens to a file' },
      restart: { help: 'end the program of the session first' },
      new: { help: 'open another session: NAME-2, NAME-3, ...' },
      tmux: { value: 'PANE', help: 'use a pane of tmux instead of a new program' },
    },
    examples: [
      ['Start a program, and wait for its prompt:', "tuispec open --expect '>>>' -- python3 -q"],
      ['A shell in a session with a name:', 'tuispec open -s build -- bash --norc'],
    ],
  },
  send: {
    what: 'type texts and press keys, and wait for new text',
    explanation: `Types each argument that is not the name of a key, and presses the others; - is the text on
standard input; after --, none is an option. Prints the rows that have changed. P is a text, or /regex/flags.
Keys: Enter, Tab, Escape, Backspace, Delete, Insert, Space, Up, Down, Left, Right, Home, End,
PageUp, PageDown, F1 to F24; before them and before characters: Ctrl+, Alt+, Shift+, C-, M-, S-.`,
    operands: '[TEXT or KEY]...',
    most: many,
    options: {
      ...common,
      ...waiting,
      text: { value: 'TEXT', help: 'type this text, also if it is the name of a key', isRepeatable: true },
      literal: { help: 'all arguments are texts', letter: 'l' },
      paste: { help: 'paste the texts' },
      submit: { help: 'submit the text, and prove that the program has accepted it' },
      secret: {
        value: 'VARIABLE',
        help: 'type the value of an environment variable, or a line of standard input for -, and never show it',
        isRepeatable: true,
      },
    },
    examples: [
      ['Type a line, and wait for its result:', "tuispec send '6 * 7' Enter --expect 42"],
      ['Leave vim:', 'tuispec send Escape :wq Enter'],
    ],
  },
  click: {
    what: 'click a text or a cell',
    explanation: 'Clicks the first match of a text or /regex/flags P, or the cell ROW,COL, counted from 1.',
    operands: 'P or ROW,COL',
    most: 1,
    options: {
      ...common,
      ...waiting,
      button: { value: 'BUTTON', help: 'left, middle or right', default: 'left' },
      count: { value: 'N', help: 'number of clicks', default: '1' },
    },
    examples: [['Click a button, and wait for its effect:', "tuispec click '[ OK ]' --expect saved"]],
  },
  scroll: {
    what: 'turn the wheel of the mouse',
    explanation: 'Scrolls up or down by N steps, at a text, at the cell ROW,COL, or in the middle of the screen.',
    operands: 'up or down [N] [P or ROW,COL]',
    most: 3,
    options: { ...common, ...waiting },
    examples: [['Scroll down by three steps:', 'tuispec scroll down 3']],
  },
  wait: {
    what: 'wait for a text, a change, or the end of the program',
    explanation: `Waits for a text or /regex/flags, and prints the rows that match. It finds also what is on the
screen already, such as the line that you typed: --new counts only text since your last input.
Without a text, waits until the screen has changed since the last input and is stable again.`,
    operands: '[P]...',
    most: many,
    options: {
      ...common,
      new: { help: 'count only text since your last input' },
      gone,
      fail,
      exit: { help: 'wait until the program ends, and print its exit code (that of this command is 0)' },
      stable: { value: 'TIME', help: 'for how long the screen must be stable', default: '300ms' },
      timeout,
    },
    examples: [
      ['Wait for a text, and give up at an error:', "tuispec wait 'Listening on' --fail '/error/i' --timeout 1m"],
      ['Wait for the end of the program:', 'tuispec wait --exit --timeout 30s'],
    ],
  },
  show: {
    what: 'print the screen, or write a picture of it',
    explanation:
      'Prints the screen without blank rows at its end. A picture is written to a file, whose path is printed.',
    operands: '',
    most: 0,
    options: {
      ...common,
      scrollback: { value: 'N', help: 'print also N lines that have scrolled off' },
      changes: { help: 'print what has changed since the last command' },
      png: { help: 'write a picture' },
      svg: { help: 'write a picture as SVG' },
      html: { help: 'write a page' },
      ansi: { help: 'print the screen with its colors, as escape sequences' },
      out: {
        value: 'FILE',
        help: 'file of the picture; - is standard output (default: in the directory of the session)',
      },
    },
    examples: [
      ['Read the screen and 100 earlier lines:', 'tuispec show --scrollback 100'],
      ['Take a picture:', 'tuispec show --png'],
    ],
  },
  run: {
    what: 'run a command in the shell of a session',
    explanation: `Types a command at the prompt of a shell, waits for its end, prints its output, and returns
its exit code; 124 after the timeout, 125 if tuispec has failed.`,
    operands: 'COMMAND',
    most: 1,
    options: { ...common, timeout: { ...timeout, default: '60s' } },
    exitMeanings: { 124: 'the timeout has passed; the command still runs', 125: 'tuispec has failed' },
    examples: [['Run the tests in the session of a shell:', "tuispec run 'npm test' --timeout 5m"]],
  },
  request: {
    what: 'send a request to the server of a session',
    explanation:
      'Calls any method with its parameters as JSON, and prints the result: resize, signal, snapshots, recording.',
    operands: 'METHOD [JSON]',
    most: 2,
    options: common,
    examples: [['Change the size of the terminal:', `tuispec request resize '{"cols":120,"rows":40}'`]],
  },
  ls: {
    what: 'list the open sessions',
    explanation: 'Lists the sessions of this user.',
    operands: '',
    most: 0,
    options: { json },
    examples: [['List the sessions:', 'tuispec ls']],
  },
  close: {
    what: 'end a session and its program',
    explanation: 'Returns when all processes of the program have ended and the name is free.',
    operands: '',
    most: 0,
    options: { ...common, all: { help: 'end all sessions of this user' } },
    examples: [['End the session of the project:', 'tuispec close']],
  },
  view: {
    what: 'show a session on a page in the browser',
    explanation: 'Starts the live view of the session, or finds it, and prints its URL.',
    operands: '',
    most: 0,
    options: {
      ...common,
      interactive: { help: 'let viewers type, paste and click' },
      listen: { value: '[HOST:]PORT', help: 'address to listen on (default: any free port of 127.0.0.1)' },
      all: { help: 'show all sessions' },
      stop: { help: 'end the view of the session' },
    },
    examples: [['Let a person watch and type:', 'tuispec view --interactive']],
  },
} as const satisfies Readonly<Record<string, SessionCommand>>;

export type SessionCommandName = keyof typeof sessionCommands;

/** A word of a command line that is not an option. */
export interface Word {
  readonly text: string;
  /** Where it comes from: an argument, or the option `--text` or `--secret`. */
  readonly from: 'argument' | 'text' | 'secret';
}
/** A parsed command line. */
export interface ParsedCommand {
  readonly name: SessionCommandName;
  /** The values of each option that is given; a switch has an empty one. */
  readonly options: ReadonlyMap<string, readonly string[]>;
  /** In the order of the command line. */
  readonly words: readonly Word[];
  /** The command line of the program, for `open`. */
  readonly command: readonly string[];
}

const usage = (message: string): CommandError => new CommandError(exitCodes.usage, message);
// Their place among the arguments counts.
const wordOptions = new Set(['text', 'secret']);

/** Parses the arguments of a command. Options may appear anywhere before `--`. */
export function parseCommand([first = '', ...args]: readonly string[], versions = ''): ParsedCommand {
  if (!Object.hasOwn(sessionCommands, first)) throw usage(`Unknown command ${JSON.stringify(first)}.${versions}`);
  const name = first as SessionCommandName;
  const command: SessionCommand = sessionCommands[name];
  const options = new Map<string, string[]>();
  const words: Word[] = [];
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  for (let index = 0; index < end; index += 1) {
    const word = args[index] as string;
    if (!/^-./.test(word)) {
      words.push({ text: word, from: 'argument' });
      continue;
    }
    const option = findOption(word, command);
    if (option === undefined) throw createUnknownError(args.slice(index, end), words, name, versions);
    const { value, isTaken } = readValue(word, option, args.slice(index + 1, end));
    if (isTaken) index += 1;
    if (wordOptions.has(option.name)) words.push({ text: value, from: option.name as 'text' | 'secret' });
    const earlier = option.isRepeatable ? (options.get(option.name) ?? []) : [];
    options.set(option.name, [...earlier, value]);
  }
  words.push(...args.slice(end + 1).map((text): Word => ({ text, from: 'argument' })));
  if (command.takesCommand) return { name, options, words: [], command: words.map(({ text }) => text) };
  checkCount(words, command);
  return { name, options, words, command: [] };
}

function checkCount(words: readonly Word[], { most }: SessionCommand): void {
  const extra = words.filter(({ from }) => from === 'argument')[most];
  if (extra !== undefined) throw usage(`Unexpected argument ${JSON.stringify(extra.text)}.`);
}

const optionForm = /^(?:--([^=]+)|-([a-zA-Z]))(?:=([\s\S]*))?$/;

/** The option that a word names, such as `--text`, `--text=x` or `-l`. */
function findOption(
  word: string,
  { options }: SessionCommand,
): (SessionOption & { readonly name: string }) | undefined {
  const [, long, letter] = optionForm.exec(word) ?? [];
  const found = Object.entries(options).find(
    ([name, option]) => name === long || (letter !== undefined && option.letter === letter),
  );
  return found === undefined ? undefined : { ...found[1], name: found[0] };
}

function readValue(
  word: string,
  { name, value: placeholder }: SessionOption & { readonly name: string },
  [next]: readonly string[],
): { readonly value: string; readonly isTaken: boolean } {
  const [, , , inline] = optionForm.exec(word) ?? [];
  if (placeholder === undefined) {
    if (inline !== undefined) throw usage(`--${name} takes no value.`);
    return { value: '', isTaken: false };
  }
  if (inline !== undefined) return { value: inline, isTaken: false };
  if (next === undefined) throw usage(`--${name} needs a value: ${placeholder}.`);
  return { value: next, isTaken: true };
}

function createUnknownError(
  [word = '', ...rest]: readonly string[],
  before: readonly Word[],
  name: SessionCommandName,
  versions: string,
): CommandError {
  const command: SessionCommand = sessionCommands[name];
  const nearest = findNearest(word.replace(/^-+/, '').replace(/=.*/s, ''), Object.keys(command.options));
  const isOfWait = name !== 'open' && /^--/.test(word) && findOption(word, sessionCommands.wait) !== undefined;
  const mended = nearest === undefined ? '' : ` Did you mean --${nearest}?`;
  const hint = isOfWait ? ` It belongs to another command: tuispec wait ${word}.` : mended;
  const fix = command.takesCommand
    ? ` Put the command after \`--\`: tuispec open -- ${quoteCommand(before, [word, ...rest], command)}.`
    : name === 'send'
      ? ` To type it: --text=${word}.`
      : '';
  return usage(`Unknown option ${JSON.stringify(word)}.${hint}${fix}${versions}`);
}

/** The command of a program that was given among the options of `open`; an example if there is none. */
function quoteCommand(before: readonly Word[], rest: readonly string[], command: SessionCommand): string {
  if (before.length === 0) return 'vim -u NONE';
  const end = rest.findIndex((word) => findOption(word, command) !== undefined);
  const words = [...before.map(({ text }) => text), ...rest.slice(0, end < 0 ? rest.length : end)];
  return words.map(quoteForShell).join(' ');
}

/** A time in milliseconds. A bare number is refused: seconds and milliseconds are both usual. */
export function parseTime(option: string, text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined)
    throw usage(
      `--${option} needs a time with a unit, such as 500ms, 10s or 2m, of at most 24 days, not ${JSON.stringify(text)}.`,
    );
  return ms;
}

/** A whole number between two bounds. */
export function parseWhole(option: string, text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max))
    throw usage(`${option} must be a whole number from ${min} to ${max}, not ${JSON.stringify(text)}.`);
  return value;
}
