import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { needing } from '../support/packages.js';

/** Consecutive pages of vttest. */
interface Pages {
  /** The name of the file with their expected content: each is terminal output of 24 lines. */
  readonly name: string;
  /** The keys typed from the main menu on, some with the `prompt` that appears afterwards. */
  readonly path: readonly (string | readonly [input: string, prompt: string | null])[];
  readonly pages: number;
  /** Null if the prompt may appear again in the same position and text: then the test waits for a stable screen. */
  readonly prompt?: string | null;
  /** By page number: how it differs from vttest's specification, and why. */
  readonly differs?: Readonly<Record<string, string>>;
}

const folder = resolve('fixtures/vttest');
const all = JSON.parse(readFileSync(resolve(folder, 'pages.json'), 'utf8')) as readonly Pages[];
const anyPrompt = 'Push <RETURN>|Enter choice number';
// For a screen of 24 lines and 80 columns, without the 132-column pages.
const size = { terminalCols: 80, terminalRows: 24, ambiguityMode: 'first' };

async function enter(server: TestServer, input: string, pattern: string | null): Promise<void> {
  const keys = [...input, 'Enter'];
  if (pattern === null) {
    // Returns when the program has started to draw.
    await server.request('sendKey', { keys, settleMs: 20_000 });
    await server.request('waitForStable', { debounceMs: 500, timeoutMs: 20_000 });
    return;
  }
  await server.request('sendKey', { keys, settleMs: 0 });
  const selector = { type: 'regex', pattern };
  await server.request('waitForText', { selector, since: 'lastInput', timeoutMs: 20_000 });
}

async function pageOf(server: TestServer): Promise<string> {
  await server.request('waitForStable', { debounceMs: 100 });
  const { snapshotPath } = await server.request('dumpView', { name: 'page', format: 'ansi' });
  return readFileSync(snapshotPath, 'utf8');
}

needing('vttest').each(all)(
  'vttest: $name displays the expected pages (needs vttest) [11.vttest]',
  async ({ name, path, pages, prompt = anyPrompt }) => {
    const server = new TestServer();
    const readySelector = { type: 'exact', text: 'Enter choice number' };
    await server.launch('vttest', ['24x80.80'], { readySelector }, size);
    for (const step of path) {
      const [input, expected] = typeof step === 'string' ? [step, anyPrompt] : step;
      await enter(server, input, expected);
    }
    const shown = [await pageOf(server)];
    while (shown.length < pages) {
      await enter(server, '', prompt);
      shown.push(await pageOf(server));
    }
    await expect(shown.map((page, index) => `page ${index + 1}\n${page}`).join('')).toMatchFileSnapshot(
      resolve(folder, `${name}.ansi`),
    );
  },
);

test('every golden file of vttest is in the table, and every difference has a page and a reason', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ansi'));
  expect(files.toSorted()).toEqual(all.map(({ name }) => `${name}.ansi`).toSorted());
  for (const { pages, differs = {} } of all)
    for (const [page, reason] of Object.entries(differs)) {
      expect(Number(page)).toBeLessThanOrEqual(pages);
      expect(reason).toMatch(/\.$/);
    }
});
