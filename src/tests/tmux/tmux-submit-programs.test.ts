import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import type { debianPackages } from '../support/debian-packages.js';
import { needing } from '../support/packages.js';
import { regex } from '../support/selectors.js';
import { sample } from '../support/tier.js';
import { TmuxServer } from '../support/tmux-server.js';

type Needed = keyof typeof debianPackages;
const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** A program in a pane: what it displays when it is ready, what is submitted, and what proves that it was accepted. */
interface ProgramCase {
  readonly what: string;
  readonly needs: readonly Needed[];
  readonly command: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly ready: string;
  readonly text: string;
  /** Text that only an accepted submission displays; empty if there is none. */
  readonly after: string;
  readonly result: object;
}

const suggest = `PS1='%% '; HISTFILE=; setopt no_prompt_cr no_beep
suggest() { if [[ $BUFFER == ec* ]]; then POSTDISPLAY=' -rf everything'; region_highlight=("$#BUFFER $(($#BUFFER+$#POSTDISPLAY)) fg=8"); else POSTDISPLAY=''; fi }
zle -N zle-line-pre-redraw suggest
`;
const node = quote(process.execPath);
const editor = { evidence: 'line-editor', attempts: 1 };
const once = { attempts: 1 };
const kernel = { evidence: 'kernel', attempts: 1 };
const programs: readonly ProgramCase[] = [
  {
    what: 'bash',
    needs: ['bash'],
    command: 'bash --norc --noprofile',
    ready: '$',
    text: 'echo a-$((1+1))',
    after: '^a-2$',
    result: editor,
  },
  {
    what: 'bash, silent',
    needs: ['bash'],
    command: 'bash --norc --noprofile',
    ready: '$',
    text: 'sleep 2; echo a-$((1+1))',
    after: '^a-2$',
    result: editor,
  },
  { what: 'sh', needs: [], command: 'sh', ready: '$', text: 'echo a-$((1+1))', after: '^a-2$', result: kernel },
  {
    what: 'cat',
    needs: [],
    command: "sh -c 'echo READY; cat'",
    ready: 'READY',
    text: 'hello',
    after: '^hello$',
    result: kernel,
  },
  {
    what: 'a password',
    needs: [],
    command: 'sh -c \'stty -echo; printf Password:; read p; echo "got $p"; cat\'',
    ready: 'Password:',
    text: 'hidden',
    after: 'got hidden',
    result: { ...kernel, echo: 'none' },
  },
  {
    what: 'fish',
    needs: ['fish'],
    command: 'fish --private --no-config -C \'function fish_prompt; echo -n "% "; end\'',
    ready: '%',
    text: 'echo a-(math 1+1)',
    after: '^a-2$',
    result: once,
  },
  {
    what: 'zsh with a suggestion',
    needs: ['zsh'],
    command: 'zsh -d -i',
    files: { '.zshrc': suggest },
    ready: '%',
    text: 'echo a-$((1+1))',
    after: '^a-2$',
    result: once,
  },
  {
    what: 'ipython',
    needs: ['ipython3'],
    command: 'ipython3 --no-banner --HistoryManager.enabled=False',
    ready: 'In [1]:',
    text: '40 + 2',
    after: 'Out\\[1\\]: 42',
    result: once,
  },
  {
    what: 'sqlite3',
    needs: ['sqlite3'],
    command: 'sqlite3',
    ready: 'sqlite>',
    text: 'select 40 + 2;',
    after: '^42$',
    result: once,
  },
  {
    what: 'python',
    needs: ['python3'],
    command: 'python3 -q',
    ready: '>>>',
    text: '40 + 2',
    after: '^42$',
    result: once,
  },
  {
    what: 'python, silent',
    needs: ['python3'],
    command: 'python3 -q',
    ready: '>>>',
    text: 'import time; time.sleep(2); print(40 + 2)',
    after: '^42$',
    result: once,
  },
  {
    what: 'pdb',
    needs: ['python3'],
    command: 'python3 -m pdb program.py',
    files: { 'program.py': 'x = 1\ny = 2\n' },
    ready: '(Pdb)',
    text: 'p 40 + 2',
    after: '^42$',
    result: once,
  },
  {
    what: 'the REPL of Node',
    needs: [],
    command: `${node} -i`,
    ready: '>',
    text: '40 + 2',
    after: '^42$',
    result: once,
  },
  {
    what: 'the REPL of Node with a suggestion',
    needs: [],
    command: `${node} -i`,
    ready: '>',
    text: 'typeof proc',
    after: '',
    result: once,
  },
];
for (const { what, needs, command, files = {}, ready, text, after, result } of sample(programs, 6))
  needing('tmux', ...needs)(
    `submit in a pane: ${what} [17.submit-matrix] (needs ${['tmux', ...needs].join(', ')})`,
    async ({ annotate }) => {
      const directory = createTemporaryDirectory();
      for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
      const env = {
        PS1: '$ ',
        HISTFILE: '/dev/null',
        HOME: directory,
        ZDOTDIR: directory,
        NODE_REPL_HISTORY: '',
        PYTHON_HISTORY: '/dev/null',
        SQLITE_HISTORY: '/dev/null',
        LANG: 'C.UTF-8',
      };
      const tmux = new TmuxServer(['sh', '-c', `cd '${directory}'; exec ${command}`], { env });
      await tmux.waitForText(ready);
      const { server } = await tmux.attach();
      await server.request('waitForStable', { debounceMs: 200 });
      const submitted = await server.request('submit', {
        text,
        timeoutMs: 20_000,
        ...(after === '' ? {} : { expectAfter: regex(after) }),
      });
      expect(submitted).toMatchObject({ ok: true, ...result });
      await annotate(
        `${what}: ${submitted.evidence}, ${Math.round(submitted.elapsedMs)} ms, ${submitted.attempts} Enter`,
      );
      tmux.run('kill-server');
    },
  );
