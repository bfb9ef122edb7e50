import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCodeBlocks, readDocument } from '../support/documents.js';
import { needing } from '../support/packages.js';
import { createPasteFolder } from '../support/paste-folder.js';
import { isInstalled } from '../support/programs.js';
import { isComplete } from '../support/tier.js';

// With CI set, a missing snapshot is an error; colors would separate the words.
const environment = { ...process.env, NO_COLOR: '1', CI: '', PYTHONDONTWRITEBYTECODE: '1' };

const ofVitest = ['less', 'pager', 'quality'].map((name) => `${name}.test.js`);
// The command in the first lines of each example, and the expected end of its output.
const rows: readonly (readonly [files: readonly string[], needs: readonly string[], command: string, says: RegExp])[] =
  [
    [
      ['test_pdb.py'],
      ['python3'],
      'TUISPEC="node dist/cli.js" python3 fixtures/examples/FILE',
      /^Ran 2 tests in .*\n\nOK$/m,
    ],
    [['drive_bc.go'], ['go', 'bc'], 'TUISPEC="node dist/cli.js" go run fixtures/examples/FILE', /^bc ended with 0$/m],
    [ofVitest, ['less'], 'npx vitest run fixtures/examples/FILE', /Tests {2}10 passed/],
    [['calculator.test.mjs'], ['bc'], 'node --test fixtures/examples/FILE', /^# pass 1$/m],
    [['screenshot.mjs'], ['vim'], 'node fixtures/examples/FILE', /^vim\.png$/m],
    [['stage-hunk.sh'], ['git', 'jq'], 'sh fixtures/examples/FILE', /^\+three\n\+thirty\n$/],
  ];

for (const [files, needs, command, says] of rows)
  test.skipIf(!needs.every(isInstalled))(
    `${files.join(', ')}: passes, and passes again (needs ${needs.join(', ')}) [10.examples]`,
    () => {
      const sources = files.map((file) => readFileSync(join('fixtures/examples', file), 'utf8'));
      for (const [index, file] of files.entries())
        expect(sources[index]?.split('\n').slice(0, 2).join('\n')).toContain(command.replace('FILE', file));
      const cwd = createPasteFolder();
      cpSync('fixtures/examples', join(cwd, 'fixtures/examples'), { recursive: true });
      // The second run compares with the snapshots of the first, where there are some.
      const hasSnapshots = /\bsnapshot|expectSnapshot|toMatchScreen|toBeWithin/.test(sources.join());
      const [start = ''] = command.split('fixtures/examples/FILE');
      const paths = files.map((file) => `fixtures/examples/${file}`);
      for (const _time of isComplete || hasSnapshots ? ['first', 'second'] : ['first']) {
        const { status, stdout, stderr } = spawnSync('sh', ['-c', start + paths.join(' ')], {
          cwd,
          env: environment,
          encoding: 'utf8',
        });
        expect({ status, output: stdout + stderr }).toEqual({ status: 0, output: expect.stringMatching(says) });
      }
    },
  );

/** Runs a changed copy of the vitest example, in a folder that the caller can reuse. */
function runEdited(
  edit: (source: string) => string,
  cwd = createPasteFolder(),
): { readonly cwd: string; readonly output: string } {
  const source = readFileSync('fixtures/examples/less.test.js', 'utf8');
  mkdirSync(join(cwd, 'fixtures/examples'), { recursive: true });
  writeFileSync(join(cwd, 'fixtures/examples/less.test.js'), edit(source));
  const { stdout, stderr } = spawnSync('npx', ['vitest', 'run', 'fixtures/examples/less.test.js'], {
    cwd,
    env: environment,
    encoding: 'utf8',
  });
  return { cwd, output: stdout + stderr };
}

needing('less')(
  'the vitest example reports a failed wait with the screen, its other tests pass, and its client supports several pending requests [10.examples]',
  () => {
    const twoAtOnce = "await Promise.all([request('currentView'), request('terminalState')]);";
    const { output } = runEdited(
      (source) =>
        `${source.replace("exact('line 19')", "exact('line 99')")}test('two at once', async ({ request }) => { ${twoAtOnce} });\n`,
    );
    expect(output).toMatch(/waitForText failed: .*no match for "line 99"/i);
    expect(output).toContain('\nline 18\nline 19\n');
    expect(output).not.toContain('timed out');
    expect(output).toMatch(/Tests {2}1 failed \| 3 passed/);
  },
);

needing('less')('the vitest example reports the difference of a mismatch and keeps its files [10.examples]', () => {
  const { cwd } = runEdited((source) => source);
  const { output } = runEdited((source) => source.replaceAll('line 150', 'line 151'), cwd);
  expect(output).toMatch(/^-.*line 150/m);
  const [picture = ''] = /\S+\/found\.diff\.png/.exec(output) ?? [];
  expect(existsSync(picture)).toBe(true);
  expect(output).toMatch(/Tests {2}1 failed \| 2 passed/);
});

test('the README contains the vitest example unchanged [10.examples]', () => {
  const parts = findCodeBlocks(readDocument('README.md'), 'js');
  expect(parts.length).toBe(1);
  expect(readFileSync('fixtures/examples/pager.test.js', 'utf8')).toContain(parts[0]);
});
