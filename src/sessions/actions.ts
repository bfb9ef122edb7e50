// What the commands do in their session.
import { chmodSync, copyFileSync, readFileSync } from 'node:fs';
import type { Condition, MethodName, MethodParams, WaitForResult } from '../protocol/generated/types.js';
import { codes, RpcError } from '../protocol/message.js';
import { parseTime, parseWhole, type SessionCommandName } from './commands.js';
import { exitCodes, maxInputBytes } from './conversation.js';
import { type CommandCall, explainRpcError, type OpenSession, toPath } from './open-session.js';
import { CommandError } from './places.js';
import { formatChanges, formatScreen, readLinesAbove, shorten } from './printing.js';
import { runInShell } from './shell.js';
import { isKey, joinKeys, parsePlace, parseWanted, type SentPart, toHidden, toVisible, type Wanted } from './texts.js';

type Action = (session: OpenSession, call: CommandCall) => Promise<number>;

const usage = (message: string): CommandError => new CommandError(exitCodes.usage, message);
const valuesOf = ({ parsed }: CommandCall, option: string): readonly string[] => parsed.options.get(option) ?? [];
const optionOf = (call: CommandCall, option: string): string | undefined => valuesOf(call, option).at(-1);
const has = ({ parsed }: CommandCall, option: string): boolean => parsed.options.has(option);
const timeOf = (call: CommandCall, option: string, preset: string): number =>
  parseTime(option, optionOf(call, option) ?? preset);

/** What ends a wait: in the order of `conditions`, the first ones are failures. */
interface Awaited {
  readonly fails: readonly Wanted[];
  readonly wanted: readonly { readonly what: string; readonly condition: Condition }[];
  readonly timeoutMs: number;
}

/** Reads `--expect`, `--gone`, `--fail` and `--timeout`; undefined if nothing is waited for. */
function readAwaited(call: CommandCall, texts: readonly string[], preset = '10s'): Awaited | undefined {
  const timeoutMs = timeOf(call, 'timeout', preset);
  const visible = texts.map((text) => parseWanted(text)).map((one) => ({ what: one.given, condition: toVisible(one) }));
  const gone = valuesOf(call, 'gone')
    .map((text) => parseWanted(text))
    .map((one) => ({ what: `no ${one.given}`, condition: toHidden(one) }));
  const fails = valuesOf(call, 'fail').map((text) => parseWanted(text));
  const wanted = [...visible, ...gone];
  if (wanted.length === 0 && fails.length > 0)
    throw usage('--fail ends a wait: add what is waited for, such as --expect.');
  return wanted.length === 0 ? undefined : { fails, wanted, timeoutMs };
}

/** How a wait ended. */
interface Outcome {
  readonly reason: 'matched' | 'failed_on' | 'timeout' | 'exited';
  readonly met?: WaitForResult;
  /** Why it was not met. */
  readonly message?: string;
}

const codeOfOutcome = ({ reason }: Outcome): number =>
  reason === 'matched' ? exitCodes.done : reason === 'exited' ? exitCodes.exited : exitCodes.notMet;

const toFound = ({ reason }: Outcome): { readonly found: boolean } => ({ found: reason === 'matched' });

