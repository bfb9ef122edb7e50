import { closeSync, openSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { version } from '../protocol/generated/tables.js';
import { nearestOf } from '../text/nearest.js';
import { createLog } from './log.js';
import { describeOptions, parseOptions, UsageError } from './options.js';
import { serverOptions } from './server-options.js';

/** The process a command runs in. */
export interface Surroundings {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly input: Readable;
  /** Whether a person types the input. */
  readonly isInteractive: boolean;
  openOutput(): Writable;
  writeError(text: string): void;
  onSignal(handle: (name: string) => void): void;
  onBug(handle: (error: unknown) => void): void;
}

const usage = `tuispec ${version} drives a terminal program over JSON-RPC 2.0

Usage:
  tuispec server [options]   serve requests, one per line, on standard input and output
  tuispec --version          print the version
  tuispec --help             print this; with a command, its options

Example:
  printf '%s\\n' '{"jsonrpc":"2.0","id":1,"method":"server.ping"}' | tuispec server
`;

const serverUsage = `Usage: tuispec server [options]

Reads JSON-RPC 2.0 requests from standard input, one per line, and answers on
standard output. Ends when its input ends.

Options:
${describeOptions(serverOptions)}
  --help  print this

Example:
  tuispec server --cols 80 --rows 24 --artifact-dir /tmp/artifacts < script.jsonl
`;

/** Runs what the command line says; resolves with the exit code: 0 ok, 1 failed, 2 wrong usage. */
export async function runCommand(args: readonly string[], around: Surroundings): Promise<number> {
  if (around.platform === 'win32') {
    around.writeError('tuispec does not run on Windows: it needs the pseudo-terminals of Linux or macOS.\n');
    return 1;
  }
  try {
    return await choose(args, around);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    around.writeError(`tuispec: ${error.message}\n`);
    return 2;
  }
}

async function choose(args: readonly string[], around: Surroundings): Promise<number> {
  const [command, ...rest] = args;
  if (command === undefined) throw new UsageError('no command given; tuispec --help tells which there are');
  if (command === '--version') {
    parseOptions({}, rest, {});
    return await print(`${version}\n`, around);
  }
  if (command === '--help' || command === 'help') return await print(usage, around);
  if (command !== 'server') throw new UsageError(unknownCommand(command));
  if (rest.includes('--help')) return await print(serverUsage, around);
  return await runServer(rest, around);
}

async function runServer(args: readonly string[], around: Surroundings): Promise<number> {
  const options = parseOptions(serverOptions, args, around.variables);
  if (options['output-log'] !== undefined) checkWritable('--output-log', options['output-log']);
  const log = createLog(options['log-level'], around.writeError);
  const { serve } = await import('./server.js');
  const server = serve(options, { input: around.input, output: around.openOutput(), log, variables: around.variables });
  around.onSignal((name) => {
    log('info', `ended by ${name}`);
    server.stop();
  });
  around.onBug((error) => log('error', error instanceof Error ? (error.stack ?? error.message) : String(error)));
  if (around.isInteractive)
    around.writeError(
      'tuispec server waits for JSON-RPC requests, one per line; Ctrl+D ends it. Try {"jsonrpc":"2.0","id":1,"method":"server.ping"}\n',
    );
  return await server.ended;
}

function checkWritable(source: string, path: string): void {
  try {
    closeSync(openSync(path, 'a'));
  } catch (error) {
    throw new UsageError(`${source} cannot be written: ${(error as Error).message}`);
  }
}

async function print(text: string, around: Surroundings): Promise<number> {
  const output = around.openOutput();
  const problem = await new Promise<NodeJS.ErrnoException | null | undefined>((resolve) => {
    output.on('error', resolve);
    output.write(text, resolve);
  });
  // A reader that has seen enough, such as `head`, is no failure.
  if (!problem || problem.code === 'EPIPE') return 0;
  around.writeError(`tuispec: cannot write to standard output: ${problem.message}\n`);
  return 1;
}

function unknownCommand(command: string): string {
  const nearest = nearestOf(command, ['server']);
  return `unknown command ${JSON.stringify(command)}; ${nearest === undefined ? 'tuispec --help tells which there are' : `did you mean ${nearest}?`}`;
}
