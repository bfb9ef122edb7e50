import { checkCommand } from './check.js';
import { chooseCommand } from './choose-command.js';
import { createCompletionCommand } from './completion.js';
import { doctorCommand } from './doctor.js';
import { exportCommand } from './export.js';
import { fuzzCommand } from './fuzz-command.js';
import { mcpCommand } from './mcp-command.js';
import type { Commands, ProcessHost } from './options.js';
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

/** The commands by name, in the order in which the help lists them. */
export const commands: Commands = {
  ...commandsForSessions,
  test: testCommand,
  fuzz: fuzzCommand,
  server: serverCommand,
  view: viewCommand,
  check: checkCommand,
  render: renderCommand,
  'render-text': renderTextCommand,
  record: recordCommand,
  replay: replayCommand,
  export: exportCommand,
  trace: traceCommand,
  mcp: mcpCommand,
  skill: skillCommand,
  doctor: doctorCommand,
  completion: createCompletionCommand(() => commands),
};

/** Runs the command line; resolves with the exit code. */
export const runCommand = async (args: readonly string[], host: ProcessHost): Promise<number> =>
  args[0] === 'session' ? await sessionCommand.run(args.slice(1), host) : await chooseCommand(commands, args, host);
