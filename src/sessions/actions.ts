// The commands that act on a session that is open.
import { chmodSync, copyFileSync, readFileSync } from 'node:fs';
import type { MethodName } from '../protocol/generated/types.js';
import { RpcError } from '../protocol/message.js';
import { parseWhole, type SessionCommandName } from './commands.js';
import { exitCodes } from './conversation.js';
import { type Action, click, scroll, send } from './inputs.js';
import { type CommandCall, explainRpcError, type OpenSession, type Turn, toPath } from './open-session.js';
import {
  type Awaited,
  awaitRequest,
  has,
  noteWinner,
  type Outcome,
  optionOf,
  readAwaited,
  report,
  runSteps,
  timeOf,
  toFound,
  toWaitStep,
  usage,
  winnerOf,
} from './outcome.js';
import { CommandError } from './places.js';
import { explainNothing, formatChanges, formatScreen, maxScrollback, readLinesAbove, shorten } from './printing.js';
import { runInShell } from './shell.js';

const wait: Action = async (session, call) => {
  const startedAt = performance.now();
  const texts = call.parsed.words.map(({ text }) => text);
  const awaited = readAwaited(call, texts);
  const timeoutMs = timeOf(call, 'timeout', '10s');
  timeOf(call, 'stable', stableTime);
  const { signal } = call;
  const isExitAlone = has(call, 'exit') && awaited?.wanted.length === 1 && awaited.fails.length === 0;
  if (isExitAlone) return await waitForExit(session, call, timeoutMs, startedAt);
  if (session.program === undefined) session.requireRunning();
  using turn = await session.takeTurn(signal);
  const since = has(call, 'new') ? sinceOf(session, call.caller) : 'any';
  if (awaited === undefined) return await waitForAnyChange(session, call, since, turn, startedAt);
  const outcome = await awaitRequest(
    async () => await runSteps(session, [toWaitStep(awaited, since)], signal, turn),
    awaited,
  );
  noteWinner(call, outcome, awaited);
  const hasEnded = outcome.reason === 'matched' && winnerOf(outcome, awaited)?.condition.exited === true;
  if (hasEnded) return await printExit(session, call, startedAt);
  if (outcome.reason !== 'matched' || call.isJson) return await reportWait(session, call, startedAt, outcome);
  await printMatches(session, call, awaited);
  return exitCodes.done;
};

const stableTime = '300ms';

async function waitForAnyChange(
  session: OpenSession,
  call: CommandCall,
  since: string,
  turn: Turn,
  startedAt: number,
): Promise<number> {
  const timeoutMs = timeOf(call, 'timeout', '10s');
  const stableMs = timeOf(call, 'stable', stableTime);
  const change = { since: since === 'any' ? 'lastInput' : since, stableMs, timeoutMs } as const;
  const { changed } = await session.request('waitForChange', change, call.signal, turn);
  const outcome: Outcome = changed
    ? { reason: 'matched' }
    : {
        reason: session.isRunning ? 'timeout' : 'exited',
        message: `The screen has not changed within ${timeoutMs} ms.`,
      };
  return await report(session, call, startedAt, { outcome, facts: { changed }, isWait: true });
}

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
  if (text !== '') call.print(`${shorten(text, session)}\n`);
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
  return await printExit(session, call, startedAt);
}

async function printExit(session: OpenSession, call: CommandCall, startedAt: number): Promise<number> {
  const exit = session.exitFacts;
  if (call.isJson) {
    const { screen, shown } = await session.read(call.signal);
    call.print(
      `${JSON.stringify({ ...exit, exited: true, elapsed_ms: Math.round(performance.now() - startedAt), screen_text: formatScreen(shown), revision: screen.revision, ...session.typedBy(call.caller) })}\n`,
    );
  } else call.print(`${exit.exit_code ?? 'unknown'}\n`);
  return exitCodes.done;
}

const pictureFormats = ['png', 'svg', 'html'] as const;
type PictureFormat = (typeof pictureFormats)[number];

/** The format that `show` prints or writes, which is a picture, escape sequences, or text. */
function chooseFormat(call: CommandCall, out: string | undefined): PictureFormat | 'ansi' | 'text' {
  const [format, other] = ([...pictureFormats, 'ansi'] as const).filter((one) => has(call, one));
  if (other !== undefined) throw usage('Choose one of --png, --svg, --html and --ansi.');
  const chosen = format ?? pictureFormats.find((one) => out?.toLowerCase().endsWith(`.${one}`));
  if (chosen === undefined && out !== undefined)
    throw usage('--out needs --png, --svg, --html or --ansi, or a file that ends with .png, .svg or .html.');
  return chosen ?? 'text';
}

