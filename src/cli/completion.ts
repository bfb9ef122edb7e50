import { type Command, type Commands, parseArguments, parseOneOf, print } from './options.js';

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
