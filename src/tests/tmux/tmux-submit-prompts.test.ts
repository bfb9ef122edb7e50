import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { MethodResults } from '../../protocol/generated/types.js';
import { createTemporaryDirectory, type TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { needing } from '../support/packages.js';
import { pathOfProgram } from '../support/programs.js';
import { sample } from '../support/tier.js';
import { TmuxServer } from '../support/tmux-server.js';

const test = needing('tmux');
/** What the program has done, from its own log. */
type Truth = readonly (readonly string[])[];

/** Attaches to a prompt that notes in a file what it does. */
async function attachPrompt(options: object): Promise<{ readonly server: TestServer; readonly read: () => Truth }> {
  const log = join(createTemporaryDirectory(), 'log');
  const tmux = new TmuxServer([process.execPath, pathOfProgram('prompt.mjs'), log, JSON.stringify(options)]);
  await tmux.waitForText('>');
  const read = (): Truth => {
    const lines = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : [];
    return lines.map((line) => JSON.parse(line) as string[]);
  };
  return { server: (await tmux.attach()).server, read };
}

const long = `${'a long text '.repeat(25)}ends`;
const ghost = 'ly yours';
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
      'a line break at the first Enter',
      { breaks: 1 },
      'hello world',
      {},
      { attempts: 2 },
      [['line break'], ['submitted', 'hello world\n']],
    ],
    [
      'Enter ignored for 500 ms',
      { ignoreMs: 500 },
      'hello world',
      { timeoutMs: 4000 },
      { kind: 'unconfirmed', attempts: 1 },
      [],
    ],
    [
      'silent for long after Enter, then a question',
      { question: true, repaintMs: 2500 },
      'remove everything',
      {},
      { attempts: 1 },
      [['submitted', 'remove everything']],
    ],
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
for (const [what, options, text, params, expected, truth] of sample(prompts, 6))
  test(`submit in a pane, with the log of the program as truth: ${what} [17.submit-matrix] (needs tmux)`, async ({
    annotate,
  }) => {
    const { server, read } = await attachPrompt(options);
    const isRefused = 'kind' in expected;
    const submit = server.request('submit', { text, timeoutMs: 20_000, ...params });
    const result = isRefused ? (await failureOf(submit)).data : await (submit as Promise<MethodResults['submit']>);
    expect(result).toMatchObject(isRefused ? { errorType: 'SEND_FAILED', ...expected } : { ok: true, ...expected });
    expect(read()).toEqual(truth);
    const { elapsedMs = 0, attempts = 0 } = result as { elapsedMs?: number; attempts?: number };
    const outcome = isRefused ? JSON.stringify(expected) : 'delivered';
    await annotate(`${what}: ${outcome}, ${Math.round(elapsedMs)} ms, ${attempts} Enter`);
  });

test('submit in a pane: the same text again is recognized [17.submit-matrix] (needs tmux)', async () => {
  const { server, read } = await attachPrompt({});
  for (let round = 0; round < 3; round += 1)
    expect(await server.request('submit', { text: 'again' })).toMatchObject({ attempts: 1 });
  expect(read()).toEqual(Array.from({ length: 3 }, () => ['submitted', 'again']));
});
