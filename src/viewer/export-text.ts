import { argumentOf, clockText, durationText } from './describe-call.js';
import type { Call, Frame, Recording } from './recording.js';

const maxCalls = 10;

/** The text of a screen. */
export const screenText = ({ rows }: Frame): string => rows.map(({ text }) => text).join('\n');

/** A report of a moment as Markdown: the error, the screen and the last requests. */
export function toMarkdown(title: string, at: number, call: Call | undefined, recording: Recording): string {
  const frame = recording.frameAt(at);
  const last = call === undefined ? recording.callAt(at) : call;
  const end = last === undefined ? 0 : last.index + 1;
  const calls = recording.calls.slice(Math.max(0, end - maxCalls), end).map((one) => `- ${lineFor(one)}`);
  const message = call?.error?.['message'];
  return [
    `## ${call?.error === undefined ? title : `${call.method} failed`}`,
    ...(message === undefined ? [] : [String(message)]),
    `Screen at ${clockText(at)}${frame === undefined ? '' : ` (${frame.cols}×${frame.rows.length})`}:`,
    fenced(frame === undefined ? '' : screenText(frame).trimEnd()),
    'Last requests:',
    calls.join('\n'),
  ].join('\n\n');
}

/** The requests up to a moment as JSON lines, which `tuispec server` runs. */
export function toJsonLines(at: number, { calls }: Recording): string {
  return calls
    .filter((call) => call.kind === 'request' && call.at <= at)
    .map(({ id, method, params }) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    .join('');
}

function lineFor(call: Call): string {
  const { id, at, method, response, error } = call;
  const duration = response === undefined ? '' : ` (${durationText(response.at - at)})`;
  return `${error === undefined ? '✓' : '✗'} ${id > 0 ? `${id} ` : ''}${method} ${argumentOf(call)}${duration}`.trimEnd();
}

// A fence must be longer than any in the text.
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
