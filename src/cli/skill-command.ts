import { type Command, print } from './command.js';
import { parseOptions } from './options.js';

/** `tuispec skill`. */
export const skillCommand: Command = {
  what: 'print a skill for coding agents that use the command line',
  explanation:
    'Prints a short guide in Markdown for agents that drive programs with shell commands\ninstead of MCP tools.',
  operands: [],
  options: {},
  examples: [['Claude Code:', 'mkdir -p .claude/skills/tuispec && tuispec skill > .claude/skills/tuispec/SKILL.md']],
  run: async (args, host) => {
    parseOptions({}, args, host.variables);
    const { skill } = await import('./skill.js');
    return await print(skill, host);
  },
};
