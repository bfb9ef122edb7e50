import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MethodResults } from '../../protocol/generated/types.js';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { pathOfProgram } from '../support/programs.js';
import { sample } from '../support/tier.js';

/** A prompt that notes in a file what it does. */
class Prompt {
  readonly server = new TestServer();

  static async start(options: object): Promise<Prompt> {
    const prompt = new Prompt();
    const args = [pathOfProgram('prompt.mjs'), prompt.#log, JSON.stringify(options)];
    const readySelector = { type: 'regex', pattern: '^(│ )?>' };
    await prompt.server.launch(process.execPath, args, { readySelector }, { terminalCols: 80, terminalRows: 24 });
    return prompt;
  }

  async submit(text: string, params: object = {}): Promise<MethodResults['submit']> {
    return await this.server.request('submit', { text, timeoutMs: 20_000, ...params });
  }

  /** What the prompt has done. */
  get events(): unknown[] {
    if (!existsSync(this.#log)) return [];
    const lines = readFileSync(this.#log, 'utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as unknown);
  }

  get #log(): string {
    return join(this.server.directory, 'log');
  }
}

const long = `${'a long text '.repeat(25)}ends`;
const accepted: [what: string, prompt: object, text: string, attempts: number, result: object][] = [
  ['a box with a drawn cursor', {}, 'hello world', 1, { evidence: 'cleared', echo: 'screen' }],
  ['a text of 300 characters that wraps', {}, long, 1, { echo: 'screen' }],
  ['a text in another script', {}, '日本語 é 👍', 1, {}],
  ['a prompt without a box', { frameless: true }, 'hello world', 1, {}],
  ['a program that shows nothing after it', { silent: true }, 'hello world', 1, { evidence: 'cleared' }],
  ['a spinner', { spinner: true }, 'hello world', 1, {}],
  ['a prompt for which Enter directly after text is a line break', { burstMs: 120 }, 'hello world', 1, {}],
  ['a program that is busy before it reads', { busyMs: 1500 }, 'hello world', 1, {}],
  ['a program that repaints late', { repaintMs: 900 }, 'hello world', 1, {}],
  ['a suggestion that Escape removes', { ghost: 'ly yours', ghostAccepted: true }, 'sincere', 1, { ghost: 'ly yours' }],
  ['a placeholder for a paste', { placeholder: 100 }, long, 1, { echo: 'other' }],
  ['a text that also occurs in a hint below', {}, 'short', 1, { evidence: 'cleared', echo: 'screen' }],
  ['one letter', {}, 'o', 1, { echo: 'screen' }],
  ['a permission question after it', { question: true }, 'remove everything', 1, {}],
];
test.each(accepted)('submit: %s [17.submit, 17.submit-once]', async (_what, options, text, attempts, result) => {
  const prompt = await Prompt.start(options);
  expect(await prompt.submit(text)).toMatchObject({ ok: true, attempts, ...result });
  expect(prompt.events).toEqual([['submitted', text]]);
});

test('submit: Enter directly after a text is a line break, so it is pressed again [17.submit-retry]', async () => {
  const prompt = await Prompt.start({ breaks: 1 });
  expect(await prompt.submit('hello world')).toMatchObject({ attempts: 2 });
  expect(prompt.events).toEqual([['line break'], ['submitted', 'hello world\n']]);
});

const late: [what: string, options: object][] = [
  ['of computing', { enterBusyMs: 2500 }],
  ['without a sign of life', { repaintMs: 2500 }],
  ['with a spinner that has no words', { thinkingMs: 2500 }],
];
test.each(sample(late))(
  'submit: never answers a permission question after 2.5 s %s [17.submit-question]',
  async (_what, options) => {
    const prompt = await Prompt.start({ question: true, ...options });
    expect(await prompt.submit('remove everything')).toMatchObject({ attempts: 1 });
    expect(prompt.events).toEqual([['submitted', 'remove everything']]);
  },
);

test('submit: never answers a question below a text that looks as before [17.submit-question]', async () => {
  // Nothing distinguishes the text in the history from the text in the input.
  const prompt = await Prompt.start({ question: true, frameless: true });
  const { data } = await failureOf(prompt.submit('remove everything', { timeoutMs: 5000 }));
  expect(data).toMatchObject({ kind: 'unconfirmed', attempts: 1 });
  expect(prompt.events).toEqual([['submitted', 'remove everything']]);
});

test('submit: the same text again is recognized [17.submit]', async () => {
  const prompt = await Prompt.start({});
  for (let round = 0; round < 3; round += 1) expect(await prompt.submit('again')).toMatchObject({ attempts: 1 });
  expect(prompt.events).toEqual(Array.from({ length: 3 }, () => ['submitted', 'again']));
});

const ghost = 'ly yours';
const refused: [what: string, prompt: object, params: object, data: object][] = [
  ['a suggestion that Escape does not remove', { ghost, escape: 'nothing' }, {}, { kind: 'ghost', ghost, attempts: 0 }],
  ['a prompt that Escape clears', { ghost, escape: 'clear' }, {}, { kind: 'ghost', attempts: 0 }],
  ['a suggestion with `fail`', { ghost }, { ghost: 'fail' }, { kind: 'ghost', attempts: 0 }],
  ['a program that does not react', { busyMs: 8000 }, {}, { kind: 'no-echo', attempts: 0 }],
  ['a prompt that ignores Enter', { deaf: true }, { timeoutMs: 4000 }, { kind: 'unconfirmed', attempts: 1 }],
  ['Enter after a paste', { ignoreMs: 500 }, { timeoutMs: 4000 }, { kind: 'unconfirmed', attempts: 1 }],
  [
    'a prompt for which Enter is a line break',
    { burstMs: 60_000 },
    { retries: 2 },
    { kind: 'not-accepted', why: 'line-break', attempts: 3 },
  ],
  [
    'a prompt for which Enter is a line break, without retries',
    { burstMs: 60_000 },
    { retries: 0 },
    { kind: 'not-accepted', why: 'line-break', attempts: 1 },
  ],
  ['an unclear reaction', { hint: true }, { timeoutMs: 4000 }, { kind: 'unconfirmed', attempts: 1 }],
  ['a completion', { completed: true }, { timeoutMs: 4000 }, { kind: 'unconfirmed', attempts: 1 }],
];
test.each(sample(refused, 5))('submit fails for %s [17.submit-refused]', async (_what, options, params, data) => {
  const prompt = await Prompt.start(options);
  const { code, data: actual } = await failureOf(prompt.submit('sincere', params));
  expect({ code, data: actual }).toMatchObject({ code: -32004, data: { errorType: 'SEND_FAILED', ...data } });
  expect(prompt.events.filter((event) => !(event as string[]).includes('line break'))).toEqual([]);
});

test('submit presses Enter despite a suggestion with `ignore` [17.submit-ghost]', async () => {
  const prompt = await Prompt.start({ ghost });
  expect(await prompt.submit('sincere', { ghost: 'ignore' })).toMatchObject({ ghost });
  expect(prompt.events).toEqual([['submitted', 'sincere']]);
});

test('a text of which the terminal would drop the end is not typed; the longest that it keeps is accepted [17.submit-refused, 22.line]', async () => {
  const server = new TestServer();
  const readySelector = { type: 'exact', text: 'ready' };
  await server.launch('sh', ['-c', 'echo ready; while read -r line; do echo "<${#line}>"; done'], { readySelector });
  const error = await failureOf(server.request('submit', { text: 'x'.repeat(4096) }));
  expect(error.message).toMatch(
    /has 4096 bytes, and the terminal, .*, keeps 4095 and drops the rest\. Submit shorter lines\.$/,
  );
  expect(error.data).toMatchObject({ kind: 'not-accepted', attempts: 0 });
  await server.request('submit', { text: 'é'.repeat(2047) });
  await server.request('waitForText', { selector: '<4094>' });
});
