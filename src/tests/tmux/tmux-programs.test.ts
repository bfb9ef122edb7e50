import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { renderScreen } from '../../terminal/emulator.js';
import { createTemporaryDirectory, type TestServer } from '../support/client.js';
import type { debianPackages } from '../support/debian-packages.js';
import { findProcessesIn } from '../support/leftover-processes.js';
import { needing } from '../support/packages.js';
import { pollUntil } from '../support/processes.js';
import { sample } from '../support/tier.js';
import { TmuxServer } from '../support/tmux-server.js';

type Needed = keyof typeof debianPackages;

/** A program, the text that it displays first, and keys with the text that follows them. */
interface Case {
  readonly program: Needed;
  readonly command: string;
  readonly first: string;
  readonly keys: readonly [keys: readonly string[], text: string][];
}

const text = Array.from({ length: 60 }, (_, index) => `line ${index + 1} of the text 日本`).join('\n');
const type = (line: string): readonly string[] => ['-l', line];
const shellSteps: Case['keys'] = [
  [type('printf "\\e[1;31mred\\e[m 日本 \\e[4munder\\e[m\\n"; seq 40'), 'seq 40'],
  [['Enter'], '\n40\n'],
];
const cases: readonly Case[] = [
  {
    program: 'vim',
    command: 'vim -u NONE -i NONE -n --cmd "set number hlsearch" text',
    first: '1 line 1',
    keys: [
      [['G'], '60 line 60'],
      [type('/text'), '/text'],
      [['Escape'], '60 line 60'],
    ],
  },
  {
    program: 'nvim',
    command: 'nvim -u NONE -i NONE -n --cmd "set number" text',
    first: '1 line 1',
    keys: [
      [['G'], '60 line 60'],
      [['i', 'x'], 'INSERT'],
    ],
  },
  {
    program: 'emacs',
    command: 'emacs -nw -Q text',
    first: 'line 1',
    keys: [
      [['C-v'], 'line 30'],
      [['M-x'], 'M-x'],
    ],
  },
  {
    program: 'nano',
    command: 'nano -I text',
    first: 'line 1',
    keys: [
      [['C-v'], 'line 20'],
      [['C-w'], 'Search'],
    ],
  },
  {
    program: 'kak',
    command: 'kak -n text',
    first: 'line 1',
    keys: [
      [['g', 'j'], 'line 60'],
      [[':'], ':'],
    ],
  },
  {
    program: 'less',
    command: 'less -N text',
    first: '1 line 1',
    keys: [
      [['G'], '(END)'],
      [type('?line 3'), '?line 3'],
    ],
  },
  { program: 'htop', command: 'htop -d 1000 --no-color', first: 'F10', keys: [[['F2'], 'Setup']] },
  {
    program: 'mc',
    command: 'mc -u --nosubshell . .',
    first: 'text',
    // It draws menus in the current style, which tmux does not report to a session that was attached in the middle.
    keys: [[['F9'], 'Left']],
  },
  {
    program: 'dialog',
    command: 'dialog --menu "A menu" 12 40 3 a Alpha b Beta c 日本',
    first: 'Alpha',
    keys: [[['Down'], 'Beta']],
  },
  {
    program: 'fzf',
    command: 'fzf --no-mouse < text',
    first: '60/60',
    keys: [
      [type('line 2'), 'line 2'],
      [['Up'], 'line 2'],
    ],
  },
  {
    program: 'screen',
    command: 'screen -c /dev/null sh -c "printf \'\\033[32mgreen\\033[m READY\'; cat"',
    first: 'READY',
    keys: [
      [type('typed'), 'typed'],
      [['C-a', '?'], 'key bindings'],
    ],
  },
  { program: 'bash', command: 'bash --norc --noprofile', first: '$', keys: shellSteps },
  { program: 'zsh', command: 'zsh -f', first: '$', keys: shellSteps },
  {
    program: 'fish',
    command: `fish --no-config -C 'function fish_prompt; echo "$ "; end'`,
    first: '$',
    keys: shellSteps,
  },
];

/** The cells of the visible screen: text, width and style of each. */
const cellsOf = async (server: TestServer): Promise<unknown> => {
  const { text: lines, styles } = await server.request('currentView', { styles: true });
  return { lines, styles };
};

/** What tmux captures, as cells, and where it has the cursor. */
async function expectEqualToCapture(tmux: TmuxServer, servers: readonly TestServer[]): Promise<void> {
  // The program may still write: captures and screens belong together when two captures are equal.
  for (;;) {
    const captured = tmux.run('capture-pane', '-p', '-e', '-N', '-t', 'main');
    const cursor = tmux.read('#{cursor_x},#{cursor_y}');
    const views = await Promise.all(servers.map((server) => server.request('currentView', { styles: true })));
    if (
      captured !== tmux.run('capture-pane', '-p', '-e', '-N', '-t', 'main') ||
      cursor !== tmux.read('#{cursor_x},#{cursor_y}')
    )
      continue;
    const rows = captured.replaceAll('\n', '\r\n');
    const expected = renderScreen(`\x1b)0${rows}`, 80, 24);
    for (const view of views) {
      expect(view.text.split('\n').map((line) => line.trimEnd())).toEqual(expected.lines.map(({ trimmed }) => trimmed));
      expect(`${view.cursor.col - 1},${view.cursor.row - 1}`).toBe(cursor);
      expect(view.styles).toEqual(views[0]?.styles);
    }
    return;
  }
}

/** Ends a process, unless it has just ended by itself. */
function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

for (const { program, command, first, keys } of sample(cases, 3))
  needing('tmux', program)(
    `${program}: attached from the start and in the middle, each cell equals \`capture-pane -e\` [17.attach-programs] (needs tmux, ${program})`,
    async () => {
      const directory = createTemporaryDirectory();
      writeFileSync(join(directory, 'text'), `${text}\n`);
      const env = {
        PS1: '$ ',
        HISTFILE: '/dev/null',
        HOME: directory,
        XDG_CONFIG_HOME: directory,
        XDG_DATA_HOME: directory,
        SCREENDIR: join(directory, 'screens'),
        LANG: 'C.UTF-8',
        LC_ALL: 'C.UTF-8',
      };
      const tmux = new TmuxServer(
        ['sh', '-c', `cd '${directory}'; mkdir -m 700 screens; read -r line; exec ${command}`],
        { env },
      );
      const start = await tmux.attach();
      tmux.run('send-keys', '-t', 'main', 'Enter');
      await tmux.waitForText(first);
      const servers = [start.server];
      for (const [words, shown] of keys) {
        servers.push((await tmux.attach()).server);
        await expectEqualToCapture(tmux, servers);
        tmux.run('send-keys', '-t', 'main', ...words);
        await pollUntil(() => tmux.capture().includes(shown));
      }
      servers.push((await tmux.attach()).server);
      await expectEqualToCapture(tmux, servers);
      for (const server of servers) expect((await server.request('terminalState')).resynced).toBe(0);
      const [expected, ...others] = await Promise.all(servers.map(cellsOf));
      // The last session has drawn what tmux captures now, and nothing else.
      for (const cells of others) expect(cells).toEqual(expected);
      tmux.run('kill-server');
      // Programs write files when they end, and the server of screen survives its terminal.
      if (program === 'screen') for (const pid of findProcessesIn(directory)) endProcess(Number(pid));
      await pollUntil(() => findProcessesIn(directory).length === 0);
    },
  );
