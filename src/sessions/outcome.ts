// What a command waits for, how that ended, and what is printed then.
import { capitalize, quoteForShell } from '../base/text.js';
import type { Condition, MethodName, MethodParams, WaitForResult } from '../protocol/generated/types.js';
import { codes, RpcError } from '../protocol/message.js';
import { parseTime } from './commands.js';
import { exitCodes } from './conversation.js';
import { type CommandCall, explainRpcError, type OpenSession } from './open-session.js';
import { CommandError } from './places.js';
import { explainNothing, formatChanges, formatScreen, shorten } from './printing.js';
import { parseWanted, toHidden, toVisible, type Wanted } from './texts.js';

export const usage = (message: string): CommandError => new CommandError(exitCodes.usage, message);
export const valuesOf = ({ parsed }: CommandCall, option: string): readonly string[] =>
  parsed.options.get(option) ?? [];
export const optionOf = (call: CommandCall, option: string): string | undefined => valuesOf(call, option).at(-1);
export const has = ({ parsed }: CommandCall, option: string): boolean => parsed.options.has(option);
export const timeOf = (call: CommandCall, option: string, preset: string): number =>
  parseTime(option, optionOf(call, option) ?? preset);

/** What ends a wait: in the order of `conditions`, the first ones are failures. */
export interface Awaited {
  readonly fails: readonly Wanted[];
  /** `what` is the text in quotes. */
  readonly wanted: readonly { readonly what: string; readonly condition: Condition }[];
  readonly timeoutMs: number;
}

/** Reads `--expect`, `--gone`, `--fail` and `--timeout`; undefined if nothing is waited for. */
export function readAwaited(call: CommandCall, texts: readonly string[], preset = '10s'): Awaited | undefined {
  const timeoutMs = timeOf(call, 'timeout', preset);
  const visible = texts
    .map((text) => parseWanted(text))
    .map((one) => ({ what: JSON.stringify(one.given), condition: toVisible(one) }));
  const gone = valuesOf(call, 'gone')
    .map((text) => parseWanted(text))
    .map((one) => ({ what: `no ${JSON.stringify(one.given)}`, condition: toHidden(one) }));
  const fails = valuesOf(call, 'fail').map((text) => parseWanted(text));
  const ended = has(call, 'exit') ? [{ what: 'the end of the program', condition: { exited: true } as const }] : [];
  const wanted = [...visible, ...gone, ...ended];
  if (wanted.length === 0 && fails.length > 0)
    throw usage('--fail ends a wait: add what is waited for, such as --expect.');
  return wanted.length === 0 ? undefined : { fails, wanted, timeoutMs };
}

/** The command that waits for what a command has been told to wait for. With `since`, only new text counts. */
export function formatWait({ name }: OpenSession, call: CommandCall, since: 'any' | 'lastInput'): string {
  const texts = valuesOf(call, 'expect');
  const options = [
    ...(since === 'lastInput' && texts.length > 0 ? ['--new'] : []),
    ...['gone', 'fail'].flatMap((option) => valuesOf(call, option).map((text) => `--${option}=${text}`)),
    ...(texts.some((text) => text.startsWith('-')) ? ['--'] : []),
  ];
  return ['tuispec wait -s', ...[name, ...options, ...texts].map(quoteForShell)].join(' ');
}

/** How a wait ended. */
export interface Outcome {
  readonly reason: 'matched' | 'failed_on' | 'timeout' | 'exited';
  readonly met?: WaitForResult;
  /** Why it was not met. */
  readonly message?: string;
}

const codeOfOutcome = ({ reason }: Outcome): number =>
  reason === 'matched' ? exitCodes.done : reason === 'exited' ? exitCodes.exited : exitCodes.notMet;

export const toFound = ({ reason }: Outcome): { readonly found: boolean } => ({ found: reason === 'matched' });

/** Runs a request that waits; a timeout and the end of the program are outcomes. */
export async function awaitRequest(request: () => Promise<unknown>, awaited: Awaited): Promise<Outcome> {
  const { fails } = awaited;
  try {
    const met = (await request()) as WaitForResult;
    const failed = fails[met.index ?? 0];
    if (failed === undefined) return { reason: 'matched', met };
    return { reason: 'failed_on', met, message: `${JSON.stringify(failed.given)} has appeared (--fail).` };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { message, kind } = explainRpcError(error);
    if (kind !== 'timeout' && kind !== 'exited' && kind !== 'detached') throw error;
    // The input could not be sent.
    if (/^The program has ended /.test(message)) throw error;
    const isTimeout = kind === 'timeout';
    return { reason: isTimeout ? 'timeout' : 'exited', message: describeMiss(awaited, isTimeout, message) };
  }
}

