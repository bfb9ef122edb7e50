import { checkCommand } from './check.js';
import { chooseCommand, joinGroups } from './choose-command.js';
import { createCompletionCommand } from './completion.js';
import { doctorCommand } from './doctor.js';
import { exportCommand } from './export.js';
import { fuzzCommand } from './fuzz-command.js';
import { mcpCommand } from './mcp-command.js';
import type { CommandGroups, Commands, ProcessHost } from './options.js';
import { recordCommand } from './record-command.js';
import { renderCommand, renderTextCommand } from './render.js';
import { replayCommand } from './replay.js';
import { serverCommand } from './server-command.js';
import { sessionCommand } from './session-command.js';
import { commandsForSessions } from './session-commands.js';
import { skillCommand } from './skill.js';
import { testCommand } from './test-command.js';
import { traceCommand } from './trace.js';
import { viewCommand } from './view-command.js';

/** The commands as the help lists them. */
export const commandGroups: CommandGroups = {
  'Tests without code': { test: testCommand, record: recordCommand, check: checkCommand, fuzz: fuzzCommand },
  'Sessions, which last between shell commands': commandsForSessions,
  'Servers, for programs, agents and people': {
    server: serverCommand,
    mcp: mcpCommand,
    skill: skillCommand,
    view: viewCommand,
  },
  'Recordings and pictures': {
    replay: replayCommand,
    trace: traceCommand,
    export: exportCommand,
    render: renderCommand,
    'render-text': renderTextCommand,
  },
  'This machine': { doctor: doctorCommand, completion: createCompletionCommand(() => commands) },
};
/** The commands by name. */
export const commands: Commands = joinGroups(commandGroups);

/** Runs the command line; resolves with the exit code. */
export const runCommand = async (args: readonly string[], host: ProcessHost): Promise<number> =>
  args[0] === 'session'
    ? await sessionCommand.run(args.slice(1), host)
    : await chooseCommand(commandGroups, args, host);