const show: Action = async (session, call) => {
  if (session.program === undefined) session.requireRunning();
  const out = optionOf(call, 'out');
  const format = chooseFormat(call, out);
  const scrollback = parseWhole('--scrollback', optionOf(call, 'scrollback') ?? '0', 0, maxScrollback);
  using _turn = await session.takeTurn(call.signal);
  if (format === 'text') return await showText(session, call, scrollback);
  if (format !== 'ansi') return await showPicture(session, call, format, out);
  const path = await writeAnsi(session, call);
  if (out !== undefined) return deliver(call, path, out);
  const text = readFileSync(path, 'utf8');
  if (call.isJson) return await printScreen(session, call, text);
  // Blank rows at the end and the cursor are not for the terminal of the caller.
  const rows = text.replace(/(?:\r\n)*\x1b\[\d+;\d+H[\s\S]*$/, '').replaceAll('\r\n', '\n');
  if (rows !== '') call.print(`${rows}\n`);
  return exitCodes.done;
};

async function showText(session: OpenSession, call: CommandCall, scrollback: number): Promise<number> {
  const { shown } = await session.read(call.signal);
  const state = session.stateOf(call.caller);
  const { secrets } = session.terminal;
  const above = readLinesAbove(shown.program, scrollback, secrets);
  const whole = [...above, ...shown.lines].join('\n').trimEnd();
  const before = state.shown;
  const text = has(call, 'changes') ? formatChanges(before, shown, secrets) : whole;
  state.shown = shown;
  if (call.isJson) return await printScreen(session, call, text);
  if (text !== '') call.print(`${has(call, 'scrollback') ? text : shorten(text, session)}\n`);
  else if (has(call, 'changes')) call.note(explainNothing(before, shown));
  return exitCodes.done;
}

/** Prints a text of the screen with facts about it as JSON. */
async function printScreen(session: OpenSession, call: CommandCall, text: string): Promise<number> {
  const { cursor, cols, rows, title, revision } = (await session.read(call.signal)).screen;
  const facts = {
    screen_text: text,
    revision,
    cols,
    rows,
    title,
    cursor: { x: cursor.col, y: cursor.row, visible: cursor.isVisible },
  };
  call.print(`${JSON.stringify({ ...facts, ...session.exitFacts, ...session.typedBy(call.caller) })}\n`);
  return exitCodes.done;
}

async function showPicture(
  session: OpenSession,
  call: CommandCall,
  format: PictureFormat,
  out: string | undefined,
): Promise<number> {
  session.requireSameBuild();
  const result = await session.request('dumpView', { name: 'show', format }, call.signal);
  const path = { png: result.pngPath, svg: result.svgPath, html: result.htmlPath }[format] ?? '';
  return deliver(call, path, out);
}

/** Writes the screen as escape sequences; resolves with the path of the file. */
async function writeAnsi(session: OpenSession, call: CommandCall): Promise<string> {
  session.requireSameBuild();
  return (await session.request('dumpView', { name: 'show', format: 'ansi' }, call.signal)).snapshotPath;
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
  'diffView',
  'expectContrast',
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
  const located = locate(call, method, params as Readonly<Record<string, unknown>>);
  const result = await session.request(method as MethodName, located, call.signal, turn);
  call.print(`${session.server.session?.secrets.redactText(JSON.stringify(result)) ?? JSON.stringify(result)}\n`);
  return exitCodes.done;
};

/** Resolves paths in the directory of the caller: that of the process is the session's own, which ends with it. */
function locate(call: CommandCall, method: string, params: Readonly<Record<string, unknown>>): object {
  const { path, cwd = '.' } = params;
  if (method === 'launch' && typeof cwd === 'string') return { ...params, cwd: toPath(call, cwd) };
  return typeof path === 'string' ? { ...params, path: toPath(call, path) } : params;
}

const view: Action = async (session, call) => {
  const { status } = session.server.view;
  if (has(call, 'stop')) {
    const other = ['listen', 'interactive'].find((option) => has(call, option));
    if (other !== undefined) throw usage(`--stop ends the view, and takes no --${other}.`);
    await session.server.view.stop();
    const message = 'The view has ended.';
    if (call.isJson) call.print(`${JSON.stringify({ success: true, message })}\n`);
    else call.note(message);
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
