import { version } from '../protocol/generated/tables.js';
import { nearestOf } from '../text/nearest.js';
import { type Commands, type ProcessHost, print } from './command.js';
import { completionCommand } from './completion.js';
import { helpOf, usageOf } from './help.js';
import { parseOptions, UsageError } from './options.js';
import { renderCommand, renderTextCommand } from './render.js';
import { replayCommand } from './replay.js';
import { serverCommand } from './server-command.js';

const commands: Commands = {
  server: serverCommand,
  render: renderCommand,
  'render-text': renderTextCommand,
  replay: replayCommand,
  completion: completionCommand(() => commands),
};

/** Runs the command line; resolves with the exit code: 0 success, 1 failure, 2 usage error. */
export async function runCommand(args: readonly string[], around: ProcessHost): Promise<number> {
  if (around.platform === 'win32') {
    around.writeError('tuispec does not run on Windows: it requires the pseudo-terminals of Linux or macOS.\n');
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

async function choose(args: readonly string[], around: ProcessHost): Promise<number> {
  const [command, ...rest] = args;
  if (command === undefined) throw new UsageError('No command given. Run tuispec --help to list the commands.');
  if (['--version', '-V', 'version'].includes(command)) {
    parseOptions({}, rest, {});
    return await print(`${version}\n`, around);
  }
  if (command === 'help' || isHelp(command)) return await print(usageOf(commands), around);
  const found = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (found === undefined) throw new UsageError(unknownCommand(command));
  if (rest.some(isHelp)) return await print(helpOf(command, found), around);
  if (rest.includes('--version')) return await print(`${version}\n`, around);
  return await found.run(rest, around);
}

const isHelp = (word: string): boolean => word === '--help' || word === '-h';

function unknownCommand(command: string): string {
  const nearest = nearestOf(command, Object.keys(commands));
  return `Unknown command ${JSON.stringify(command)}. ${nearest === undefined ? 'Run tuispec --help to list the commands.' : `Did you mean ${nearest}?`}`;
}
