import { needing } from '../support/packages.js';
import { type Interpreter, RepeatedCommands } from '../support/repeated-commands.js';
import { type ShellHost, shellHosts } from '../support/shell-hosts.js';
import { sample } from '../support/tier.js';

const slowInShell = (marker: string): string => `echo ${marker}; cat gate; echo 42`;
const shell = { quick: 'echo 42', slow: slowInShell, key: '', comment: '#' };
const interpreters = {
  bash: { ...shell, needs: ['bash'], command: ['bash', '--norc', '--noprofile'], prompt: '\\$' },
  zsh: { ...shell, needs: ['zsh'], command: ['zsh', '-f'], prompt: '\\$' },
  fish: { ...shell, needs: ['fish'], command: ['fish', '--no-config'], prompt: '.*[#>]' },
  node: {
    needs: [],
    command: ['node'],
    prompt: '>',
    quick: '6*7',
    slow: (marker) => `console.log('${marker}') || fs.readFileSync('gate') * 6`,
    key: '7',
    comment: '//',
  },
  python3: {
    needs: ['python3'],
    command: ['python3', '-q'],
    prompt: '>>>',
    quick: '6*7',
    slow: (marker) => `print('${marker}') or int(open('gate').read()) * 6`,
    key: '7',
    comment: '#',
  },
  ipython3: {
    needs: ['ipython3'],
    command: ['ipython3', '--no-banner', '--colors=NoColor'],
    prompt: 'In \\[1\\]:',
    quick: '6*7',
    slow: (marker) => `print('${marker}') or int(open('gate').read()) * 6`,
    key: '7',
    comment: '#',
    result: '^Out\\[\\d+\\]: 42$',
  },
  irb: {
    needs: ['irb'],
    command: ['irb', '-f'],
    prompt: 'irb.*>',
    quick: '6*7',
    slow: (marker) => `puts('${marker}') || File.read('gate').to_i * 6`,
    key: '7',
    comment: '#',
    result: '^=> 42$',
  },
  sqlite3: {
    needs: ['sqlite3'],
    command: ['sqlite3'],
    prompt: 'sqlite>',
    quick: 'select 6*7;',
    slow: (marker) => `.read '|echo .print ${marker}; cat gate'`,
    key: 'select 6*7;\n',
    comment: '--',
  },
} as const satisfies Readonly<Record<string, Interpreter>>;

async function repeat(host: ShellHost, interpreter: Interpreter, isInShell: boolean, count: number): Promise<void> {
  const commands = await RepeatedCommands.start(host, interpreter, isInShell);
  await commands.run(count);
  await commands.end();
}

// Each row: the program, and how often it runs the command.
for (const [name, count] of sample(
  [
    ['bash', 60],
    ['zsh', 60],
    ['fish', 60],
    ['node', 60],
    ['python3', 60],
    ['ipython3', 40],
    ['irb', 60],
    ['sqlite3', 60],
  ] as const,
  4,
))
  needing(...interpreters[name].needs)(
    `${name}: a wait finds exactly the new result of each repeated command [5.since.repeated] [5.since.echo] (needs ${name})`,
    async () => await repeat(shellHosts['no other program'], interpreters[name], false, count),
  );

// Each row: the program inside, what shows it, and how often it runs the command.
for (const [name, place, count] of sample(
  [
    ['bash', 'GNU screen', 60],
    ['bash', 'tmux', 60],
    ['bash', 'the right pane of tmux', 60],
    ['bash', 'the left pane of tmux', 60],
    ['bash', 'the bottom pane of tmux', 60],
    ['bash', 'the top pane of tmux', 60],
    ['bash', 'nvim :terminal', 60],
    ['bash', 'a vertical split of nvim', 60],
    ['bash', 'vim :terminal ++curwin', 60],
    ['bash', 'vim :vertical terminal', 60],
    ['bash', 'emacs ansi-term', 60],
    ['node', 'the right pane of tmux', 60],
    ['node', 'a vertical split of nvim', 60],
    ['node', 'vim :vertical terminal', 60],
    ['node', 'emacs ansi-term', 60],
    ['node', 'GNU screen', 60],
  ] as const,
  3,
)) {
  const host = shellHosts[place];
  needing(...host.needs)(
    `${name} in ${place}: a wait finds exactly the new result of each repeated command [5.since.repeated] [5.since.echo] (needs ${host.needs.join(', ')})`,
    async () => await repeat(host, interpreters[name], true, count),
  );
}
