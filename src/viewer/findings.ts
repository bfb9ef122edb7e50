// What has been found about the program: marks of measurements for the timeline, and the findings of a failed assertion,
// each with the request that caused it.
import { isObject, type Members } from '../base/json.js';
import { classifyMethod } from './messages.js';
import { formatValue, type RecordedCall, type RecordingModel } from './recording-model.js';

/** A moment at which the display changed, the screen was cleared, or blank rows had text again. */
export interface TimelineMark {
  readonly what: 'frame' | 'fullClear' | 'blankFlash';
  readonly at: number;
}
/** The names of marks, for people. */
export const markNames: Readonly<Record<TimelineMark['what'], string>> = {
  frame: 'frame',
  fullClear: 'full clear',
  blankFlash: 'blank flash',
};

const toList = (value: unknown): Members[] => (Array.isArray(value) ? value.filter(isObject) : []);
const isMark = (what: unknown): what is TimelineMark['what'] =>
  typeof what === 'string' && Object.hasOwn(markNames, what);

/** The marks of all measurements, in ascending order: `measure.stop` reports them relative to `measure.start`. */
export function listMarks({ calls }: RecordingModel): readonly TimelineMark[] {
  const marks: TimelineMark[] = [];
  let startedAt: number | undefined;
  for (const { method, response } of calls) {
    if (method === 'measure.start' && response?.error === undefined) startedAt = response?.at;
    if (method === 'measure.stop' && startedAt !== undefined) marks.push(...marksOf(response?.result, startedAt));
  }
  return marks.sort((one, other) => one.at - other.at);
}

function marksOf(result: unknown, startedAt: number): TimelineMark[] {
  const { idle, reactions } = isObject(result) ? result : {};
  return [...toList([idle]), ...toList(reactions)].flatMap(({ startMs, marks }) =>
    toList(marks).flatMap(({ what, atMs }) =>
      isMark(what) ? [{ what, at: startedAt + Number(startMs) + Number(atMs) }] : [],
    ),
  );
}

/** A finding in words, and the request that caused it, if that is known. */
export interface FindingData {
  readonly text: string;
  readonly cause: RecordedCall | undefined;
}

/** The members of error data that contain findings and their causes. */
export const findingMembers = ['changes', 'causes', 'findings', 'missing', 'repeated', 'outOfOrder'] as const;

/** The findings of a failed request. */
export function listFindings(call: RecordedCall, recording: RecordingModel): readonly FindingData[] {
  const data = isObject(call.error?.['data']) ? call.error['data'] : {};
  const earlier = recording.calls.slice(0, call.index);
  const causeOf = (isCause: (earlier: RecordedCall) => boolean): RecordedCall | undefined =>
    earlier.findLast((one) => one.error === undefined && isCause(one));
  const causes = isObject(data['causes']) ? data['causes'] : {};
  const changes = toList(data['changes']).map((change) => {
    const { what, setDuring } = change;
    const cause =
      findRequest(earlier, causes[String(what)], setDuring) ?? causeOf(({ method }) => method === setDuring);
    return { text: describeChange(change), cause };
  });
  // The screen is what the last input has led to, and a series of sizes what the request itself has done.
  const cause = call.method === 'expectSurvivesResize' ? undefined : causeOf(isAction);
  const others = [
    ...toList(data['findings']).map(describeFinding),
    ...listTexts(data['missing']).map((line) => `missing: ${line}`),
    ...toList(data['repeated']).map(
      ({ line, count, rows }) =>
        `${formatValue(count)} times: ${JSON.stringify(line)} (rows ${listTexts(rows).join(', ')})`,
    ),
    ...listTexts(data['outOfOrder']).map((line) => `out of order: ${line}`),
  ];
  return [...changes, ...others.map((text) => ({ text, cause }))];
}

/** The request with an id that ran a method, alone or as one of its steps; of several such steps, the request itself. */
function findRequest(calls: readonly RecordedCall[], id: unknown, method: unknown): RecordedCall | undefined {
  const isSame = (call: RecordedCall): boolean => id !== undefined && call.requestId === id;
  const request = calls.findLast((call) => isSame(call) && call.method === method) ?? calls.findLast(isSame);
  const steps = calls.filter((call) => call.kind === 'batch-step' && call.id === request?.id && call.method === method);
  return steps.length === 1 ? steps[0] : request;
}

const listTexts = (value: unknown): string[] => (Array.isArray(value) ? value.map((item) => JSON.stringify(item)) : []);
const isAction = ({ method }: RecordedCall): boolean =>
  classifyMethod(method) === 'input' || ['launch', 'resize', 'signal'].includes(method);

const describeChange = ({ what, initial, actual, setDuring }: Members): string =>
  `${formatValue(what)}: ${formatValue(initial)} → ${formatValue(actual)}${setDuring === undefined ? '' : `, since ${formatValue(setDuring)}`}`;

function describeFinding({ what, size, lines, text, row, col, ...facts }: Members): string {
  if (what !== undefined) {
    const [cols, rows] = Array.isArray(size) ? size : [];
    return `${formatValue(what)} after ${formatValue(cols)} × ${formatValue(rows)}: ${listTexts(lines).join(', ')}`;
  }
  const others = Object.entries(facts).map(([name, value]) => `${name} ${formatValue(value)}`);
  return `${JSON.stringify(text)} in row ${formatValue(row)}, column ${formatValue(col)}: ${others.join(', ')}`;
}
