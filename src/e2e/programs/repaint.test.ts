import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Driver } from '../../testing/driver.js';
import { failureOf } from '../../testing/failure-of.js';
import { needing } from '../../testing/packages.js';
import { pathOfProgram } from '../../testing/programs.js';
import { regex } from '../../testing/selectors.js';

const outsideOfCi = { CI: null, CONTINUOUS_INTEGRATION: null };
const createLines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}.\n`).join('');

async function mark({ server }: Driver): Promise<string> {
  return (await server.request('mark')).mark;
}

/** Fails unless each pattern matches, and none of its matches is new. */
async function expectOld({ server }: Driver, since: string, ...patterns: readonly string[]): Promise<void> {
  for (const pattern of patterns) {
    await server.request('waitForText', { selector: regex(pattern) });
    const once = { selector: regex(pattern), since, timeoutMs: 0 };
    const { data } = await failureOf(server.request('waitForText', once));
    expect(data['kind'], pattern).toBe('timeout');
  }
}

/** Fails unless each pattern has exactly one new match. */
async function expectNew({ server }: Driver, since: string, ...patterns: readonly string[]): Promise<void> {
  for (const pattern of patterns)
    await server.request('waitForText', { selector: regex(pattern), since, ambiguityMode: 'fail' });
}

/** Waits until a program that displays the time has redrawn its screen several times. */
async function waitForRepaints({ server }: Driver, count: number): Promise<void> {
  for (let drawn = 0; drawn < count; drawn += 1) await server.request('waitForChange', { since: 'now', stableMs: 0 });
}

test('Ink: text that a key does not change stays old, also when it moves down by a line [5.since.repaint]', async () => {
  const driver = await Driver.start(process.execPath, [pathOfProgram('order.mjs')], {}, outsideOfCi);
  await driver.waitForText('80 × 24');
  await driver.waitForText('❯ Tea 🍵', { inverse: true });
  const since = await mark(driver);
  await driver.press(['Down']);
  await driver.waitForText('❯ Coffee ☕', { inverse: true });
  await expectOld(driver, since, 'What may it be\\?', '水 Water', 'Note:', '80 × 24');
  await driver.press(['Shift+Enter']);
  await driver.type('please');
  await driver.waitForText(/^│ {6}please +│$/);
  await expectOld(driver, since, 'What may it be\\?', '水 Water', 'Note:', '^│80 × 24 +│$', '^╭─+╮$', '^╰─+╯$');
  await expectNew(driver, since, '❯ Coffee', 'please');
});

test.each(['together', 'apart'])(
  'log-update: a status that is erased and written again below new lines stays old (%s) [5.since.repaint]',
  async (mode) => {
    const driver = await Driver.start(process.execPath, [pathOfProgram('progress.mjs'), mode]);
    await driver.waitForText('step 0');
    let since = await mark(driver);
    // The lines first fill the screen, then it scrolls.
    for (let step = 1; step <= 40; step += 1) {
      await driver.press(['x']);
      await driver.waitForText(`step ${step}`);
      await expectOld(driver, since, 'Tasks of today', 'build: running');
      await expectNew(driver, since, `logged ${step}$`, `step ${step}$`);
      if (step % 10 === 0) since = await mark(driver);
    }
  },
);

needing('watch')('watch: only changed text is new (needs watch) [5.since.repaint]', async () => {
  const command = 'date +%N; tail -n 6 log; echo steady';
  const driver = await Driver.start('watch', ['-n', '0.2', command], { log: 'one\nok\ntwo\nok\nthree\nok\n' });
  await driver.waitForText('steady');
  const since = await mark(driver);
  await waitForRepaints(driver, 5);
  await expectOld(driver, since, 'Every 0.2s', '^one', '^two', '^three', '^ok', 'steady');
  await expectNew(driver, since, '^\\d{9}$');
  // The lines move up.
  appendFileSync(join(driver.server.directory, 'log'), 'four\nok\n');
  await expectNew(driver, since, '^four$');
  await waitForRepaints(driver, 2);
  await expectOld(driver, since, 'Every 0.2s', '^two', '^three', 'steady');
});

function startSleep(seconds: string): ChildProcess {
  const child = spawn('sleep', [seconds], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

needing('htop')('htop: processes that only swap rows stay old (needs htop) [5.since.repaint]', async () => {
  const seconds = `${process.pid}42`;
  for (const fraction of ['.1', '.2']) startSleep(seconds + fraction);
  const driver = await Driver.start('htop', ['-d', '2'], {}, { HTOPRC: null });
  await driver.waitForText(/^F1Help +F2Setup.*F10Quit/);
  await driver.press(['F6']);
  await driver.waitForText('Sort by');
  await driver.press(['Home', 'Enter']);
  await driver.waitUntilHidden('Sort by');
  await driver.press(['F4', ...seconds, 'Enter']);
  const inOrder = (first: string, second: string): RegExp =>
    new RegExp(`sleep ${seconds}\\.${first} *\\n.*sleep ${seconds}\\.${second} *$`, 'm');
  await driver.waitForScreen(inOrder('1', '2'));
  await driver.waitForText(/FILTER/);
  const since = await mark(driver);
  await waitForRepaints(driver, 5);
  const steady = ['Mem\\[', 'F1Help', 'PID', `sleep ${seconds}\\.1`, `sleep ${seconds}\\.2`];
  await expectOld(driver, since, ...steady);
  await driver.press(['I']);
  await driver.waitForScreen(inOrder('2', '1'));
  await expectOld(driver, since, ...steady);
  await driver.press(['F3']);
  await expectNew(driver, since, 'Search:');
});

const plainVim = ['-u', 'NONE', '-i', 'NONE', '-n'];

// Each row: the program, its arguments, the key that scrolls by one line, and how many lines of the file it shows.
for (const [program, args, key, height] of [
  ['vim', [...plainVim, 'file'], 'C-e', 23],
  ['vim', [...plainVim, '-c', 'vsplit', 'file'], 'C-e', 22],
  ['nvim', [...plainVim, '-c', 'vsplit', 'file'], 'C-e', 22],
  ['less', ['file'], 'j', 23],
] as const)
  needing(program)(
    `${[program, ...args].join(' ')}: visible lines stay old while the file scrolls (needs ${program}) [5.since.repaint]`,
    async () => {
      const driver = await Driver.start(program, args, { file: createLines(1, 200) }, { LESS: null });
      await driver.waitForText(`line ${height}.`);
      const since = await mark(driver);
      for (let last = height + 1; last <= height + 8; last += 1) {
        await driver.press([key]);
        await driver.waitForText(`line ${last}.`);
        await expectOld(driver, since, '^line 10\\.', `line ${height}\\.`);
        await expectNew(driver, since, `line ${last}\\.`);
      }
      // One page: none of its lines was on the screen.
      await driver.press(key === 'j' ? ['Space', 'Space'] : ['C-f', 'C-f']);
      await driver.waitForText('line 62.');
      await expectNew(driver, since, 'line 62\\.');
    },
  );
