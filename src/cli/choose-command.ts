// Runs the command that the first argument names, or prints help.
import { InvalidParamError, MethodError } from '../base/errors.js';
import { findNearest } from '../base/text.js';
import { version } from '../protocol/generated/tables.js';
import {
  type Command,
  type Commands,
  type Option,
  type ProcessHost,
  parseOptions,
  print,
  UsageError,
} from './options.js';

/** Runs one of several commands; resolves with the exit code: 0 success, 1 failure, 2 usage error. A failure is one line. */
export async function chooseCommand(commands: Commands, args: readonly string[], host: ProcessHost): Promise<number> {
  try {
    return await dispatchCommand(commands, args, host);
  } catch (error) {
    const isUsage = error instanceof UsageError || error instanceof InvalidParamError;
    if (!isUsage && !(error instanceof MethodError)) throw error;
    host.writeError(`tuispec: ${error.message}\n`);
    return isUsage ? 2 : 1;
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

/** What `tuispec --help` prints. */
export function formatUsage(commands: Commands): string {
  const rows = Object.entries(commands).map(
    ([name, command]) => [formatSynopsis(name, command), command.what] as const,
  );
  return `tuispec ${version} drives a terminal program over JSON-RPC 2.0

Usage:
${formatTable([...rows, ['tuispec --version', 'print the version'], ['tuispec --help', 'print this help; after a command, its options']])}

Example: run a program, wait for its output, and read the screen.

${example}
`;
}

// Not indented: the shell recognizes the end marker only at the start of a line.
const example = `tuispec server --fail-fast <<'END'
{"jsonrpc":"2.0","id":1,"method":"initialize"}
{"jsonrpc":"2.0","id":2,"method":"launch","params":{"command":"date"}}
{"jsonrpc":"2.0","id":3,"method":"waitForText","params":{"selector":{"type":"regex","pattern":"20\\\\d\\\\d"}}}
{"jsonrpc":"2.0","id":4,"method":"currentView"}
END`;

/** What `tuispec <name> --help` prints. */
function formatHelp(name: string, command: Command): string {
  const { explanation, options, examples } = command;
  const hasLetters = Object.values(options).some(({ letter }) => letter !== undefined);
  const flags = [
    ...Object.entries(options).map(describeOption),
    ...commonFlags.map(({ name: flag, help }) => [`--${flag}`, help] as const),
  ];
  return `Usage: ${formatSynopsis(name, command)}

${explanation}

Options:
${formatTable(flags.map(([flag, help]) => [hasLetters && flag.startsWith('--') ? `    ${flag}` : flag, help]))}

Examples:
${examples.map(([comment, line]) => `  # ${comment}\n  ${line}`).join('\n')}
`;
}

/** Flags of every command. */
export const commonFlags = [
  { name: 'version', help: 'print the version' },
  { name: 'help', help: 'print this help' },
] as const;

/** How a command is called. */
export function formatSynopsis(name: string, { operands, options, commandLine }: Command): string {
  const wanted = operands.map((operand) => (operand.isRepeatable ? `[${operand.name}]...` : operand.name));
  const optional = Object.keys(options).length > 0 ? ['[options]'] : [];
  const rest = commandLine === undefined ? [] : ['--', commandLine];
  return ['tuispec', name, ...wanted, ...optional, ...rest].join(' ');
}

/** A flag, and its help with its default and its variable. */
export function describeOption([name, option]: [string, Option<unknown>]) {
  const { placeholder, help, variable, default: value, isRepeatable, letter } = option;
  const short = letter === undefined ? '' : `-${letter}, `;
  const flag = `${short}--${name}${placeholder === undefined ? '' : ` ${placeholder}`}`;
  const preset = value === false || value === undefined ? [] : [`default: ${String(value)}`];
  const notes = [...(isRepeatable ? ['repeatable'] : []), ...preset, ...(variable === undefined ? [] : [variable])];
  return [flag, notes.length > 0 ? `${help} (${notes.join('; ')})` : help] as const;
}

function formatTable(rows: readonly (readonly [left: string, right: string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