/** What was expected, after what time, and what the server has found instead: the closest text, or the new text. */
export function describeMiss({ wanted, timeoutMs }: Awaited, isTimeout: boolean, details: string): string {
  const expected = wanted.map(({ what }) => what).join(' or ');
  const isGone = wanted.every(({ condition }) => condition.hidden !== undefined);
  const isText = wanted.every(({ condition }) => condition.visible !== undefined);
  const after = isTimeout ? `within ${timeoutMs} ms` : 'before the program ended';
  const [, found = ''] = /^No (?:new )?match for .*? within \d+ ms\.( .*)$/s.exec(details) ?? [];
  const isThere = wanted.some(({ what }) => found.startsWith(` Closest text: ${what} `));
  const why = isThere ? ' This is the echo of the input, or was there before it: only new text counts.' : '';
  if (isGone && isTimeout) return `Expected ${expected}, but it is still on the screen after ${timeoutMs} ms.`;
  return `Expected ${expected}, which has not ${isText ? 'appeared' : 'come true'} ${after}.${found}${why}`;
}

/** The request that waits. One text alone gets the closest text in its failure. */
export function toWaitStep(awaited: Awaited, since: string): Step {
  const { fails, wanted, timeoutMs } = awaited;
  const [{ condition } = { condition: undefined }, ...others] = wanted;
  const common = { since, ambiguityMode: 'first', timeoutMs } as const;
  if (condition?.visible === undefined || others.length + fails.length > 0)
    return { method: 'waitFor', params: { anyOf: toAnyOf(awaited), ...common } };
  return { method: 'waitForText', params: { selector: condition.visible, ...common } };
}

const toAnyOf = ({ fails, wanted }: Awaited): Condition[] => [
  ...fails.map(toVisible),
  ...wanted.map(({ condition }) => condition),
];

/** What has won. */
export const winnerOf = ({ met }: Outcome, { fails, wanted }: Awaited): Awaited['wanted'][number] | undefined =>
  wanted[Math.max(0, (met?.index ?? 0) - fails.length)];

/** Names what has won, if there were several. */
export function noteWinner(call: CommandCall, outcome: Outcome, awaited: Awaited): void {
  if (outcome.reason === 'matched' && awaited.wanted.length > 1)
    call.note(`${capitalize(winnerOf(outcome, awaited)?.what ?? '')} was met first.`);
}

/** What a result contains besides the screen. */
interface Reported {
  readonly outcome?: Outcome | undefined;
  readonly facts?: object;
  /** The results of waits contain the screen, not what has changed. */
  readonly isWait?: boolean;
}

/** Prints what follows an input: what has changed, or the whole screen if something is wrong. */
export async function report(
  session: OpenSession,
  call: CommandCall,
  startedAt: number,
  { outcome, facts = {}, isWait = false }: Reported = {},
): Promise<number> {
  await session.settle(call.signal);
  const { screen, shown } = await session.read(call.signal);
  const state = session.stateOf(call.caller);
  const code = outcome === undefined ? exitCodes.done : codeOfOutcome(outcome);
  const exit = session.exitFacts;
  const isWhole = code !== exitCodes.done || exit.exited === true || has(call, 'screen') || (isWait && call.isJson);
  const before = state.shown;
  const changes = isWhole ? undefined : formatChanges(before, shown, session.terminal.secrets);
  state.shown = shown;
  noteEvents(session, call, outcome);
  const text = shorten(changes ?? formatScreen(shown), session);
  if (call.isJson) {
    const result = {
      ...facts,
      elapsed_ms: Math.round(performance.now() - startedAt),
      revision: screen.revision,
      ...(changes === undefined ? { screen_text: text } : { screen_changes: text }),
      ...(outcome?.message === undefined ? {} : { note: outcome.message }),
      ...exit,
      ...session.typedBy(call.caller),
    };
    call.print(`${JSON.stringify(result)}\n`);
  } else if (text !== '') call.print(`${text}\n`);
  else call.note(explainNothing(before, shown));
  return code;
}

/** What a caller has to know besides the screen: what was not met, and how the program ended. */
function noteEvents(session: OpenSession, call: CommandCall, outcome: Outcome | undefined): void {
  if (outcome?.message !== undefined) call.note(outcome.message);
  const { exited, exit_code: exitCode } = session.exitFacts;
  if (exited) call.note(`The program has ended with exit code ${exitCode ?? 'unknown'}.`);
}

/** A request to the server. */
export interface Step<M extends MethodName = MethodName> {
  readonly method: M;
  readonly params: Partial<MethodParams[M]>;
}

/** Runs several methods as one request; resolves with the result of the last. */
export async function runSteps(
  session: OpenSession,
  steps: readonly Step[],
  signal: AbortSignal,
  turn?: { end(): void } & Disposable,
): Promise<unknown> {
  const [only] = steps;
  if (steps.length === 1 && only !== undefined) return await session.request(only.method, only.params, signal, turn);
  const { ok, results, error } = await session.request(
    'batch',
    { steps: steps.map(({ method, params }) => ({ method, params: params as object })) },
    signal,
    turn,
  );
  if (ok) return results.at(-1);
  const {
    code = codes.failed,
    message = '',
    data,
  } = (error ?? {}) as { code?: number; message?: string; data?: object };
  throw new RpcError(code, message, data);
}
