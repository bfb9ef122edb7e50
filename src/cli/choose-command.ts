// Runs the command that the first argument names, or prints help.
import { InvalidParamError, MethodError } from '../base/errors.js';
import { findNearest } from '../base/text.js';
import { version } from '../protocol/generated/tables.js';
import {
  type Command,
  type CommandGroups,
  type Commands,
  type Option,
  type ProcessHost,
  parseOptions,
  print,
  UsageError,
} from './options.js';

/** Runs one of several commands; resolves with the exit code: 0 success, 1 failure, 2 usage error. A failure is one line. */
export async function chooseCommand(
  groups: CommandGroups,
  args: readonly string[],
  host: ProcessHost,
): Promise<number> {
  try {
    return await dispatchCommand(groups, args, host);
  } catch (error) {
    const isUsage = error instanceof UsageError || error instanceof InvalidParamError;
    if (!isUsage && !(error instanceof MethodError)) throw error;
    host.writeError(`tuispec: ${error.message}\n`);
    return isUsage ? 2 : 1;
  }
}

async function dispatchCommand(groups: CommandGroups, args: readonly string[], host: ProcessHost): Promise<number> {
  const commands = joinGroups(groups);
  const [command, ...rest] = args;
  if (command === undefined) throw new UsageError('No command given. Run tuispec --help to list the commands.');
  if (['--version', '-V', 'version'].includes(command)) {
    parseOptions({}, rest, {});
    return await print(`${version}\n`, host);
  }
  if (command === 'help' || isHelp(command)) return await print(formatUsage(groups), host);
  const found = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (found === undefined) throw new UsageError(describeUnknownCommand(command, commands));
  const separator = rest.indexOf('--');
  // What follows belongs to another command.
  const own = separator < 0 ? rest : rest.slice(0, separator);
  if (own.some(isHelp)) return await print(formatHelp(command, found), host);
  if (own.includes('--version')) return await print(`${version}\n`, host);
  return await found.run(rest, host);
}

/** The commands of all groups, in their order. */
export const joinGroups = (groups: CommandGroups): Commands => Object.assign({}, ...Object.values(groups));

const isHelp = (word: string): boolean => word === '--help' || word === '-h';

function describeUnknownCommand(command: string, commands: Commands): string {
  const nearest = findNearest(command, Object.keys(commands));
  return `Unknown command ${JSON.stringify(command)}. ${nearest === undefined ? 'Run tuispec --help to list the commands.' : `Did you mean ${nearest}?`}`;
}

/** What `tuispec --help` prints. */
export function formatUsage(groups: CommandGroups): string {
  const sections = Object.entries(groups).map(([heading, commands]) => {
    const rows = Object.entries(commands).map(
      ([name, command]) => [formatSynopsis(name, command), command.what] as const,
    );
    return `${heading}:\n${formatTable(rows)}\n`;
  });
  return `tuispec ${version} tests and drives terminal programs

${sections.join('\n')}
Options:
${formatTable([
  ['--version', 'print the version'],
  ['--help', 'print this help; after a command, its options and examples'],
])}

Examples:
  # Start a program, type a line and wait for its result, and end it:
  tuispec open --expect '>>>' -- python3 -q
  tuispec send '6 * 7' Enter --expect 42
  tuispec close
`;
}

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
  const { placeholder, variable, default: value, isRepeatable, letter } = option;
  const short = letter === undefined ? '' : `-${letter}, `;
  const flag = `${short}--${name}${placeholder === undefined ? '' : ` ${placeholder}`}`;
  const [, help = option.help, inWords] = /^(.*) \(default: (.*)\)$/.exec(option.help) ?? [];
  const preset = inWords ?? String(value === false ? '' : (value ?? ''));
  const notes = [
    ...(isRepeatable ? ['repeatable'] : []),
    ...(preset === '' ? [] : [`default: ${preset}`]),
    ...(variable === undefined ? [] : [variable]),
  ];
  return [flag, notes.length > 0 ? `${help} (${notes.join('; ')})` : help] as const;
}

function formatTable(rows: readonly (readonly [left: string, right: string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
