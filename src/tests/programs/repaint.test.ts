import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, type Terminal } from 'tuispec/vitest';
import { needing } from '../support/packages.js';
import { pathOfProgram } from '../support/programs.js';
import { test } from '../support/terminal-test.js';
import { sample } from '../support/tier.js';

const createLines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}.\n`).join('');

/** Fails unless each pattern matches, and none of its matches is new. */
async function expectOld(terminal: Terminal, since: string, ...patterns: readonly RegExp[]): Promise<void> {
  for (const pattern of patterns) {
    await expect(terminal).toHaveText(pattern);
    await expect(terminal).not.toHaveText(pattern, { since, timeout: 0 });
  }
}

/** Fails unless each pattern has exactly one new match. */
async function expectNew(terminal: Terminal, since: string, ...patterns: readonly RegExp[]): Promise<void> {
  for (const pattern of patterns) await terminal.waitForText(pattern, { since, ambiguity: 'fail' });
}

/** Waits until a program that displays the time has redrawn its screen several times. */
async function waitForRepaints(terminal: Terminal, count: number): Promise<void> {
  for (let drawn = 0; drawn < count; drawn += 1) await terminal.waitForChange({ since: 'now', stable: 0 });
}

test('Ink: text that a key does not change stays old, also when it moves down by a line [5.since.repaint]', async ({
  terminal,
}) => {
  const form = await terminal.launch(process.execPath, { args: [pathOfProgram('order.mjs')], ready: '80 × 24' });
  await expect(form.getByText('❯ Tea 🍵')).toHaveStyle({ inverse: true });
  const since = await form.mark();
  await form.press('Down');
  await expect(form.getByText('❯ Coffee ☕')).toHaveStyle({ inverse: true });
  await expectOld(form, since, /What may it be\?/, /水 Water/, /Note:/, /80 × 24/);
  await form.press('Shift+Enter');
  await form.type('please');
  await expect(form).toHaveText(/^│ {6}please +│$/);
  await expectOld(form, since, /What may it be\?/, /水 Water/, /Note:/, /^│80 × 24 +│$/, /^╭─+╮$/, /^╰─+╯$/);
  await expectNew(form, since, /❯ Coffee/, /please/);
});

// Between two writes the status is gone for a moment, and new text after a longer one: only an idle machine never takes longer.
test.for(sample(['together', 'apart']))(
  'log-update: a status that is erased and written again below new lines stays old (%s) [5.since.repaint]',
  async (mode, { terminal }) => {
    const progress = await terminal.launch(process.execPath, {
      args: [pathOfProgram('progress.mjs'), mode],
      ready: 'step 0',
    });
    let since = await progress.mark();
    // The lines first fill the screen, then it scrolls.
    for (let step = 1; step <= 40; step += 1) {
      await progress.press('x');
      await expect(progress).toHaveText(`step ${step}`);
      await expectOld(progress, since, /Tasks of today/, /build: running/);
      await expectNew(progress, since, new RegExp(`logged ${step}$`), new RegExp(`step ${step}$`));
      if (step % 10 === 0) since = await progress.mark();
    }
  },
);

needing('watch')('watch: only changed text is new (needs watch) [5.since.repaint]', async ({ terminal }) => {
  const command = 'date +%N; tail -n 6 log; echo steady';
  const watch = await terminal.launch('watch', {
    args: ['-n', '0.2', command],
    files: { log: 'one\nok\ntwo\nok\nthree\nok\n' },
    // The first row displays the command, with the word, before the command has run.
    ready: /^steady/,
  });
  const since = await watch.mark();
  await waitForRepaints(watch, 5);
  await expectOld(watch, since, /Every 0.2s/, /^one/, /^two/, /^three/, /^ok/, /steady/);
  await expectNew(watch, since, /^\d{9}$/);
  // The lines move up.
  appendFileSync(join(terminal.dir, 'log'), 'four\nok\n');
  await expectNew(watch, since, /^four$/);
  await waitForRepaints(watch, 2);
  await expectOld(watch, since, /Every 0.2s/, /^two/, /^three/, /steady/);
});

function startSleep(seconds: string): ChildProcess {
  const child = spawn('sleep', [seconds], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

needing('htop')('htop: processes that only swap rows stay old (needs htop) [5.since.repaint]', async ({ terminal }) => {
  const seconds = `${process.pid}42`;
  for (const fraction of ['.1', '.2']) startSleep(seconds + fraction);
  const htop = await terminal.launch('htop', { args: ['-d', '2'] });
  await expect(htop).toHaveText(/^F1Help +F2Setup.*F10Quit/);
  await htop.press('F6');
  await expect(htop).toHaveText('Sort by');
  await htop.press('Home', 'Enter');
  await expect(htop).not.toHaveText('Sort by');
  await htop.press('F4', ...seconds, 'Enter');
  const inOrder = (first: string, second: string): RegExp =>
    new RegExp(`sleep ${seconds}\\.${first} *\\n.*sleep ${seconds}\\.${second} *$`, 'm');
  await expect(htop).toHaveText(inOrder('1', '2'));
  await expect(htop).toHaveText(/FILTER/);
  const since = await htop.mark();
  await waitForRepaints(htop, 5);
  const steady = [/Mem\[/, /F1Help/, /PID/, new RegExp(`sleep ${seconds}\\.1`), new RegExp(`sleep ${seconds}\\.2`)];
  await expectOld(htop, since, ...steady);
  await htop.press('I');
  await expect(htop).toHaveText(inOrder('2', '1'));
  await expectOld(htop, since, ...steady);
  await htop.press('F3');
  await expectNew(htop, since, /Search:/);
});

const plainVim = ['-u', 'NONE', '-i', 'NONE', '-n'];

// Each row: the program, its arguments, the key that scrolls by one line, and how many lines of the file it shows.
for (const [program, args, key, height] of sample(
  [
    ['vim', [...plainVim, '-c', 'vsplit', 'file'], 'C-e', 22],
    ['less', ['file'], 'j', 23],
    ['vim', [...plainVim, 'file'], 'C-e', 23],
    ['nvim', [...plainVim, '-c', 'vsplit', 'file'], 'C-e', 22],
  ] as const,
  2,
))
  needing(program)(
    `${[program, ...args].join(' ')}: visible lines stay old while the file scrolls (needs ${program}) [5.since.repaint]`,
    async ({ terminal }) => {
      const viewer = await terminal.launch(program, {
        args,
        files: { file: createLines(1, 200) },
        ready: `line ${height}.`,
      });
      const since = await viewer.mark();
      for (let last = height + 1; last <= height + 8; last += 1) {
        await viewer.press(key);
        await expect(viewer).toHaveText(`line ${last}.`);
        await expectOld(viewer, since, /^line 10\./, new RegExp(`line ${height}\\.`));
        await expectNew(viewer, since, new RegExp(`line ${last}\\.`));
      }
      // One page: none of its lines was on the screen.
      await viewer.press(...(key === 'j' ? ['Space', 'Space'] : ['C-f', 'C-f']));
      await expect(viewer).toHaveText('line 62.');
      await expectNew(viewer, since, /line 62\./);
    },
  );
