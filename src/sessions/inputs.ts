import { parseWhole } from './commands.js';
import { maxInputBytes } from './conversation.js';
import type { CommandCall, OpenSession } from './open-session.js';
import {
  type Awaited,
  awaitRequest,
  formatWait,
  has,
  noteWinner,
  type Outcome,
  optionOf,
  readAwaited,
  report,
  runSteps,
  type Step,
  timeOf,
  toFound,
  toWaitStep,
  usage,
  valuesOf,
} from './outcome.js';
import { isKey, joinKeys, parsePlace, type SentPart } from './texts.js';

/** What a command does; resolves with its exit code. */
export type Action = (session: OpenSession, call: CommandCall) => Promise<number>;

/** Reads the texts and keys of `send` in their order. Nothing is typed if one of them is refused. */
async function readParts(session: OpenSession, call: CommandCall): Promise<SentPart[]> {
  const isLiteral = has(call, 'literal');
  const parts: SentPart[] = [];
  for (const { text, from } of call.parsed.words) {
    if (from === 'secret') parts.push({ text: await readSecret(session, call, text), isSecret: true });
    else if (from === 'text' || isLiteral) parts.push({ text, isSecret: false });
    else if (text === '-') parts.push({ text: await readInput(call), isSecret: false });
    else if (isKey(text)) parts.push({ keys: [text] });
    else parts.push({ text, isSecret: false });
  }
  return joinKeys(parts.filter((part) => 'keys' in part || part.text !== ''));
}

async function readInput(call: CommandCall): Promise<string> {
  const text = String((await call.ask({ ask: 'input', isLine: false })) ?? '');
  if (Buffer.byteLength(text) > maxInputBytes) throw usage('The text on standard input is longer than 1 MiB.');
  return text;
}

async function readSecret(session: OpenSession, call: CommandCall, name: string): Promise<string> {
  const value =
    name === '-' ? await call.ask({ ask: 'input', isLine: true }) : await call.ask({ ask: 'variable', name });
  const what = name === '-' ? 'The secret on standard input' : `The secret of --secret ${name}`;
  if (typeof value !== 'string') throw usage(`The variable ${name} of --secret is not set.`);
  if (value.length < 4 || value.length > 1000) throw usage(`${what} must have 4 to 1,000 characters.`);
  session.server.session?.secrets.add(value);
  return value;
}

/** The text of an input that begins with a line and Enter, and what follows. */
function splitLine(
  parts: readonly SentPart[],
): { readonly text: string; readonly isSecret: boolean; readonly rest: readonly SentPart[] } | undefined {
  const [first, second, ...rest] = parts;
  if (first === undefined || second === undefined || !('text' in first) || !('keys' in second)) return undefined;
  const [key, ...keys] = second.keys;
  // With a control character, the echo of a line is not its text.
  if ((key !== 'Enter' && key !== 'Return') || /[\x00-\x1f\x7f]/.test(first.text)) return undefined;
  return { ...first, rest: keys.length === 0 ? rest : [{ keys }, ...rest] };
}

export const send: Action = async (session, call) => {
  const startedAt = performance.now();
  const awaited = readAwaited(call, valuesOf(call, 'expect'));
  const parts = await readParts(session, call);
  if (parts.length === 0) throw createNothingError(session, call, awaited);
  if (has(call, 'submit')) return await submit(session, call, parts, awaited, startedAt);
  const facts = { success: true, sent: describeParts(parts) };
  const line = has(call, 'paste') ? undefined : splitLine(parts);
  const [only] = awaited?.wanted ?? [];
  const visible = only !== undefined && 'visible' in only.condition ? only.condition.visible : undefined;
  if (
    line !== undefined &&
    line.rest.length === 0 &&
    awaited !== undefined &&
    awaited.fails.length === 0 &&
    awaited.wanted.length === 1 &&
    visible !== undefined
  ) {
    const params = {
      text: line.text,
      secret: line.isSecret,
      expectAfter: visible,
      ambiguityMode: 'first',
      timeoutMs: awaited.timeoutMs,
    } as const;
    return await input(session, call, [{ method: 'sendLine', params }], { awaited, startedAt, facts });
  }
  const steps: Step[] = [];
  if (line !== undefined) steps.push({ method: 'sendLine', params: { text: line.text, secret: line.isSecret } });
  for (const part of line?.rest ?? parts)
    if ('keys' in part) steps.push({ method: 'sendKey', params: { keys: [...part.keys] } });
    else
      steps.push({ method: 'sendText', params: { text: part.text, secret: part.isSecret, paste: has(call, 'paste') } });
  return await input(session, call, steps, { awaited, startedAt, facts });
};

function createNothingError(session: OpenSession, call: CommandCall, awaited: Awaited | undefined): Error {
  const advice = awaited === undefined ? '' : ` To wait only: ${formatWait(session, call, 'any')}`;
  return usage(`Nothing to send. Pass texts and keys, as in: tuispec send hello Enter.${advice}`);
}

interface InputOptions {
  readonly awaited: Awaited | undefined;
  readonly startedAt: number;
  readonly facts: object;
}

