import { type Command, type Commands, parseArguments, parseOneOf, parseOptions, print } from './options.js';

const shells = ['bash', 'zsh', 'fish'] as const;
const shell = { name: 'SHELL', words: shells, parse: parseOneOf(shells) };

/** `tuispec completion`. It takes a function because it completes itself too. */
export const createCompletionCommand = (commands: () => Commands): Command => ({
  what: 'print the completion script for a shell',
  explanation: 'Prints a script for bash, zsh or fish that completes commands, options and values.',
  operands: [shell],
  options: {},
  examples: [
    ['bash, in ~/.bashrc:', 'source <(tuispec completion bash)'],
    ['zsh, in ~/.zshrc after compinit:', 'source <(tuispec completion zsh)'],
    ['fish, in ~/.config/fish/config.fish:', 'tuispec completion fish | source'],
  ],
  run: async (args, host) => {
    const { operands } = parseArguments({}, [shell], args, host.variables);
    const { completionScripts } = await import('./completion-scripts.js');
    return await print(completionScripts[shell.parse(operands[0] ?? '')](commands()), host);
  },
});

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
