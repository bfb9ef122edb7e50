import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Patch {
  readonly file: string;
  /** The numbers of upstream issues and pull requests. */
  readonly upstream: readonly string[];
  readonly obsoleteIn: string;
}

const folder = 'src/terminal/xterm/patches';
const header = /^\/\/ upstream: (?<upstream>.+); obsolete in: (?<obsoleteIn>never|unknown|\d+\.\d+)\n/;
const numbersIn = (text: string): string[] => [...text.matchAll(/#(\d+)/g)].map(([, number]) => number ?? '').sort();

function patchesInFolder(): Patch[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  return files.sort().map((file) => {
    const { upstream = '', obsoleteIn = '' } = header.exec(readFileSync(`${folder}/${file}`, 'utf8'))?.groups ?? {};
    expect(upstream, `the first line of ${file}`).toMatch(/#\d+|no report found/);
    return { file, upstream: numbersIn(upstream), obsoleteIn };
  });
}

function patchesInTable(): Patch[] {
  const lines = readFileSync('src/terminal/README.md', 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, file, , guarded, upstream = '', obsoleteIn = ''] = line.split(' | ').length === 5 ? cellsOf(line) : [];
    if (file?.startsWith('`patches/') !== true) return [];
    expect(guarded).not.toBe('');
    const numbers = [
      ...upstream.matchAll(/\[#(\d+)\]\(https:\/\/github\.com\/xtermjs\/xterm\.js\/(?:issues|pull)\/\1\)/g),
    ];
    return [
      {
        file: file.slice('`patches/'.length, -1),
        upstream: numbers.map(([, number]) => number ?? '').sort(),
        obsoleteIn,
      },
    ];
  });
}

const cellsOf = (line: string): string[] => line.split('|').map((cell) => cell.trim());

test('the table of patches lists every patch, with the upstream reports that its first line names', () => {
  const patches = patchesInFolder();
  expect(patches.length).toBeGreaterThan(10);
  expect(patchesInTable()).toEqual(patches);
});