/** Runs a request that waits; a timeout and the end of the program are outcomes. */
async function awaitRequest(request: () => Promise<unknown>, awaited: Awaited): Promise<Outcome> {
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
function describeMiss({ wanted, timeoutMs }: Awaited, isTimeout: boolean, details: string): string {
  const expected = wanted.map(({ what }) => JSON.stringify(what)).join(' or ');
  const after = isTimeout ? `within ${timeoutMs} ms` : 'before the program ended';
  const [, found = ''] = /^No (?:new )?match for .*? within \d+ ms\.( .*)$/s.exec(details) ?? [];
  const isThere = wanted.some(({ what }) => found.startsWith(` Closest text: ${JSON.stringify(what)} `));
  const why = isThere ? ' This is the echo of the input, or was there before it: only new text counts.' : '';
  return `Expected ${expected}, which has not appeared ${after}.${found}${why}`;
}

/** The request that waits. One text alone gets the closest text in its failure. */
function toWaitStep(awaited: Awaited, since: string): Step {
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

/** Names the text that has won, if there were several. */
function noteWinner(call: CommandCall, { met, reason }: Outcome, { fails, wanted }: Awaited): void {
  const index = (met?.index ?? 0) - fails.length;
  if (reason === 'matched' && wanted.length > 1)
    call.note(`${JSON.stringify(wanted[Math.max(0, index)]?.what)} was met first.`);
}

/** What a result contains besides the screen. */
interface Reported {
  readonly outcome?: Outcome | undefined;
  readonly facts?: object;
  /** The results of waits contain the screen, not what has changed. */
  readonly isWait?: boolean;
}

/** Prints what follows an input: what has changed, or the whole screen if something is wrong. */
async function report(
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
  const changes = isWhole ? undefined : formatChanges(state.shown, shown, session.terminal.secrets);
  state.shown = shown;
  const typedBy = session.whoTyped(call.caller);
  noteEvents(session, call, outcome, typedBy);
  const text = shorten(changes ?? formatScreen(shown), (lines) => `tuispec show --scrollback ${lines}`);
  if (call.isJson) {
    const result = {
      ...facts,
      elapsed_ms: Math.round(performance.now() - startedAt),
      revision: screen.revision,
      ...(changes === undefined ? { screen_text: text } : { screen_changes: text }),
      ...(outcome?.message === undefined ? {} : { note: outcome.message }),
      ...exit,
      ...(typedBy === undefined ? {} : { typed_by: typedBy }),
    };
    call.print(`${JSON.stringify(result)}\n`);
  } else if (text !== '') call.print(`${text}\n`);
  else call.note('Nothing has changed on the screen.');
  return code;
}

/** What a caller has to know besides the screen: who else typed, what was not met, and how the program ended. */
function noteEvents(
  session: OpenSession,
  call: CommandCall,
  outcome: Outcome | undefined,
  typedBy: string | undefined,
): void {
  const names: Readonly<Record<string, string>> = { person: 'A person', '': 'Another caller' };
  if (typedBy !== undefined)
    call.note(
      `${names[typedBy] ?? `The caller ${JSON.stringify(typedBy)}`} typed in this session since your last command.`,
    );
  if (outcome?.message !== undefined) call.note(outcome.message);
  const { exited, exit_code: exitCode } = session.exitFacts;
  if (exited) call.note(`The program has ended with exit code ${exitCode ?? 'unknown'}.`);
}

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

interface Step<M extends MethodName = MethodName> {
  readonly method: M;
  readonly params: Partial<MethodParams[M]>;
}

const send: Action = async (session, call) => {
  const startedAt = performance.now();
  const awaited = readAwaited(call, valuesOf(call, 'expect'));
  const parts = await readParts(session, call);
  if (parts.length === 0) throw usage('Nothing to send. Pass texts and keys, as in: tuispec send hello Enter.');
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
  const outcome = await awaitRequest(async () => await runSteps(session, [...steps, ...wait], signal, turn), awaited);
  noteWinner(call, outcome, awaited);
  return await report(session, call, startedAt, { outcome, facts: { ...facts, ...toFound(outcome) } });
}

/** Runs several methods as one request; resolves with the result of the last. */
async function runSteps(
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
  const outcome = await awaitRequest(
    async () => await runSteps(session, [toWaitStep(awaited, 'lastInput')], call.signal, turn),
    awaited,
  );
  noteWinner(call, outcome, awaited);
  return await report(session, call, startedAt, { outcome, facts: { ...facts, ...toFound(outcome) } });
}

const describeParts = (parts: readonly SentPart[]): string =>
  parts
    .map((part) => ('keys' in part ? part.keys.map((key) => `{${key}}`).join('') : part.isSecret ? '•••' : part.text))
    .join('');

const buttons = ['left', 'middle', 'right'] as const;

const click: Action = async (session, call) => {
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

const scroll: Action = async (session, call) => {
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

const wait: Action = async (session, call) => {
  const startedAt = performance.now();
  const texts = call.parsed.words.map(({ text }) => text);
  const awaited = readAwaited(call, texts);
  const timeoutMs = timeOf(call, 'timeout', '10s');
  const stableMs = timeOf(call, 'stable', '300ms');
  const { signal } = call;
  if (has(call, 'exit')) return await waitForExit(session, call, timeoutMs, startedAt);
  if (session.program === undefined) session.requireRunning();
  using turn = await session.takeTurn(signal);
  const since = has(call, 'new') ? sinceOf(session, call.caller) : 'any';
  if (awaited === undefined) {
    const change = { since: since === 'any' ? 'lastInput' : since, stableMs, timeoutMs } as const;
    const { changed } = await session.request('waitForChange', change, signal, turn);
    const outcome: Outcome = changed
      ? { reason: 'matched' }
      : {
          reason: session.isRunning ? 'timeout' : 'exited',
          message: `The screen has not changed within ${timeoutMs} ms.`,
        };
    return await report(session, call, startedAt, { outcome, facts: { changed }, isWait: true });
  }
  const outcome = await awaitRequest(
    async () => await runSteps(session, [toWaitStep(awaited, since)], signal, turn),
    awaited,
  );
  noteWinner(call, outcome, awaited);
  if (outcome.reason !== 'matched' || call.isJson) return await reportWait(session, call, startedAt, outcome);
  await printMatches(session, call, awaited);
  return exitCodes.done;
};

const sinceOf = (session: OpenSession, caller: string): string =>
  session.hasTypedLast(caller) ? 'lastInput' : (session.stateOf(caller).mark ?? 'any');

async function reportWait(
  session: OpenSession,
  call: CommandCall,
  startedAt: number,
  outcome: Outcome,
): Promise<number> {
  const match = outcome.met?.match;
  const facts = {
    ...toFound(outcome),
    reason: outcome.reason,
    ...(match === undefined
      ? {}
      : { match: { row: match.row, col: match.col, text: session.terminal.secrets.redactText(match.text) } }),
  };
  return await report(session, call, startedAt, { outcome, facts, isWait: true });
}

/** Prints the rows that match, as `row| text`. */
async function printMatches(session: OpenSession, call: CommandCall, { wanted }: Awaited): Promise<void> {
  const { shown } = await session.read(call.signal);
  const rows = new Map<number, string>();
  for (const { condition } of wanted) {
    if (condition.visible === undefined) continue;
    const { matches } = await session.request(
      'find',
      { selector: condition.visible, scope: 'scrollback', limit: 1000 },
      call.signal,
    );
    const { length } = shown.lines;
    for (const { row, text } of matches)
      rows.set(
        row,
        row >= 1 && row <= length ? (shown.lines[row - 1] ?? '') : session.terminal.secrets.redactText(text),
      );
  }
  const last = Math.max(...rows.keys());
  // Lines that have scrolled off are printed if nothing on the screen matches: the wait has seen them.
  const visible = [...rows].filter(([row]) => row >= 1);
  const printed = (visible.length > 0 ? visible : [...rows].filter(([row]) => row === last)).sort(
    ([left], [right]) => left - right,
  );
  const text = printed.map(([row, line]) => `${row}| ${line}`).join('\n');
  if (text !== '') call.print(`${shorten(text, (lines) => `tuispec show --scrollback ${lines}`)}\n`);
}

async function waitForExit(
  session: OpenSession,
  call: CommandCall,
  timeoutMs: number,
  startedAt: number,
): Promise<number> {
  if (session.program === undefined) session.requireRunning();
  using turn = await session.takeTurn(call.signal);
  try {
    await session.request('waitForExit', { timeoutMs }, call.signal, turn);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { kind } = explainRpcError(error);
    if (kind !== 'timeout') throw error;
    const message = `The program has not ended within ${timeoutMs} ms.`;
    const facts = { exited: false };
    return await report(session, call, startedAt, { outcome: { reason: 'timeout', message }, facts, isWait: true });
  }
  const exit = session.exitFacts;
  if (call.isJson) {
    const { screen, shown } = await session.read(call.signal);
    call.print(
      `${JSON.stringify({ ...exit, exited: true, elapsed_ms: Math.round(performance.now() - startedAt), screen_text: formatScreen(shown), revision: screen.revision })}\n`,
    );
  } else call.print(`${exit.exit_code ?? 'unknown'}\n`);
  return exitCodes.done;
}

const pictureFormats = ['png', 'svg', 'html'] as const;

const show: Action = async (session, call) => {
  if (session.program === undefined) session.requireRunning();
  const formats = pictureFormats.filter((format) => has(call, format));
  if (formats.length > 1 || (formats.length === 1 && has(call, 'ansi')))
    throw usage('Choose one of --png, --svg, --html and --ansi.');
  const out = optionOf(call, 'out');
  const scrollback = parseWhole('--scrollback', optionOf(call, 'scrollback') ?? '0', 0, 10_000);
  using _turn = await session.takeTurn(call.signal);
  const format = formats[0] ?? formatOfPath(out);
  if (format !== undefined) return await showPicture(session, call, format, out);
  if (has(call, 'ansi')) return await showAnsi(session, call, out);
  const { screen, shown } = await session.read(call.signal);
  const state = session.stateOf(call.caller);
  const { secrets } = session.terminal;
  const above = readLinesAbove(shown.program, scrollback, secrets);
  const whole = [...above, ...shown.lines].join('\n').trimEnd();
  const text = has(call, 'changes') ? formatChanges(state.shown, shown, secrets) : whole;
  state.shown = shown;
  if (call.isJson) {
    const { cursor, cols, rows, title } = screen;
    const facts = {
      screen_text: text,
      revision: screen.revision,
      cols,
      rows,
      title,
      cursor: { x: cursor.col, y: cursor.row, visible: cursor.isVisible },
    };
    call.print(`${JSON.stringify({ ...facts, ...session.exitFacts })}\n`);
  } else if (text !== '')
    call.print(`${has(call, 'scrollback') ? text : shorten(text, (lines) => `tuispec show --scrollback ${lines}`)}\n`);
  else if (has(call, 'changes')) call.note('Nothing has changed on the screen.');
  return exitCodes.done;
};

const formatOfPath = (path: string | undefined): (typeof pictureFormats)[number] | undefined =>
  pictureFormats.find((format) => path?.toLowerCase().endsWith(`.${format}`));

async function showPicture(
  session: OpenSession,
  call: CommandCall,
  format: (typeof pictureFormats)[number],
  out: string | undefined,
): Promise<number> {
  session.requireSameBuild();
  const result = await session.request('dumpView', { name: 'show', format }, call.signal);
  const path = { png: result.pngPath, svg: result.svgPath, html: result.htmlPath }[format] ?? '';
  return deliver(call, path, out);
}

async function showAnsi(session: OpenSession, call: CommandCall, out: string | undefined): Promise<number> {
  session.requireSameBuild();
  const { snapshotPath } = await session.request('dumpView', { name: 'show', format: 'ansi' }, call.signal);
  if (out !== undefined && out !== '-') return deliver(call, snapshotPath, out);
  call.printBytes(readFileSync(snapshotPath));
  return exitCodes.done;
}

/** Prints the path of a file, or copies it to another place, which may be standard output. */
function deliver(call: CommandCall, path: string, out: string | undefined): number {
  if (out === '-') {
    call.printBytes(readFileSync(path));
    return exitCodes.done;
  }
  const target = out === undefined ? path : toPath(call, out);
  try {
    if (target !== path) copyFileSync(path, target);
    chmodSync(target, 0o600);
  } catch (error) {
    throw new CommandError(exitCodes.notMet, `Cannot write ${target}: ${(error as Error).message}.`);
  }
  call.print(call.isJson ? `${JSON.stringify({ path: target })}\n` : `${target}\n`);
  return exitCodes.done;
}

const run: Action = async (session, call) => {
  const [command] = call.parsed.words;
  if (command === undefined) throw usage("Missing COMMAND, as in: tuispec run 'npm test'.");
  return await runInShell(session, call, command.text, timeOf(call, 'timeout', '60s'));
};

// They load more of the program.
const lateMethods = new Set([
  'renderView',
  'dumpView',
  'expectSnapshot',
  'diffViewAgainstSnapshot',
  'view.start',
  'attach',
]);

const request: Action = async (session, call) => {
  const [method, json] = call.parsed.words.map(({ text }) => text);
  if (method === undefined) throw usage('Missing METHOD. All methods: tuispec request rpc.discover.');
  let params: unknown;
  try {
    params = json === undefined ? {} : JSON.parse(json);
  } catch (error) {
    throw usage(`The parameters are not JSON: ${(error as Error).message}.`);
  }
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    throw usage('The parameters must be a JSON object.');
  if (lateMethods.has(method)) session.requireSameBuild();
  using turn = await session.takeTurn(call.signal);
  const result = await session.request(method as MethodName, params, call.signal, turn);
  call.print(`${session.server.session?.secrets.redactText(JSON.stringify(result)) ?? JSON.stringify(result)}\n`);
  return exitCodes.done;
};

const view: Action = async (session, call) => {
  const { status } = session.server.view;
  if (has(call, 'stop')) {
    await session.server.view.stop();
    call.note('The view has ended.');
    return exitCodes.done;
  }
  const isInteractive = has(call, 'interactive') || status.interactive;
  const listen = optionOf(call, 'listen');
  let { url } = status;
  if (url === undefined || isInteractive !== status.interactive || listen !== undefined) {
    session.requireSameBuild();
    const started = await session.request(
      'view.start',
      { interactive: isInteractive, ...parseListen(listen) },
      call.signal,
    );
    url = started.url;
  }
  call.print(call.isJson ? `${JSON.stringify({ url, interactive: isInteractive })}\n` : `${url}\n`);
  return exitCodes.done;
};

function parseListen(text: string | undefined): { host?: string; port?: number } {
  if (text === undefined) return {};
  const [, host, ipv6, port = ''] = /^(?:(?:([^:[\]\s]+)|\[([\da-f:.]+)\]):)?(\d{1,5})$/i.exec(text) ?? [];
  if (port === '' || Number(port) > 65_535)
    throw usage(`--listen must be [HOST:]PORT, with a port from 0 to 65535, not ${JSON.stringify(text)}.`);
  const name = host ?? ipv6;
  return { port: Number(port), ...(name === undefined ? {} : { host: name }) };
}

/** The commands that act on a session that is open. */
export const actions: Readonly<Partial<Record<SessionCommandName, Action>>> = {
  send,
  click,
  scroll,
  wait,
  show,
  run,
  request,
  view,
};
