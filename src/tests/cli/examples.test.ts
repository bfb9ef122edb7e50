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

// The command in the first lines of each example, and the expected end of its output.
const rows: readonly (readonly [file: string, needs: readonly string[], command: string, says: RegExp])[] = [
  [
    'test_pdb.py',
    ['python3'],
    'TUISPEC="node dist/cli.js" python3 fixtures/examples/test_pdb.py',
    /^Ran 2 tests in .*\n\nOK$/m,
  ],
  [
    'drive_bc.go',
    ['go', 'bc'],
    'TUISPEC="node dist/cli.js" go run fixtures/examples/drive_bc.go',
    /^bc ended with 0$/m,
  ],
  ['less.test.js', ['less'], 'npx vitest run fixtures/examples/less.test.js', /Tests {2}3 passed/],
  ['pager.test.js', ['less'], 'npx vitest run fixtures/examples/pager.test.js', /Tests {2}1 passed/],
  ['quality.test.js', ['less'], 'npx vitest run fixtures/examples/quality.test.js', /Tests {2}6 passed/],
  ['calculator.test.mjs', ['bc'], 'node --test fixtures/examples/calculator.test.mjs', /^# pass 1$/m],
  ['screenshot.mjs', ['vim'], 'node fixtures/examples/screenshot.mjs', /^vim\.png$/m],
  ['stage-hunk.sh', ['git', 'jq'], 'sh fixtures/examples/stage-hunk.sh', /^\+three\n\+thirty\n$/],
];

for (const [file, needs, command, says] of rows)
  test.skipIf(!needs.every(isInstalled))(
    `${file} passes, and passes again (needs ${needs.join(', ')}) [10.examples]`,
    () => {
      expect(readFileSync(join('fixtures/examples', file), 'utf8').split('\n').slice(0, 2).join('\n')).toContain(
        command,
      );
      const cwd = createPasteFolder();
      cpSync('fixtures/examples', join(cwd, 'fixtures/examples'), { recursive: true });
      // The second run compares with the snapshots of the first, where there are some.
      const hasSnapshots = /\bsnapshot|expectSnapshot|toMatchScreen|toBeWithin/.test(
        readFileSync(join(cwd, 'fixtures/examples', file), 'utf8'),
      );
      for (const _time of isComplete || hasSnapshots ? ['first', 'second'] : ['first']) {
        const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
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
  'the vitest example reports a failed wait with the screen, and its other tests pass [10.examples]',
  () => {
    const { output } = runEdited((source) => source.replace("exact('line 19')", "exact('line 99')"));
    expect(output).toMatch(/waitForText failed: .*no match for "line 99"/i);
    expect(output).toContain('\nline 18\nline 19\n');
    expect(output).not.toContain('timed out');
    expect(output).toMatch(/Tests {2}1 failed \| 2 passed/);
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

needing('less')('the client of the vitest example supports several pending requests [10.examples]', () => {
  const twoAtOnce = "await Promise.all([request('currentView'), request('terminalState')]);";
  const { output } = runEdited((source) => `${source}test('two at once', async ({ request }) => { ${twoAtOnce} });\n`);
  expect(output).toMatch(/Tests {2}4 passed/);
});

test('the README contains the vitest example unchanged [10.examples]', () => {
  const parts = findCodeBlocks(readDocument('README.md'), 'js');
  expect(parts.length).toBe(1);
  expect(readFileSync('fixtures/examples/pager.test.js', 'utf8')).toContain(parts[0]);
});
