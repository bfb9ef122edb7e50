import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { MethodResults } from '../../protocol/generated/types.js';
import { createTemporaryDirectory } from '../../testing/client.js';
import type { debianPackages } from '../../testing/debian-packages.js';
import { failureOf } from '../../testing/failure-of.js';
import { needing } from '../../testing/packages.js';
import { pollUntil } from '../../testing/processes.js';
import { pathOfProgram } from '../../testing/programs.js';
import { regex } from '../../testing/selectors.js';
import { TmuxServer } from '../../testing/tmux-server.js';

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
for (const { what, needs, command, files = {}, ready, text, after, result } of programs)
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

const long = `${'a long text '.repeat(25)}ends`;
const ghost = 'ly yours';
type Truth = readonly (readonly string[])[];
const prompts: readonly [what: string, prompt: object, text: string, params: object, expected: object, truth: Truth][] =
  [
    ['a box', {}, 'hello world', {}, { attempts: 1 }, [['submitted', 'hello world']]],
    [
      'a silent box',
      { silent: true },
      'hello world',
      {},
      { attempts: 1, evidence: 'cleared' },
      [['submitted', 'hello world']],
    ],
    ['300 characters', {}, long, {}, { attempts: 1 }, [['submitted', long]]],
    ['another script', {}, '日本語 é 👍', {}, { attempts: 1 }, [['submitted', '日本語 é 👍']]],
    ['a placeholder', { placeholder: 100 }, long, {}, { attempts: 1, echo: 'other' }, [['submitted', long]]],
    ['a spinner', { spinner: true }, 'hello world', {}, { attempts: 1 }, [['submitted', 'hello world']]],
    [
      'a line break at Enter within 120 ms',
      { burstMs: 120 },
      'hello world',
      {},
      { attempts: 1 },
      [['submitted', 'hello world']],
    ],
    [
      'a line break at Enter within 400 ms',
      { burstMs: 400 },
      'hello world',
      {},
      { attempts: 2 },
      [['line break'], ['submitted', 'hello world\n']],
    ],
    ['Enter ignored for 500 ms', { ignoreMs: 500 }, 'hello world', {}, { attempts: 2 }, [['submitted', 'hello world']]],
    [
      'busy at Enter, then a question',
      { question: true, enterBusyMs: 1200 },
      'remove everything',
      {},
      { attempts: 1 },
      [['submitted', 'remove everything']],
    ],
    [
      'busy for long at Enter, then a question',
      { question: true, enterBusyMs: 2500 },
      'remove everything',
      {},
      { attempts: 1 },
      [['submitted', 'remove everything']],
    ],
    ['a repaint after 900 ms', { repaintMs: 900 }, 'hello world', {}, { attempts: 1 }, [['submitted', 'hello world']]],
    [
      'Enter takes the suggestion',
      { ghost, ghostAccepted: true },
      'sincere',
      {},
      { attempts: 1, ghost },
      [['submitted', 'sincere']],
    ],
    [
      'a suggestion that Escape does not remove',
      { ghost, escape: 'nothing' },
      'sincere',
      {},
      { kind: 'ghost', attempts: 0 },
      [],
    ],
    [
      'a suggestion that Enter ignores, with `ignore`',
      { ghost, escape: 'nothing' },
      'sincere',
      { ghost: 'ignore' },
      { ghost },
      [['submitted', 'sincere']],
    ],
    ['Escape clears the text', { ghost, escape: 'clear' }, 'sincere', {}, { kind: 'ghost', attempts: 0 }, []],
    ['busy before it reads', { busyMs: 1500 }, 'hello world', {}, { attempts: 1 }, [['submitted', 'hello world']]],
    [
      'a question below a text that looks as before',
      { question: true, frameless: true },
      'remove everything',
      { timeoutMs: 5000 },
      { kind: 'unconfirmed', attempts: 1 },
      [['submitted', 'remove everything']],
    ],
  ];
for (const [what, options, text, params, expected, truth] of prompts)
  needing('tmux')(
    `submit in a pane, with the log of the program as truth: ${what} [17.submit-matrix] (needs tmux)`,
    async ({ annotate }) => {
      const log = join(createTemporaryDirectory(), 'log');
      const args = [pathOfProgram('prompt.mjs'), log, JSON.stringify(options)];
      const tmux = new TmuxServer([process.execPath, ...args]);
      await tmux.waitForText('>');
      const { server } = await tmux.attach();
      const isRefused = 'kind' in expected;
      const submit = server.request('submit', { text, timeoutMs: 20_000, ...params });
      const result = isRefused ? (await failureOf(submit)).data : await (submit as Promise<MethodResults['submit']>);
      expect(result).toMatchObject(isRefused ? { errorType: 'SEND_FAILED', ...expected } : { ok: true, ...expected });
      const read = (): Truth =>
        existsSync(log)
          ? readFileSync(log, 'utf8')
              .trimEnd()
              .split('\n')
              .map((line) => JSON.parse(line) as string[])
          : [];
      // A question would have been approved by now, because its answer follows Enter in the same terminal.
      expect(read()).toEqual(truth);
      const { elapsedMs = 0, attempts = 0 } = result as { elapsedMs?: number; attempts?: number };
      await annotate(
        `${what}: ${isRefused ? JSON.stringify(expected) : 'delivered'}, ${Math.round(elapsedMs)} ms, ${attempts} Enter`,
      );
      await pollUntil(() => read().length === truth.length);
    },
  );

needing('tmux')('submit in a pane: the same text again is recognized [17.submit-matrix] (needs tmux)', async () => {
  const log = join(createTemporaryDirectory(), 'log');
  const tmux = new TmuxServer([process.execPath, pathOfProgram('prompt.mjs'), log, '{}']);
  await tmux.waitForText('>');
  const { server } = await tmux.attach();
  for (let round = 0; round < 3; round += 1)
    expect(await server.request('submit', { text: 'again' })).toMatchObject({ attempts: 1 });
  expect(readFileSync(log, 'utf8').trimEnd().split('\n')).toHaveLength(3);
});
