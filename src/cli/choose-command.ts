import { findNearest } from '../base/text.js';
import { version } from '../protocol/generated/tables.js';
import { formatHelp, formatUsage } from './help.js';
import { type Commands, type ProcessHost, parseOptions, print, UsageError } from './options.js';

/** Runs one of several commands; resolves with the exit code: 0 success, 1 failure, 2 usage error. */
export async function chooseCommand(commands: Commands, args: readonly string[], host: ProcessHost): Promise<number> {
  if (host.platform === 'win32') {
    host.writeError('tuispec does not run on Windows: it requires the pseudo-terminals of Linux or macOS.\n');
    return 1;
  }
  try {
    return await dispatchCommand(commands, args, host);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    host.writeError(`tuispec: ${error.message}\n`);
    return 2;
  }
}

async function dispatchCommand(commands: Commands, args: readonly string[], host: ProcessHost): Promise<number> {
  const [command, ...rest] = args;
  if (command === undefined) throw new UsageError('No command given. Run tuispec --help to list the commands.');
  if (['--version', '-V', 'version'].includes(command)) {
    parseOptions({}, rest, {});
    return await print(`${version}\n`, host);
  }
  if (command === 'help' || isHelp(command)) return await print(formatUsage(commands), host);
  const found = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (found === undefined) throw new UsageError(describeUnknownCommand(command, commands));
  const separator = rest.indexOf('--');
  // What follows belongs to another command.
  const own = separator < 0 ? rest : rest.slice(0, separator);
  if (own.some(isHelp)) return await print(formatHelp(command, found), host);
  if (own.includes('--version')) return await print(`${version}\n`, host);
  return await found.run(rest, host);
}

const isHelp = (word: string): boolean => word === '--help' || word === '-h';

function describeUnknownCommand(command: string, commands: Commands): string {
  const nearest = findNearest(command, Object.keys(commands));
  return `Unknown command ${JSON.stringify(command)}. ${nearest === undefined ? 'Run tuispec --help to list the commands.' : `Did you mean ${nearest}?`}`;
}
