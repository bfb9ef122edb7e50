// Requests and moments in words: in the list, in links, and copied as Markdown or JSON lines.
import { isObject, type Members } from '../base/json.js';
import { eventMethod } from './conversation.js';
import {
  formatValue,
  inputMethod,
  type RecordedCall,
  type RecordedFrame,
  type RecordingModel,
} from './recording-model.js';

const maxArgument = 200;
const mainParams = [
  'selector',
  'anyOf',
  'allOf',
  'text',
  'key',
  'keys',
  'pattern',
  'command',
  'title',
  'name',
  'path',
  'exit_code',
];

/** Describes a call by its most informative parameter, in one line. */
export function describeMainParam({ method, params }: Pick<RecordedCall, 'method' | 'params'>): string {
  if (method === 'launch') return [params['command'], ...toList(params['args'])].map(formatValue).join(' ');
  if (method === 'batch') return formatCount(toList(params['steps']).length, 'step');
  if (method === 'resize') return `${formatValue(params['cols'])}×${formatValue(params['rows'])}`;
  if (method === inputMethod) return describeTyping(params);
  if (method === eventMethod) return describeEvent(params);
  const name = mainParams.find((candidate) => params[candidate] != null);
  if (name !== undefined) return describeParam(params[name]).slice(0, maxArgument);
  const { row, col } = params;
  return typeof row === 'number' && typeof col === 'number' ? `row ${row}, column ${col}` : '';
}

/** Describes what a person has typed: texts as they are, and the names of other keys in brackets. */
function describeTyping({ inputs }: Members): string {
  const parts = toList(inputs).map((input) => {
    const { type, key, text, action, row, col } = isObject(input) ? input : {};
    if (type === 'mouse') return `⟨${formatValue(action)} ${formatValue(row)}:${formatValue(col)}⟩`;
    if (key === 'Space') return ' ';
    return typeof key === 'string' && [...key].length > 1 ? `⟨${key}⟩` : formatValue(key ?? text ?? '');
  });
  return parts.join('').slice(0, maxArgument);
}

/** Describes what the program has sent: its type and its facts. */
const describeEvent = (params: Members): string =>
  Object.values(params)
    .filter((value) => value !== '' && value !== null)
    .map(formatValue)
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, maxArgument);

/** Describes a value of the parameters in short form: a selector as its text or regex. */
function describeParam(value: unknown): string {
  if (Array.isArray(value)) return value.slice(0, 8).map(describeParam).join(', ');
  if (!isObject(value)) return JSON.stringify(value);
  const { type, text, pattern, flags = '', selector, index, selectors } = value;
  if (typeof text === 'string') return JSON.stringify(text);
  if (typeof pattern === 'string') return `/${pattern}/${formatValue(flags)}`;
  if (selector !== undefined)
    return `${describeParam(selector)} ${type === 'nth' ? `#${formatValue(index)}` : formatValue(type ?? '')}`;
  if (selectors !== undefined) return describeParam(selectors);
  return JSON.stringify(value);
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Formats a number of things, with the plural of the noun. */
export const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Formats a duration for people. */
export function formatDuration(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s` : formatTime(ms);
}

/** Formats a time of a recording, in seconds or minutes. */
export function formatTime(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(2)} s`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${(seconds % 60).toFixed(1).padStart(4, '0')}`;
}

/** Returns the group of a method, which determines its color. */
export function classifyMethod(method: string): 'input' | 'wait' | 'read' | 'session' {
  if (/^(send|click|scroll|drag|hover|focus|submit|view\.input)/.test(method)) return 'input';
  if (/^(wait|expect|mark)/.test(method)) return 'wait';
  return /^(currentView|find|terminalState|events|dumpView|renderView|diffView)/.test(method) ? 'read' : 'session';
}

/** Returns the error message of a call, without the name of the method. */
export function errorTextOf({ error, method }: RecordedCall): string {
  return formatValue(error?.['message'] ?? '').replace(`${method} failed: `, '');
}

/** The target of a link: a time in milliseconds, or the number of a request. */
type LinkTarget = { readonly at: number } | { readonly id: number };

/** Parses `#t=12.3` (seconds) or `#r=57` (request). */
export function parseLink(hash: string): LinkTarget | undefined {
  const [, name, value] = /^#(t|r)=(\d+(?:\.\d+)?)$/.exec(hash) ?? [];
  if (name === undefined) return undefined;
  return name === 't' ? { at: Number(value) * 1000 } : { id: Number(value) };
}

/** Returns the link to a moment. */
export const toLink = (place: LinkTarget): string =>
  'id' in place ? `#r=${place.id}` : `#t=${Number((place.at / 1000).toFixed(3))}`;

const maxCalls = 10;

/** Returns the text of a screen. */
export const toText = ({ rows }: RecordedFrame): string => rows.map(({ text }) => text).join('\n');

/** Describes a moment in Markdown: the error, the screen and the last requests. */
export function toMarkdown(
  title: string,
  at: number,
  call: RecordedCall | undefined,
  recording: RecordingModel,
): string {
  const frame = recording.frameAt(at);
  const last = call === undefined ? recording.callAt(at) : call;
  const end = last === undefined ? 0 : last.index + 1;
  const calls = recording.calls.slice(Math.max(0, end - maxCalls), end).map((listed) => `- ${formatCall(listed)}`);
  const message = call?.error?.['message'];
  return [
    `## ${call?.error === undefined ? title : `${call.method} failed`}`,
    ...(message === undefined ? [] : [formatValue(message)]),
    `Screen at ${formatTime(at)}${frame === undefined ? '' : ` (${frame.cols}×${frame.rows.length})`}:`,
    wrapInFence(frame === undefined ? '' : toText(frame).trimEnd()),
    'Last requests:',
    calls.join('\n'),
  ].join('\n\n');
}

/** Returns the requests up to a moment as JSON lines that `tuispec server` can run. */
export function toJsonLines(at: number, { calls }: RecordingModel): string {
  return calls
    .filter((call) => call.kind === 'request' && call.at <= at)
    .map(({ id, method, params }) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    .join('');
}

function formatCall(call: RecordedCall): string {
  const { id, at, method, response, error } = call;
  const duration = response === undefined ? '' : ` (${formatDuration(response.at - at)})`;
  return `${error === undefined ? '✓' : '✗'} ${id > 0 ? `${id} ` : ''}${method} ${describeMainParam(call)}${duration}`.trimEnd();
}

// The fence must be longer than any sequence of backticks in the text.
function wrapInFence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
