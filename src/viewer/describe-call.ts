import { type Call, isObject } from './recording.js';

const maxArgument = 200;
const namedFirst = ['selector', 'anyOf', 'allOf', 'text', 'key', 'keys', 'pattern', 'command', 'title', 'name', 'path'];

/** The most telling argument of a call, as one line. */
export function argumentOf({ method, params }: Pick<Call, 'method' | 'params'>): string {
  if (method === 'launch') return [params['command'], ...listFrom(params['args'])].join(' ');
  if (method === 'batch') return `${listFrom(params['steps']).length} steps`;
  if (method === 'resize') return `${String(params['cols'])}×${String(params['rows'])}`;
  const name = namedFirst.find((one) => params[one] !== undefined);
  if (name !== undefined) return textFrom(params[name]).slice(0, maxArgument);
  const { row, col } = params;
  return typeof row === 'number' && typeof col === 'number' ? `row ${row}, column ${col}` : '';
}

/** A value of the parameters in short form: selectors as they would be written in a test. */
function textFrom(value: unknown): string {
  if (Array.isArray(value)) return value.slice(0, 8).map(textFrom).join(', ');
  if (!isObject(value)) return typeof value === 'string' ? quoted(value) : JSON.stringify(value);
  const { type, text, pattern, flags = '', selector, index, selectors } = value;
  if (typeof text === 'string') return quoted(text);
  if (typeof pattern === 'string') return `/${pattern}/${String(flags)}`;
  if (selector !== undefined)
    return `${textFrom(selector)} ${type === 'nth' ? `#${String(index)}` : String(type ?? '')}`;
  if (selectors !== undefined) return textFrom(selectors);
  return JSON.stringify(value);
}

const quoted = (text: string): string => JSON.stringify(text);
const listFrom = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A duration in milliseconds for people. */
export function durationText(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s` : clockText(ms);
}

/** A moment of a recording, in seconds or minutes. */
export function clockText(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(2)} s`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${(seconds % 60).toFixed(1).padStart(4, '0')}`;
}

/** What a request does, for its color. */
export function groupOf(method: string): 'input' | 'wait' | 'read' | 'session' {
  if (/^(send|click|scroll|drag|hover|focus|submit|view\.input)/.test(method)) return 'input';
  if (/^(wait|expect|mark)/.test(method)) return 'wait';
  return /^(currentView|find|terminalState|dumpView|renderView|diffView)/.test(method) ? 'read' : 'session';
}

/** The message of the error of a call, without the name of the method. */
export function messageOf({ error, method }: Call): string {
  return String(error?.['message'] ?? '').replace(`${method} failed: `, '');
}
