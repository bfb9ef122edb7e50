import { describeArgument, formatDuration, formatTime } from './messages.js';
import { formatValue, type RecordedCall, type RecordedFrame, type RecordingModel } from './recording-model.js';

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
  return `${error === undefined ? '✓' : '✗'} ${id > 0 ? `${id} ` : ''}${method} ${describeArgument(call)}${duration}`.trimEnd();
}

// The fence must be longer than any sequence of backticks in the text.
function wrapInFence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
