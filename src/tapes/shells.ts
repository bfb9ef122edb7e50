// The shells of tapes, as VHS starts them, and the invisible marks at their prompts (OSC 133).
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '../session/program/program.js';

/** How a shell is started. */
export interface ShellStart {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface Shell {
  /** Whether it marks its prompts. */
  readonly hasMarks: boolean;
  /** `directory` is private; files of the shell can be created in it. */
  start(directory: string): ShellStart;
}

const [red, green, blue] = [0x5b, 0x56, 0xe0];
const hex = '5B56E0';
const bashPrompt = `\\[\\e[38;2;${red};${green};${blue}m\\]> \\[\\e[0m\\]`;
// `B` ends the prompt, whatever the tape sets PS1 to. PS0 is printed when a command starts.
const bashMarks = `printf '\\033]133;D;%s\\007\\033]133;A\\007' "$?"; case $PS1 in *'133;B'*) ;; *) PS1="$PS1\\[\\e]133;B\\a\\]" ;; esac`;
const zshMarks = `PROMPT='%F{#${hex}}> %F{reset_color}'
__tuispec_precmd() {
  print -n "\\e]133;D;$?\\a\\e]133;A\\a"
  case $PROMPT in *'133;B'*) ;; *) PROMPT="$PROMPT"$'%{\\e]133;B\\a%}' ;; esac
}
__tuispec_preexec() { print -n "\\e]133;C\\a" }
precmd_functions+=(__tuispec_precmd)
preexec_functions+=(__tuispec_preexec)
unset ZDOTDIR
`;
const fishMarks = [
  'function __tuispec_exec --on-event fish_preexec; printf "\\e]133;C\\a"; end',
  'function __tuispec_done --on-event fish_postexec; set -g __tuispec_status $status; end',
  'function __tuispec_prompt --on-event fish_prompt; printf "\\e]133;D;%s\\a\\e]133;A\\a" $__tuispec_status; end',
];

const simple = (command: readonly string[], env: Readonly<Record<string, string>> = {}): Shell => ({
  hasMarks: false,
  start: () => ({ command, env }),
});
const powershellPrompt = (how: string): string =>
  `Set-PSReadLineOption -HistorySaveStyle SaveNothing; function prompt { Write-Host ${how}'>' -NoNewLine; return ' ' }`;
const powershellColor = `-ForegroundColor ([System.Drawing.Color]::FromArgb(${red},${green},${blue})) `;

/** The shells by name. */
export const shells: Readonly<Record<string, Shell>> = {
  bash: {
    hasMarks: true,
    start: () => ({
      command: ['bash', '--noprofile', '--norc', '--login', '+o', 'history'],
      env: {
        PS1: bashPrompt,
        PS0: '\\[\\e]133;C\\a\\]',
        PROMPT_COMMAND: bashMarks,
        BASH_SILENCE_DEPRECATION_WARNING: '1',
      },
    }),
  },
  zsh: {
    hasMarks: true,
    start: (directory) => {
      const dotDirectory = join(directory, 'zsh');
      mkdirSync(dotDirectory, { recursive: true });
      writeFileSync(join(dotDirectory, '.zshrc'), zshMarks);
      return { command: ['zsh', '--histnostore', '--no-globalrcs'], env: { ZDOTDIR: dotDirectory } };
    },
  },
  fish: {
    hasMarks: true,
    start: () => ({
      command: [
        ...['fish', '--login', '--no-config', '--private', '-C', 'function fish_greeting; end'],
        ...fishMarks.flatMap((code) => ['-C', code]),
        '-C',
        `function fish_prompt; set_color ${hex}; echo -n "> "; set_color normal; printf "\\e]133;B\\a"; end`,
      ],
      env: {},
    }),
  },
  powershell: simple(['powershell', '-NoLogo', '-NoExit', '-NoProfile', '-Command', powershellPrompt(powershellColor)]),
  pwsh: simple(['pwsh', '-Login', '-NoLogo', '-NoExit', '-NoProfile', '-Command', powershellPrompt(powershellColor)]),
  cmd: simple(['cmd.exe', '/k', 'prompt=^> ']),
  nu: simple([
    'nu',
    '--execute',
    `$env.PROMPT_COMMAND = {'\x1b[;38;2;${red};${green};${blue}m>\x1b[m '}; $env.PROMPT_COMMAND_RIGHT = {''}`,
  ]),
  osh: simple(['osh', '--norc'], { PS1: bashPrompt }),
  xonsh: simple(['xonsh', '--no-rc', '-D', `PROMPT=\x1b[;38;2;${red};${green};${blue}m>\x1b[m `]),
};

/** What the marks of a shell say about its prompt and its commands. */
export class ShellState {
  /** Whether there is a prompt that is newer than the last Enter. */
  isAtPrompt = false;
  /** Whether that prompt is complete. */
  isPromptComplete = false;
  /** How many prompts there have been. */
  prompts = 0;
  readonly #onStatus: (status: number) => void;

  /** `onStatus` receives the status of each command that has ended. */
  constructor(program: Program, onStatus: (status: number) => void) {
    this.#onStatus = onStatus;
    program.emulator.reports.shellMarks.on((mark) => this.#note(mark));
  }

  /** Enter is about to be pressed. */
  noteEnter(): void {
    this.isAtPrompt = false;
    this.isPromptComplete = false;
  }

  #note(mark: string): void {
    const [kind, status = ''] = mark.split(';');
    if (kind === 'A') {
      this.prompts += 1;
      this.isAtPrompt = true;
      this.isPromptComplete = false;
    } else if (kind === 'B') this.isPromptComplete = this.isAtPrompt;
    else if (kind === 'C') this.noteEnter();
    else if (kind === 'D' && this.prompts > 0 && /^\d+$/.test(status)) this.#onStatus(Number(status));
  }
}
