import { launchTerminal, type OpenedSession } from '../../client/launch.js';
import { parseCommandLine } from '../command-line.js';
import { chooseDirectories } from '../directories.js';
import type { SpawnTuiArguments, SpawnTuiResult } from '../generated/types.js';
import { createFoundConditions, parsePattern, type TextPattern } from '../patterns.js';
import { readScreenFacts, settleScreen } from '../screens.js';
import type { AgentSession } from '../session.js';
import { limitWait, type ToolCall, type ToolHandler } from '../tool-host.js';
import { createJsonResult } from '../tool-result.js';
import { awaitOutcome, createNote } from '../wait-outcome.js';

// A program that prints nothing at first, such as `cat`, must not delay the result for longer.
const maxFirstScreenMs = 1000;
const quietMs = 100;
// Programs that find these believe that they run inside an agent, and refuse to start or change their behavior.
const agentVariables = [
  'CLAUDECODE',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_CODE_SSE_PORT',
  'GEMINI_CLI',
  'CURSOR_AGENT',
];

/** `spawn_tui`. */
export const spawnTui: ToolHandler<'spawn_tui'> = async (args, call) => {
  const pattern = args.wait_for === undefined ? undefined : parsePattern(args.wait_for);
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
    env: createEnvironment(args),
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

const createEnvironment = ({ env = {} }: SpawnTuiArguments): Readonly<Record<string, string | null>> => ({
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