/** Performs the steps of an input, and waits for what is expected, as one request. */
async function input(
  session: OpenSession,
  call: CommandCall,
  steps: readonly Step[],
  { awaited, startedAt, facts }: InputOptions,
): Promise<number> {
  session.requireRunning();
  const { signal } = call;
  await session.waitUntilUnpaused(awaited?.timeoutMs ?? timeOf(call, 'timeout', '10s'), signal);
  using turn = await session.takeTurn(signal);
  session.requireRunning();
  const state = session.stateOf(call.caller);
  state.mark = await session.mark(signal);
  session.noteInput(call.caller);
  const [first] = steps;
  if (awaited === undefined) {
    await runSteps(session, steps, signal);
    return await report(session, call, startedAt, { facts });
  }
  // The server itself waits for what a line displays: it knows what is only the echo.
  const isLine = first !== undefined && 'expectAfter' in first.params;
  const wait = isLine ? [] : [toWaitStep(awaited, 'lastInput')];
  const ended = await awaitRequest(async () => await runSteps(session, [...steps, ...wait], signal, turn), awaited);
  const outcome = adviseWaiting(session, call, ended);
  noteWinner(call, outcome, awaited);
  return await report(session, call, startedAt, { outcome, facts: { ...facts, ...toFound(outcome) } });
}

/** After a timeout, `wait` without `--new` would find what was there before, or the echo. */
const adviseWaiting = (session: OpenSession, call: CommandCall, outcome: Outcome): Outcome =>
  outcome.reason === 'timeout'
    ? { ...outcome, message: `${outcome.message} To wait on: ${formatWait(session, call, 'lastInput')}` }
    : outcome;

async function submit(
  session: OpenSession,
  call: CommandCall,
  parts: readonly SentPart[],
  awaited: Awaited | undefined,
  startedAt: number,
): Promise<number> {
  const texts = parts.map((part) => ('text' in part ? part.text : undefined));
  if (texts.includes(undefined)) throw usage('--submit takes texts, not keys: it presses Enter itself.');
  session.requireRunning();
  await session.waitUntilUnpaused(timeOf(call, 'timeout', '10s'), call.signal);
  using turn = await session.takeTurn(call.signal);
  session.noteInput(call.caller);
  const isSecret = parts.some((part) => 'isSecret' in part && part.isSecret);
  const timeoutMs = timeOf(call, 'timeout', '10s');
  await session.request('submit', { text: texts.join(''), secret: isSecret, timeoutMs }, call.signal, turn);
  const facts = { success: true, sent: describeParts(parts) };
  if (awaited === undefined) return await report(session, call, startedAt, { facts });
  const ended = await awaitRequest(
    async () => await runSteps(session, [toWaitStep(awaited, 'lastInput')], call.signal, turn),
    awaited,
  );
  const outcome = adviseWaiting(session, call, ended);
  noteWinner(call, outcome, awaited);
  return await report(session, call, startedAt, { outcome, facts: { ...facts, ...toFound(outcome) } });
}

const describeParts = (parts: readonly SentPart[]): string =>
  parts
    .map((part) => ('keys' in part ? part.keys.map((key) => `{${key}}`).join('') : part.isSecret ? '•••' : part.text))
    .join('');

const buttons = ['left', 'middle', 'right'] as const;

export const click: Action = async (session, call) => {
  const startedAt = performance.now();
  const awaited = readAwaited(call, valuesOf(call, 'expect'));
  const [target] = call.parsed.words;
  if (target === undefined) throw usage("Missing what to click: a text, or ROW,COL, as in: tuispec click '[ OK ]'.");
  const button = buttons.find((one) => one === (optionOf(call, 'button') ?? 'left'));
  if (button === undefined) throw usage(`--button must be one of ${buttons.join(', ')}.`);
  const count = parseWhole('--count', optionOf(call, 'count') ?? '1', 1, 3);
  const params = {
    ...parsePlace(target.text),
    button,
    count,
    ambiguityMode: 'first',
    timeoutMs: timeOf(call, 'timeout', '10s'),
  } as const;
  return await input(session, call, [{ method: 'click', params }], { awaited, startedAt, facts: { success: true } });
};

export const scroll: Action = async (session, call) => {
  const startedAt = performance.now();
  const awaited = readAwaited(call, valuesOf(call, 'expect'));
  const [direction, ...others] = call.parsed.words.map(({ text }) => text);
  if (direction !== 'up' && direction !== 'down') throw usage('Scroll up or down, as in: tuispec scroll down 3.');
  const isNumber = /^\d+$/.test(others[0] ?? '');
  const amount = parseWhole('The number of steps', isNumber ? (others.shift() as string) : '3', 1, 1000);
  const [place, extra] = others;
  if (extra !== undefined) throw usage(`Unexpected argument ${JSON.stringify(extra)}.`);
  const target = place === undefined ? {} : parsePlace(place);
  const params = {
    direction,
    amount,
    ...target,
    ambiguityMode: 'first',
    timeoutMs: timeOf(call, 'timeout', '10s'),
  } as const;
  return await input(session, call, [{ method: 'scroll', params }], { awaited, startedAt, facts: { success: true } });
};
