import { agentVariables } from '../../base/agents.js';
import { clipText, quote } from '../../base/text.js';
import { type AttachedTerminal, attachTerminal, launchTerminal, type OpenedSession } from '../../client/launch.js';
import type { AttachTmuxResult, ListSessionsResult, SpawnTuiArguments, SpawnTuiResult } from '../generated/types.js';
import { createJsonResult, ToolError, toWellFormed } from '../results.js';
import { readScreenFacts, readShownScreen, settleScreen } from '../screens.js';
import type { AgentSession } from '../session.js';
import { awaitOutcome, checkPattern, createFoundConditions, createNote, type TextPattern } from '../texts.js';
import { chooseDirectories, limitWait, runInSession, type ToolCall, type ToolHandler } from '../tool.js';

/** A program and its arguments. */
interface ParsedCommand {
  readonly file: string;
  readonly args: readonly string[];
}

// Blanks, a quoted part, an escaped character, or other characters of a word.
const pieces = /[ \t]+|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|[^ \t'"\\]+|[\s\S]/g;
// Outside quotes, these have a meaning in a shell; `~` and `#` only at the start of a word.
const shellSyntax = /[|&;<>()$`*?[\n]/;
const shellPrefix = /^[~#]/;
const assignment = /^[A-Za-z_]\w*=/;

/** Splits a command line into words, with quotes and backslashes. A line with shell syntax is run by `sh`. */
export function parseCommandLine(line: string): ParsedCommand {
  const words: string[] = [];
  let word: string | undefined;
  for (const [piece] of `${line} `.matchAll(pieces)) {
    if (/^[ \t]/.test(piece)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      if (isShellSyntax(piece, word === undefined)) return { file: '/bin/sh', args: ['-c', line] };
      word = (word ?? '') + removeQuotes(piece, line);
    }
  }
  const [file = '', ...args] = words;
  return assignment.test(file) ? { file: '/bin/sh', args: ['-c', line] } : { file, args };
}

function isShellSyntax(piece: string, isFirst: boolean): boolean {
  if (piece.startsWith("'") || piece.startsWith('\\')) return false;
  if (piece.startsWith('"')) return /[$`]/.test(piece);
  return shellSyntax.test(piece) || (isFirst && shellPrefix.test(piece));
}

