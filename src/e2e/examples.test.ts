import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pasteFolder } from '../testing/paste-folder.js';
import { has } from '../testing/programs.js';

// With CI, a snapshot that is not there yet would be an error; colours would stand between the words.
const environment = { ...process.env, NO_COLOR: '1', CI: '' };

// As each example says in its first lines that it is run, and what it says at its end.
const rows: readonly (readonly [file: string, needs: readonly string[], command: string, says: RegExp])[] = [
  ['test_pdb.py', ['python3'], 'python3 fixtures/examples/test_pdb.py', /^Ran 2 tests in .*\n\nOK$/m],
  ['less.test.js', ['less'], 'npx vitest run fixtures/examples', /Tests {2}3 passed/],
  ['stage-hunk.sh', ['git', 'jq'], 'sh fixtures/examples/stage-hunk.sh', /^\+three\n\+thirty\n$/],
];

for (const [file, needs, command, says] of rows)
  test.skipIf(!needs.every(has))(`${file} passes, and passes again (needs ${needs.join(', ')}) [10.examples]`, () => {
    expect(readFileSync(join('fixtures/examples', file), 'utf8').split('\n').slice(0, 2).join('\n')).toContain(command);
    const cwd = pasteFolder();
    cpSync('fixtures/examples', join(cwd, 'fixtures/examples'), { recursive: true });
    // The second time there is a snapshot to compare with.
    for (const _time of ['first', 'second']) {
      const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd, env: environment, encoding: 'utf8' });
      expect({ status, output: stdout + stderr }).toEqual({ status: 0, output: expect.stringMatching(says) });
    }
  });

test('the README shows each example as it is [10.examples]', () => {
  const readme = readFileSync('README.md', 'utf8');
  const hidden = readdirSync('fixtures/examples').filter(
    (file) => !readme.includes(`\n${readFileSync(join('fixtures/examples', file), 'utf8')}\`\`\`\n`),
  );
  expect(hidden).toEqual([]);
});
