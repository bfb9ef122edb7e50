import { commonFlags, describeOption, formatSynopsis } from '../../src/cli/choose-command.js';
import type { Command } from '../../src/cli/options.js';
import { commands } from '../../src/cli/run-command.js';
import { version } from '../../src/protocol/generated/tables.js';

// In roff, a backslash begins an escape, a minus is a hyphen, and a line that begins with a dot or a quote is a request.
const escapeRoff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^(?=[.'])/gm, '\\&');

const formatFlag = ([flag, help]: readonly [flag: string, help: string]): string =>
  `.TP\n.B ${escapeRoff(flag)}\n${escapeRoff(help)}`;

const formatExample = ([comment, line]: readonly [comment: string, line: string]): string =>
  `.PP\n${escapeRoff(comment)}\n.PP\n.RS 4\n.nf\n${escapeRoff(line)}\n.fi\n.RE`;

const formatCommand = ([name, command]: readonly [string, Command]): string => {
  const flags = Object.entries(command.options).map(describeOption);
  const parts = [`.SS ${escapeRoff(formatSynopsis(name, command))}`, escapeRoff(command.explanation)];
  return [...parts, ...flags.map(formatFlag), ...command.examples.map(formatExample)].join('\n');
};

function listVariables(): string {
  const options = Object.values(commands).flatMap((command) => Object.values(command.options));
  const variables = new Map(
    options.flatMap(({ variable, help }) => (variable === undefined ? [] : [[variable, help]])),
  );
  return [...variables].map(formatFlag).join('\n');
}

/** Returns the page that \`man tuispec\` shows, from the options of the commands. */
export const createManPage =
  (): string => `.\\" Generated from the options of src/cli by \`npm run generate\`; do not edit.
.TH TUISPEC 1 "" "tuispec ${version}" "User Commands"
.SH NAME
tuispec \\- test and drive terminal programs
.SH SYNOPSIS
.B tuispec
COMMAND [options]
.SH DESCRIPTION
Runs programs in terminals of its own, types, waits for what appears, and compares and records what they show.
.SH OPTIONS
Each command has:
${commonFlags.map(({ name, help }) => formatFlag([`--${name}`, help])).join('\n')}
.SH COMMANDS
${Object.entries(commands).map(formatCommand).join('\n')}
.SH ENVIRONMENT
A flag takes precedence over its variable.
${listVariables()}
.SH EXIT STATUS
0: done. 1: failed. 2: wrong usage. The commands for sessions also use 3 (no such session), 4 (the program has ended), 5 (not started) and 6 (conflict).
`;