function removeQuotes(piece: string, line: string): string {
  const isQuote = piece.startsWith('"') || piece.startsWith("'");
  if (isQuote && piece.length === 1)
    throw new ToolError({
      kind: 'arguments',
      sentence: `Unterminated quote in the command ${JSON.stringify(line)}. Pass the arguments in \`args\`.`,
    });
  if (piece.startsWith("'")) return piece.slice(1, -1);
  return piece.startsWith('"') ? piece.slice(1, -1).replaceAll(/\\(["\\])/g, '$1') : piece.replace(/^\\/, '');
}

export const attachTmux: ToolHandler<'attach_tmux'> = async (args, call) => {
  const { pane, socket_path: socketPath, socket_name: socketName, keep_last_words: keepLastWords } = args;
  const options = { socketPath, socketName, keepLastWords, readOnly: args.read_only, ambiguity: 'first' } as const;
  const open = async (session: object): Promise<AttachedTerminal> =>
    await attachTerminal(pane, { ...options, ...chooseDirectories(call), ...session });
  const plan = { name: args.name, command: `tmux pane ${pane}`, file: 'pane', open };
  const { session, opened } = await call.host.sessions.start(plan, call.signal);
  const { pane: id, session: tmuxSession, pid, cols, rows } = opened.result;
  const facts = { session_id: session.id, pane: id, tmux_session: tmuxSession, pid, cols, rows };
  const screen = await session.run(call.signal, async (signal) => await readScreenFacts(session, signal));
  return createJsonResult({ ...facts, ...screen, ...session.exit } satisfies AttachTmuxResult);
};

const maxCommandLength = 200;

export const resizeSession: ToolHandler<'resize_session'> = runInSession(
  async ({ cols, rows }, { session, signal }) => {
    await session.terminal.resize(cols, rows);
    const { revision } = await readShownScreen(session, signal);
    return createJsonResult({ success: true, cols, rows, revision });
  },
);

export const sendSignal: ToolHandler<'send_signal'> = runInSession(async (args, { session, signal }) => {
  await session.terminal.request('signal', { name: args.signal }, { signal });
  return createJsonResult({ success: true });
});

export const listSessions: ToolHandler<'list_sessions'> = async (_, { host }) => {
  const now = Date.now();
  const sessions = host.sessions.all.map(({ id, command, terminal, createdAt, lastUsedAt, isBusy, exit }) => ({
    id,
    pid: terminal.pid,
    command: toWellFormed(clipText(command, maxCommandLength)),
    created_at: new Date(createdAt).toISOString(),
    age_seconds: Math.round((now - createdAt) / 1000),
    idle_seconds: isBusy ? 0 : Math.round((now - lastUsedAt) / 1000),
    cols: terminal.cols,
    rows: terminal.rows,
    ...exit,
  }));
  return createJsonResult({ sessions } satisfies ListSessionsResult);
};

export const closeSession: ToolHandler<'close_session'> = async ({ session_id: id }, { host }) => {
  const success = await host.sessions.close(id);
  const message = success ? `Session ${id} closed.` : `Session ${quote(id)} is not open.`;
  return createJsonResult({ success, message });
};

// A program that prints nothing at first, such as `cat`, must not delay the result for longer.
const maxFirstScreenMs = 1000;
const quietMs = 100;

export const spawnTui: ToolHandler<'spawn_tui'> = async (args, call) => {
  const pattern = args.wait_for === undefined ? undefined : checkPattern(args.wait_for);
  const { options, sessions } = call.host;
  const { cols = options.cols, rows = options.rows } = args;
  const { file, args: argv } =
    args.args === undefined ? parseCommandLine(args.command) : { file: args.command, args: args.args };
  const line = args.args === undefined ? args.command : [args.command, ...args.args].join(' ');
  const launchOptions = {
    args: argv,
    cols,
    rows,
    cwd: args.cwd,
    env: createAgentEnvironment(args),
    ambiguity: 'first',
    ...chooseDirectories(call),
  } as const;
  const open = async (session: object): Promise<OpenedSession> =>
    await launchTerminal(file, { ...launchOptions, ...session });
  const { session } = await sessions.start({ name: args.name, command: line, file, open }, call.signal);
  const started = { session_id: session.id, pid: session.terminal.pid, cols, rows };
  const first = await session.run(
    call.signal,
    async (signal) => await readFirstScreen(session, pattern, { ...args, ...call, signal }),
  );
  return createJsonResult({ ...started, ...first } satisfies SpawnTuiResult);
};

const createAgentEnvironment = ({ env = {} }: SpawnTuiArguments): Readonly<Record<string, string | null>> => ({
  ...Object.fromEntries(agentVariables.filter((name) => process.env[name] !== undefined).map((name) => [name, null])),
  ...env,
});

type FirstScreen = Omit<SpawnTuiResult, 'session_id' | 'pid' | 'cols' | 'rows'>;

async function readFirstScreen(
  session: AgentSession,
  pattern: TextPattern | undefined,
  call: ToolCall & { readonly timeout_ms: number },
): Promise<FirstScreen> {
  const { terminal } = session;
  const { signal } = call;
  if (pattern === undefined) {
    await terminal.waitForChange({ stable: quietMs, timeout: maxFirstScreenMs, signal });
    return { ...(await readScreenFacts(session, signal)), ...session.exit };
  }
  const startedAt = Date.now();
  const { timeoutMs, note } = limitWait(call.timeout_ms, call);
  const outcome = await awaitOutcome(
    terminal.waitFor({ anyOf: createFoundConditions(pattern), timeout: timeoutMs, signal }),
  );
  const found = outcome.reason === 'matched';
  if (found) await settleScreen(session, signal);
  const waited = { found, elapsed_ms: Date.now() - startedAt, ...createNote(outcome, note) };
  return { ...(await readScreenFacts(session, signal)), ...waited, ...session.exit };
}
