// Commands as text: what the parser reads back as the same commands.
import { capitalize } from '../base/text.js';
import type { StyleWords, TapeAction, TapeTarget } from './commands.js';

/** A text that a tape cannot contain: its strings have no escapes and end with the line. */
export class UnwritableError extends Error {
  override readonly name = 'UnwritableError';
}

const quotes = ['"', "'", '`'];
// Keys that are commands.
const keyCommands = new Set(
  'Enter Tab Space Backspace Delete Insert Escape Up Down Left Right PageUp PageDown'.split(' '),
);
const controlLetter = /^Ctrl\+([a-z])$/;

/** One command of a tape, in one line or several: a text with all quotes becomes several commands. */
export function formatCommand(action: TapeAction): string[] {
  switch (action.do) {
    case 'type':
      if (/^ +$/.test(action.text)) return [formatKey('Space', action.text.length)];
      return splitByQuotes(action.text).map((text) => `Type ${quote(text)}`);
    case 'press':
      return action.keys.map((key) => formatKey(key, action.count));
    case 'chord':
      return [formatKeys(action.keys)];
    case 'paste':
      return [action.text === undefined ? 'Paste' : `Paste ${quote(action.text)}`];
    case 'env':
      return [`Env ${action.name} ${quote(action.value)}`];
    case 'set':
      return [`Set ${action.setting} ${action.value}`];
    case 'launch':
      return [`Launch ${formatCommandLine(action.command)}`];
    case 'expect':
      return [formatExpect(action)];
    case 'expect-stable':
      return [`Expect+Stable${action.quietMs === 250 ? '' : ` ${action.quietMs}ms`}`];
    case 'expect-cursor':
      return [`Expect+Cursor ${action.row} ${action.col}`];
    case 'expect-exit':
      return [action.code === 0 ? 'ExpectExit' : `ExpectExit ${action.code}`];
    case 'click':
      return [formatClick(action)];
    case 'drag':
      return [`Drag ${action.from.row} ${action.from.col} ${action.to.row} ${action.to.col}`];
    case 'wheel':
      return [`Wheel ${capitalize(action.direction)}${action.count === 1 ? '' : ` ${action.count}`}`];
    case 'resize':
      return [`Resize ${action.cols} ${action.rows}`];
    case 'focus':
      return [`Focus ${action.isIn ? 'In' : 'Out'}`];
    case 'type-env':
      return [`TypeEnv ${action.name}`];
    case 'signal':
      return [`Signal ${action.name}`];
    case 'sleep':
      return [`Sleep ${formatMs(action.ms)}`];
    case 'check':
      return [formatCheck(action)];
    case 'setup':
      return [`Setup ${quote(action.command)}`];
    default:
      throw new TypeError(`The command ${action.do} is not written.`);
  }
}

type Action<Name extends TapeAction['do']> = Extract<TapeAction, { readonly do: Name }>;

const formatExpect = ({ how, target }: Action<'expect'>): string =>
  `Expect${how === 'screen' ? '' : `+${capitalize(how)}`} ${formatTarget(target)}`;

function formatClick({ at, button }: Action<'click'>): string {
  const where = 'type' in at ? formatTarget(at) : `${at.row} ${at.col}`;
  return `Click ${where}${button === 'left' ? '' : ` ${capitalize(button)}`}`;
}

const formatMs = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`);

const formatCheck = ({ oracles, allowedExits }: Action<'check'>): string =>
  `Check ${[...oracles, ...(allowedExits.length === 0 ? [] : ['allow', allowedExits.join(',')])].join(' ')}`;

const shortenKey = (key: string): string => key.replace(/Arrow(?=[UDLR])/, '');

/** A key as a command of its own if there is one. */
function formatKey(key: string, count: number): string {
  const times = count === 1 ? '' : ` ${count}`;
  const command = shortenKey(key);
  if (keyCommands.has(command)) return `${command}${times}`;
  return formatKeys(Array.from({ length: count }, () => key));
}

function formatKeys(keys: readonly string[]): string {
  const [only] = keys.length === 1 ? keys : [];
  const letter = controlLetter.exec(only ?? '')?.[1];
  return letter === undefined ? `Key ${quote(keys.map(shortenKey).join(' '))}` : `Ctrl+${letter}`;
}

/** A text in quotes that it does not contain. */
function quote(text: string): string {
  const mark = quotes.find((one) => !text.includes(one));
  if (mark === undefined || /[\r\n]/.test(text))
    throw new UnwritableError(mark === undefined ? 'a text with all three kinds of quotes' : 'a text of several lines');
  return mark + text + mark;
}

/** The parts of a text, each as long as one kind of quotes can contain it. */
function splitByQuotes(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (const character of text) {
    if (!quotes.some((mark) => !(part + character).includes(mark))) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return part === '' ? parts : [...parts, part];
}

function formatTarget(target: TapeTarget): string {
  const text =
    target.type === 'exact' ? quote(target.text) : `/${target.pattern.replaceAll(/\\\/|\//g, String.raw`\/`)}/`;
  return target.style === undefined ? text : `${text} Style ${quote(formatStyle(target.style))}`;
}

const formatStyle = (style: StyleWords): string =>
  Object.entries(style)
    .map(([name, value]) => (value === true ? name : `${name}=${value}`))
    .join(' ');

/** Words as a shell writes them; as JSON if the quotes of a tape do not suffice. */
function formatCommandLine(words: readonly string[]): string {
  const line = words.map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word}'`)).join(' ');
  const isPlain = words.every((word) => !/['\r\n]/.test(word)) && quotes.some((mark) => !line.includes(mark));
  return isPlain ? quote(line) : JSON.stringify(words);
}
