import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { createLog } from '../base/errors.js';
import type { Notifications } from '../protocol/generated/types.js';
import type { StdioServer } from '../server/stdio-server.js';
import {
  type Address,
  type Command,
  defineOption,
  type ProcessHost,
  parseAddress,
  parseBoolean,
  parseNonEmpty,
  parseOptions,
  UsageError,
  type Values,
  withErrorReport,
} from './options.js';
import { serverOptions, toServerOptions } from './server-options.js';

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
};

/** `tuispec view`. */
export const viewCommand: Command = {
  what: 'run one program, and show it on a page in the browser',
  explanation: `Runs a program in a terminal of its own, and prints the URL of a page that shows it.
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
  run: async (args, host) => await withErrorReport(host, async () => await runView(args, host)),
};

async function runView(args: readonly string[], host: ProcessHost): Promise<number> {
  const separator = args.includes('--') ? args.indexOf('--') : args.length;
  const options = parseViewOptions(args.slice(0, separator), host.variables);
  const [command, ...rest] = args.slice(separator + 1);
  const { tmux, listen, interactive, cols, rows } = options;
  if (tmux === undefined && command === undefined)
    throw new UsageError('Missing argument COMMAND after --, as in: tuispec view -- top.');
  if (tmux !== undefined && command !== undefined)
    throw new UsageError('--tmux shows an existing pane and takes no COMMAND.');
  const directory = mkdtempSync(join(tmpdir(), 'tuispec-view-'));
  // The view does not keep the process alive.
  const alive = setInterval(() => {}, 2 ** 30);
  try {
    const flags = ['--artifact-dir', directory, '--cols', String(cols), '--rows', String(rows)];
    const session = await openViewedSession(flags, host);
    let signal: string | undefined;
    host.onSignal((name) => {
      signal ??= name;
      session.stop();
    });
    const allowedHosts = options['allow-host'] ?? [];
    await session.server.view.start({
      ...(listen ?? { host: '127.0.0.1', port: 0 }),
      isInteractive: interactive,
      allowedHosts,
    });
    session.request('initialize', { name: basename(command ?? `tmux-${tmux}`), notifyExit: true });
    if (tmux === undefined) session.request('launch', { command, args: rest });
    else session.request('attach', { pane: tmux, ...toSocket(options['tmux-socket']), readOnly: !interactive });
    const exitCode = await Promise.race([session.finish(), session.server.ended]);
    session.stop();
    await session.server.ended;
    return signal === undefined ? exitCode : 128 + constants.signals[signal as NodeJS.Signals];
  } finally {
    clearInterval(alive);
    rmSync(directory, { recursive: true, force: true });
  }
}

function parseViewOptions(args: readonly string[], variables: ProcessHost['variables']): Values<typeof viewOptions> {
  try {
    return parseOptions(viewOptions, args, variables);
  } catch (error) {
    const word = error instanceof UsageError ? error.unexpectedArgument : undefined;
    if (word === undefined) throw error;
    throw new UsageError(`Unexpected argument ${word}. The command follows --, as in: tuispec view -- ${word}.`);
  }
}

const toSocket = (socket: string | undefined): object =>
  socket === undefined ? {} : socket.includes('/') ? { socketPath: socket } : { socketName: socket };

/** A session in this process. */
interface ViewedSession {
  readonly server: StdioServer;
  request(method: string, params: object): void;
  /** Ends the program and the server. */
  stop(): void;
  /** Resolves with an exit code when the program has ended and the page has been closed, or when a request has failed. */
  finish(): Promise<number>;
}

async function openViewedSession(flags: readonly string[], host: ProcessHost): Promise<ViewedSession> {
  const { StdioServer } = await import('../server/stdio-server.js');
  const [input, output] = [new PassThrough(), new PassThrough()];
  const { variables } = host;
  const announce = (line: string): void => host.writeError(line);
  const streams = { input, output, log: createLog('warn', host.writeError), variables, announce };
  const server = new StdioServer(toServerOptions(parseOptions(serverOptions, flags, variables)), streams).start();
  let id = 0;
  let isStopped = false;
  return {
    server,
    request: (method, params) => {
      id += 1;
      input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    },
    stop: () => {
      isStopped = true;
      server.stop();
    },
    finish: async () => {
      for await (const line of createInterface({ input: output })) {
        const { error, method, params } = JSON.parse(line) as ServerMessage;
        if (error !== undefined) {
          host.writeError(`tuispec: ${error.message}\n`);
          return 1;
        }
        if (method !== 'session.exited') continue;
        if (isStopped) return 1;
        host.writeError(`tuispec: ${describeProgramEnd(params)} Close the page or press Ctrl+C to end the view.\n`);
        await server.view.waitUntilLeft();
        return params.exitCode ?? 1;
      }
      return 1;
    },
  };
}

type ExitNotification = Notifications['session.exited'];
type ServerMessage =
  | { readonly error: { readonly message: string }; readonly method?: undefined; readonly params?: undefined }
  | { readonly error?: undefined; readonly method: 'session.exited'; readonly params: ExitNotification }
  | { readonly error?: undefined; readonly method?: undefined; readonly params?: undefined };

function describeProgramEnd({ exitCode, signal }: ExitNotification): string {
  if (signal !== null) return `The program has been ended by ${signal}.`;
  return exitCode === null ? 'The pane has been closed.' : `The program has ended with exit code ${exitCode}.`;
}
