import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { pathOfProgram } from '../support/programs.js';

/** The visible result of a case. */
interface VisibleResult {
  /** The lines of the screen without trailing blanks and blank lines at the bottom; omitted if it is blank. */
  readonly screen?: readonly string[];
  /** Row and column; if omitted, any position is accepted. */
  readonly cursor?: readonly [row: number, col: number];
  readonly answers?: string;
}
/** Output for a terminal of 40 × 10, and the expected result. */
interface Case extends VisibleResult {
  readonly name: string;
  /** Control characters are written as control pictures: ␛ is an escape. */
  readonly output: string;
}
/** Cases with a different result here, for one reason. */
interface Difference {
  readonly reason: string;
  /** By name: the actual result. */
  readonly cases: Readonly<Record<string, VisibleResult>>;
}

const folder = resolve('fixtures/esctest');
const pages = readdirSync(folder).filter((file) => file !== 'differences.json');
const read = (file: string): unknown => JSON.parse(readFileSync(resolve(folder, file), 'utf8'));
const casesOf = (page: string): readonly Case[] => read(page) as readonly Case[];
const differences = read('differences.json') as readonly Difference[];
const different = new Map(differences.flatMap(({ cases }) => Object.entries(cases)));

const toControlPictures = (text: string): string =>
  text.replaceAll(/[\0-\x1f]/g, (control) => String.fromCodePoint((control.codePointAt(0) as number) + 0x2400));

/** Returns the visible result of the case on the screen, once its replies are complete. */
async function readResult(server: TestServer, number: number): Promise<Required<VisibleResult>> {
  await server.request('waitFor', { anyOf: [{ title: `^${number} ` }], timeoutMs: 20_000 });
  const { text, cursor, title } = await server.request('currentView');
  const answers = toControlPictures(Buffer.from(title.split(' ')[1] as string, 'hex').toString());
  return { screen: text.trimEnd() === '' ? [] : text.trimEnd().split('\n'), cursor: [cursor.row, cursor.col], answers };
}

// With Node's own raw mode a line feed also returns to the first column.
const command = 'stty raw -echo; exec "$0" "$@"';

test.each(pages)(
  '%s: the terminal gives the expected results, except for the listed differences [11.esctest, 11.saved-cursor]',
  async (page) => {
    const server = new TestServer();
    const args = ['-c', command, process.execPath, pathOfProgram('probe.mjs'), resolve(folder, page)];
    await server.launch('sh', args, {}, { terminalCols: 40, terminalRows: 10 });
    const expected: Record<string, VisibleResult> = {};
    const seen: Record<string, VisibleResult> = {};
    for (const [number, { name, output: _, ...must }] of casesOf(page).entries()) {
      if (number > 0) await server.request('sendText', { text: '\n', settleMs: 0 });
      const all = await readResult(server, number);
      expected[name] = { cursor: all.cursor, screen: [], answers: '', ...must, ...different.get(name) };
      seen[name] = all;
    }
    expect(seen).toEqual(expected);
  },
);

test('every case has a unique name, and every difference has a case and a reason', () => {
  const all = pages.flatMap((page) => casesOf(page));
  const named = new Map(all.map((one) => [one.name, one]));
  expect(named.size).toBe(all.length);
  for (const { reason, cases } of differences) {
    expect(reason).toMatch(/\.$/);
    for (const [name, seen] of Object.entries(cases)) {
      const must = named.get(name);
      expect(must, name).toBeDefined();
      expect({ ...must, ...seen }, name).not.toEqual(must);
    }
  }
});
