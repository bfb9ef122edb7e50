import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { debianPackages } from './debian-packages.js';

/** A program in whose terminal, pane or window a shell runs. */
export interface ShellHost {
  readonly needs: readonly (keyof typeof debianPackages)[];
  /** Whether it redraws its lines instead of scrolling them. */
  readonly isRedrawn: boolean;
  /** The command that starts it with `shell` inside. */
  start(shell: string): readonly [command: string, ...args: string[]];
  /** Ends processes that survive the terminal. */
  readonly quit?: readonly [command: string, ...args: string[]];
}

const vim = ['vim', '-u', 'NONE', '-i', 'NONE', '-n', '-N', '--cmd', 'set shortmess+=I'] as const;
const nvim = ['nvim', '-u', 'NONE', '-i', 'NONE', '-n'] as const;
const typeInto = ['-c', 'startinsert'] as const;

function tmux(isRedrawn: boolean, ...commands: readonly string[]): ShellHost {
  return {
    needs: ['tmux', 'bash'],
    isRedrawn,
    start: (shell) => ['tmux', '-f', '/dev/null', ...commands.map((word) => (word === 'SHELL' ? shell : word))],
    quit: ['tmux', 'kill-server'],
  };
}

const embedded = (
  needs: 'vim' | 'nvim' | 'emacs',
  isRedrawn: boolean,
  start: (shell: string) => readonly [string, ...string[]],
): ShellHost => ({ needs: [needs, 'bash'], isRedrawn, start });

/** Programs that display a shell, by the way they draw it. */
export const shellHosts = {
  'no other program': { needs: ['bash'], isRedrawn: false, start: (shell) => [shell] },
  'GNU screen': {
    needs: ['screen', 'bash'],
    isRedrawn: false,
    start: (shell) => ['screen', '-c', '/dev/null', '-S', 'test', shell],
    quit: ['screen', '-S', 'test', '-X', 'quit'],
  },
  tmux: tmux(false, 'new', 'SHELL'),
  'the right pane of tmux': tmux(true, 'new', 'cat', ';', 'split-window', '-h', 'SHELL'),
  'the left pane of tmux': tmux(true, 'new', 'cat', ';', 'split-window', '-hb', 'SHELL'),
  'the bottom pane of tmux': tmux(false, 'new', 'cat', ';', 'split-window', '-v', 'SHELL'),
  'the top pane of tmux': tmux(false, 'new', 'cat', ';', 'split-window', '-vb', 'SHELL'),
  'nvim :terminal': embedded('nvim', true, (shell) => [...nvim, '-c', `terminal ${shell}`, ...typeInto]),
  'a vertical split of nvim': embedded('nvim', true, (shell) => [
    ...nvim,
    ...['-c', 'vsplit', '-c', `terminal ${shell}`],
    ...typeInto,
  ]),
  'vim :terminal ++curwin': embedded('vim', false, (shell) => [...vim, '-c', `terminal ++curwin ${shell}`]),
  'vim :vertical terminal': embedded('vim', true, (shell) => [...vim, '-c', `vertical terminal ${shell}`]),
  'emacs ansi-term': embedded('emacs', true, (shell) => ['emacs', '-nw', '-Q', '--eval', `(ansi-term "${shell}")`]),
} as const satisfies Readonly<Record<string, ShellHost>>;

/** The environment of a host: its sockets are in the directory, and nothing refers to a host around the test. */
export const hostEnvironment = (directory: string): Readonly<Record<string, string | null>> => ({
  ...{ TMUX: null, TMUX_TMPDIR: directory, STY: null, SCREENDIR: join(directory, 'screens') },
  ...{ NVIM: null, NVIM_LISTEN_ADDRESS: null, VIM: null, VIMRUNTIME: null },
});

/** Creates the files that a host needs in a directory. Returns the path of its shell, whose prompt is `$ `. */
export function prepareHost(directory: string): string {
  // GNU screen refuses a directory that others can read.
  mkdirSync(join(directory, 'screens'), { mode: 0o700 });
  const shell = join(directory, 'shell');
  writeFileSync(shell, `#!/bin/sh\nexport PS1='$ '\nexec bash --norc --noprofile\n`, { mode: 0o755 });
  return shell;
}

/** Ends a host that survives its terminal. */
export function quitHost({ quit }: ShellHost, directory: string): void {
  if (quit === undefined) return;
  const [command, ...args] = quit;
  const env = Object.entries({ ...process.env, ...hostEnvironment(directory) }).filter(([, value]) => value !== null);
  spawnSync(command, args, { stdio: 'ignore', env: Object.fromEntries(env) as NodeJS.ProcessEnv });
}
