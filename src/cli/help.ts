import { version } from '../protocol/generated/tables.js';
import type { Command, Commands, Option } from './options.js';

/** Flags of every command. */
export const commonFlags = [
  { name: 'version', help: 'print the version' },
  { name: 'help', help: 'print this help' },
] as const;

// Not indented: the shell recognizes the end marker only at the start of a line.
const example = `tuispec server --fail-fast <<'END'
{"jsonrpc":"2.0","id":1,"method":"initialize"}
{"jsonrpc":"2.0","id":2,"method":"launch","params":{"command":"date"}}
{"jsonrpc":"2.0","id":3,"method":"waitForText","params":{"selector":{"type":"regex","pattern":"20\\\\d\\\\d"}}}
{"jsonrpc":"2.0","id":4,"method":"currentView"}
END`;

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

/** What `tuispec <name> --help` prints. */
export function formatHelp(name: string, command: Command): string {
  const { explanation, options, examples } = command;
  return `Usage: ${formatSynopsis(name, command)}

${explanation}

Options:
${formatTable([...Object.entries(options).map(describeOption), ...commonFlags.map(({ name: flag, help }) => [`--${flag}`, help] as const)])}

Examples:
${examples.map(([comment, line]) => `  # ${comment}\n  ${line}`).join('\n')}
`;
}

function formatSynopsis(name: string, { operands, options, commandLine }: Command): string {
  const wanted = operands.map((operand) => operand.name);
  const optional = Object.keys(options).length > 0 ? ['[options]'] : [];
  const rest = commandLine === undefined ? [] : ['--', commandLine];
  return ['tuispec', name, ...wanted, ...optional, ...rest].join(' ');
}

function describeOption([name, { placeholder, help, variable, default: value }]: [string, Option<unknown>]) {
  const flag = placeholder === undefined ? `--${name}` : `--${name} ${placeholder}`;
  const preset = value === false || value === undefined ? [] : [`default: ${String(value)}`];
  const notes = [...preset, ...(variable === undefined ? [] : [variable])];
  return [flag, notes.length > 0 ? `${help} (${notes.join('; ')})` : help] as const;
}

function formatTable(rows: readonly (readonly [left: string, right: string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
