// A recorded session as the requests of a recording, which can contain any input: pastes of several lines, and bytes that
// are no key.
import type { MethodName, MethodParams } from '../protocol/generated/types.js';
import type { TapeAction } from './commands.js';
import { toSelector } from './perform.js';
import type { RecordedStep } from './record-tape.js';

/** What a recording begins with. */
export interface RecordingStart {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cols: number;
  readonly rows: number;
}

type Request = { readonly [M in MethodName]: readonly [M, Partial<MethodParams[M]>] }[MethodName];

/** A recording that runs the program in the environment of whoever replays it. */
export function formatRecording(start: RecordingStart, steps: readonly RecordedStep[]): string {
  const [command = '', ...args] = start.command;
  const requests: Request[] = [
    ['initialize', { terminalCols: start.cols, terminalRows: start.rows, timeoutSeconds: 15, ambiguityMode: 'first' }],
    ['launch', { command, args, ...(Object.keys(start.env).length === 0 ? {} : { env: { ...start.env } }) }],
    ...steps.flatMap((step, index) => toRequests(step, steps[index + 1], steps[index - 1])),
  ];
  const timestampMicros = Date.now() * 1000;
  const format = (direction: 'request' | 'response', message: object): string =>
    `${JSON.stringify({ timestampMicros, direction, line: JSON.stringify({ jsonrpc: '2.0', ...message }) })}\n`;
  const lines = requests.map(([method, params], index) => format('request', { id: index + 1, method, params }));
  // Code that is made of the recording expects this exit.
  const last = steps.at(-1);
  const [end] = (last?.kind === 'wait' && last.candidates[last.chosen]) || [];
  if (end?.do === 'expect-exit')
    lines.push(format('response', { id: requests.length, result: { exitCode: end.code, signal: null } }));
  return lines.join('');
}

/** A text and Enter are a line, as in a tape. */
function toRequests(step: RecordedStep, next: RecordedStep | undefined, previous: RecordedStep | undefined): Request[] {
  if (step.kind === 'unnamed') return [['sendBytes', { base64: step.bytes.toString('base64') }]];
  if (isText(step) && isEnter(next)) return [['sendLine', { text: step.action.text }]];
  if (isEnter(step) && previous !== undefined && isText(previous))
    return toInput({ ...step.action, count: step.action.count - 1 });
  return step.kind === 'input' ? toInput(step.action) : (step.candidates[step.chosen] ?? []).flatMap(toWait);
}

type Input<Name extends TapeAction['do']> = { readonly action: Extract<TapeAction, { readonly do: Name }> };

const isText = (step: RecordedStep): step is RecordedStep & Input<'type'> =>
  step.kind === 'input' && step.action.do === 'type';

const isEnter = (step: RecordedStep | undefined): step is RecordedStep & Input<'press'> =>
  step?.kind === 'input' && step.action.do === 'press' && step.action.keys[0] === 'Enter';

function toInput(action: TapeAction): Request[] {
  switch (action.do) {
    case 'type':
      return [['sendText', { text: action.text }]];
    case 'paste':
      return [['sendText', { text: action.text ?? '', paste: true }]];
    case 'press':
      return Array.from({ length: action.count }, () => ['sendKey', { keys: [...action.keys] }]);
    case 'click':
      return 'type' in action.at ? [] : [['click', { ...action.at, button: action.button }]];
    case 'drag':
      return [['drag', { from: action.from, to: action.to }]];
    case 'wheel':
      return [['scroll', { direction: action.direction, amount: action.count }]];
    case 'focus':
      return [['focus', { focused: action.isIn }]];
    case 'resize':
      return [['resize', { cols: action.cols, rows: action.rows }]];
    case 'type-env':
      return [['step', { title: `The hidden text ${action.name} is not recorded.` }]];
    default:
      throw new TypeError(`The input ${action.do} is not recorded.`);
  }
}

function toWait(action: TapeAction): Request[] {
  switch (action.do) {
    case 'expect': {
      const selector = toSelector(action.target);
      if (action.how === 'gone') return [['expectNotVisible', { selector }]];
      if (action.how === 'new') return [['waitForText', { selector, since: 'lastInput' }]];
      return [['expectVisible', { selector }]];
    }
    case 'expect-stable':
      return [['waitForStable', { debounceMs: action.quietMs }]];
    case 'expect-cursor':
      return [['waitFor', { anyOf: [{ cursor: { row: action.row, col: action.col } }] }]];
    case 'expect-exit':
      return [['waitForExit', {}]];
    default:
      throw new TypeError(`The wait ${action.do} is not recorded.`);
  }
}
