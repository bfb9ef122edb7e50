import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createLog } from '../base/errors.js';
import { type Exit, statusAfterSignal } from '../base/exit.js';
import type { Server } from '../server/server.js';
import { sessionCommands } from '../sessions/commands.js';
import {
  type Address,
  type Command,
  defineOption,
  type ProcessHost,
  parseAddress,
  parseBoolean,
  parseNonEmpty,
  parseOptions,
  parseOptionsBefore,
  UsageError,
} from './options.js';
import { serverOptions, toServerOptions } from './server-options.js';
import { toOption } from './session-commands.js';

// The launcher passes command lines that show sessions to them. Here are the words for help, and what is combined wrongly.
const { session, all, stop, json } = sessionCommands.view.options;
const forSessions = { session: toOption(session), all: toOption(all), stop: toOption(stop), json: toOption(json) };

const viewOptions = {
  interactive: defineOption({ help: 'let viewers type, paste and click', parse: parseBoolean, default: false }),
  tmux: defineOption<string | undefined>({
    placeholder: 'PANE',
    help: 'show this pane of tmux instead of a new program: %3, or session:window.pane',
    parse: parseNonEmpty,
    default: undefined,
  }),
  'tmux-socket': defineOption<string | undefined>({
    placeholder: 'SOCKET',
    help: 'name or path of the socket of the tmux server, as in tmux -L or tmux -S',
    parse: parseNonEmpty,
    default: undefined,
  }),
  listen: defineOption<Address | undefined>({
    placeholder: '[HOST:]PORT',
    help: 'address to listen on (default: any free port of 127.0.0.1)',
    parse: parseAddress,
    default: undefined,
  }),
  'allow-host': serverOptions['view-allow-host'],
  cols: serverOptions.cols,
  rows: serverOptions.rows,
  ...forSessions,
};

/** `tuispec view`. */
export const viewCommand: Command = {
  what: 'run one program, and show it on a page in the browser',
  explanation: `Runs a program in a terminal of its own, and prints the URL of a page that shows it.
Without a program, shows the session of the project, or that of -s NAME; --all shows all sessions, --stop ends the view.
Ends when the program has ended and the page has been closed, or at Ctrl+C.
With --interactive, everyone who has the URL can use the program as you can.`,
  operands: [],
  commandLine: 'COMMAND [ARG]...',
  options: viewOptions,
  examples: [
    ['Watch a program:', 'tuispec view -- top'],
    ['Use it in the browser:', 'tuispec view --interactive -- bash'],
    ['Watch a pane of tmux:', 'tuispec view --tmux work:1.0'],
  ],
  run: runView,
};

async function runView(args: readonly string[], host: ProcessHost): Promise<number> {
  const separator = args.includes('--') ? args.indexOf('--') : args.length;
  const options = parseOptionsBefore('view', viewOptions, args.slice(0, separator), host.variables);
  const [command, ...rest] = args.slice(separator + 1);
  const { tmux, listen, interactive, cols, rows } = options;
  const wrong = (['session', 'all', 'stop', 'json'] as const).find((name) => options[name] !== undefined);
  if (wrong !== undefined)
    throw new UsageError(`--${wrong} is for sessions; it takes no COMMAND, --tmux, --allow-host, --cols or --rows.`);
  if (tmux === undefined && command === undefined)
    throw new UsageError('Missing argument COMMAND after --, as in: tuispec view -- top.');
  if (tmux !== undefined && command !== undefined)
    throw new UsageError('--tmux shows an existing pane and takes no COMMAND.');
  const directory = mkdtempSync(join(tmpdir(), 'tuispec-view-'));
  // The view does not keep the process alive.
  const alive = setInterval(() => {}, 2 ** 30);
  try {
    const flags = ['--artifact-dir', directory, '--cols', String(cols), '--rows', String(rows)];
    const server = await openServer(flags, host);
    let isStopped = false;
    const stopped = new Promise<number>((resolve) =>
      host.onSignal((name) => {
        isStopped = true;
        resolve(statusAfterSignal(name));
      }),
    );
    const report = (message: string): void => {
      if (!isStopped) host.writeError(`tuispec: ${message}\n`);
    };
    const allowedHosts = options['allow-host'] ?? [];
    await server.view.start({
      ...(listen ?? { host: '127.0.0.1', port: 0 }),
      isInteractive: interactive,
      allowedHosts,
    });
    const show = async (): Promise<number> => {
      await server.call('initialize', { name: basename(command ?? `tmux-${tmux}`) });
      const exited = waitForExit(server);
      if (tmux === undefined) await server.call('launch', { command: command ?? '', args: rest });
      else await server.call('attach', { pane: tmux, ...toSocket(options['tmux-socket']), readOnly: !interactive });
      const exit = await exited;
      report(`${describeProgramEnd(exit)} Close the page or press Ctrl+C to end the view.`);
      await server.view.waitUntilLeft();
      return host.asProgramStatus(exit.exitCode ?? 1);
    };
    const shown = show().catch((error: Error) => {
      report(error.message);
      return 1;
    });
    const exitCode = await Promise.race([shown, stopped]);
    await server.close();
    return exitCode;
  } finally {
    clearInterval(alive);
    rmSync(directory, { recursive: true, force: true });
  }
}

const toSocket = (socket: string | undefined): object =>
  socket === undefined ? {} : socket.includes('/') ? { socketPath: socket } : { socketName: socket };

/** Opens a server in this process. */
export async function openServer(flags: readonly string[], { variables, writeError }: ProcessHost): Promise<Server> {
  const { Server, noClient } = await import('../server/server.js');
  const { defaults, ...settings } = toServerOptions(parseOptions(serverOptions, flags, variables));
  return new Server(
    { ...settings, defaults: { ...defaults, environment: variables, takeOutput: undefined } },
    noClient({ log: createLog('warn', writeError), announce: writeError }),
  );
}

interface ViewedExit extends Exit {
  readonly isDetached: boolean;
}

const waitForExit = ({ session }: Server): Promise<ViewedExit> =>
  new Promise((resolve) =>
    session?.exited.on(({ exit, exitKind }) =>
      resolve({ exitCode: null, signal: null, ...exit, isDetached: exitKind === 'detached' }),
    ),
  );

function describeProgramEnd({ exitCode, signal, isDetached }: ViewedExit): string {
  if (isDetached) return 'The connection to the tmux pane has ended.';
  if (signal !== null) return `The program has been ended by ${signal}.`;
  return exitCode === null ? 'The pane has been closed.' : `The program has ended with exit code ${exitCode}.`;
}
