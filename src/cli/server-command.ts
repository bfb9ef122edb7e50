import { closeSync, constants, openSync } from 'node:fs';
import { createLog, MethodError } from '../base/errors.js';
import type { StdioServer, TakeOutput, ViewSettings } from '../server/stdio-server.js';
import { type Command, type ProcessHost, parseOptions, UsageError, waitForEnd } from './options.js';
import { describeUnknownVariables, serverOptions, toServerOptions } from './server-options.js';
import { writeWithRetries } from './stdio.js';

// Maximum time that a reader that accepts no data can block the server.
const maxPauseMs = 1000;
// Program output can contain confidential data.
const ownerOnly = 0o600;

/** Appends to a file. Reports the first write error to `onFailure` and writes nothing after it. */
function openOutputLog(path: string, onFailure: (error: Error) => void): TakeOutput {
  let descriptor: number | undefined = open(path);
  return (bytes) => {
    if (descriptor === undefined) return;
    try {
      if (!writeWithRetries(descriptor, bytes, maxPauseMs)) throw new Error('the reader accepts no data');
    } catch (error) {
      closeSync(descriptor);
      descriptor = undefined;
      onFailure(error as Error);
    }
  };
}

function open(path: string): number {
  try {
    // Non-blocking, because a pipe may have no reader.
    const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;
    return openSync(path, flags, ownerOnly);
  } catch (error) {
    throw new UsageError(`Cannot open the file of --output-log: ${(error as Error).message}.`);
  }
}

/** `tuispec server`. */
export const serverCommand: Command = {
  what: 'serve requests on standard input and output, one per line',
  explanation: `Reads JSON-RPC 2.0 requests from standard input, one per line, and writes the
responses to standard output. Exits when its input ends.`,
  operands: [],
  options: serverOptions,
  examples: [
    ['Check that the server responds:', `echo '{"jsonrpc":"2.0","id":1,"method":"server.ping"}' | tuispec server`],
    [
      'Run a script in an 80x24 terminal, and stop at the first error:',
      'tuispec server --cols 80 --rows 24 --fail-fast < script.jsonl',
    ],
    [
      'Store snapshots in another directory, and update their baselines:',
      'tuispec server --artifact-dir shots --update-snapshots < script.jsonl',
    ],
    ['Watch a script in a browser while it runs:', 'tuispec server --view 0 --view-interactive < script.jsonl'],
    [
      'Print every method with its parameters, as an OpenRPC document:',
      `echo '{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}' | tuispec server > methods.json`,
    ],
  ],
  run: runServer,
};

async function runServer(args: readonly string[], host: ProcessHost): Promise<number> {
  const options = parseOptions(serverOptions, args, host.variables);
  const { 'snapshot-theme': theme, font } = options;
  // Themes are only loaded when one is named.
  if (theme !== serverOptions['snapshot-theme'].default || font !== undefined) {
    const { checkFont, loadTheme } = await import('../pictures/options.js');
    loadTheme(theme, host.variables['COLORFGBG']);
    checkFont(font);
  }
  const log = createLog(options['log-level'], host.writeError);
  const unknownVariables = describeUnknownVariables(host.variables, serverOptions);
  if (unknownVariables !== undefined) log('warn', unknownVariables);
  const path = options['output-log'];
  const takeOutput =
    path === undefined
      ? undefined
      : openOutputLog(path, ({ message }) =>
          log('error', `Cannot write to the output log ${path}: ${message}. No more output is logged.`),
        );
  const { StdioServer } = await import('../server/stdio-server.js');
  const { input, variables } = host;
  const announce = (line: string): void => host.writeError(line);
  const streams = { input, output: host.openOutput(), log, variables, takeOutput, announce };
  const server = new StdioServer(toServerOptions(options), streams);
  const { view, 'view-interactive': isInteractive, 'view-allow-host': allowedHosts = [] } = options;
  if (view !== undefined) {
    // Several servers can have the same variables.
    const isPortFlexible = parseOptions(serverOptions, args, {}).view === undefined;
    await startView(server, { ...view, isInteractive, allowedHosts, isPortFlexible });
  }
  server.start();
  const invitation =
    'tuispec server waits for JSON-RPC requests, one per line. Press Ctrl+D to end it. Example: {"jsonrpc":"2.0","id":1,"method":"server.ping"}';
  return await waitForEnd(server, host, log, invitation);
}

async function startView({ view }: StdioServer, settings: ViewSettings): Promise<void> {
  try {
    await view.start(settings);
  } catch (error) {
    throw error instanceof MethodError ? new UsageError(error.message) : error;
  }
}
