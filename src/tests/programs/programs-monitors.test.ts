import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished } from 'tuispec/vitest';
import { needing } from '../support/packages.js';

let sleepers = 0;

/** A process to be ended from a monitor, and a text that appears only in its command line. */
function startSleep(): { readonly child: ChildProcess; readonly seconds: string; readonly ended: Promise<unknown[]> } {
  sleepers += 1;
  const seconds = `${process.pid}0${sleepers}.5`;
  const child = spawn('sleep', [seconds], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, seconds, ended: once(child, 'exit') };
}

needing('htop')(
  'htop sorts, filters, displays a tree and ends a process [11.programs] (needs htop)',
  async ({ terminal }) => {
    const { seconds, ended } = startSleep();
    const htop = await terminal.launch('htop', { args: ['-d', '10'], ready: /^F1Help +F2Setup.*F10Quit/ });
    await expect(htop.getByText('Mem')).toHaveStyle({ fg: 'cyan' });
    await htop.press('F6');
    await expect(htop).toHaveText('Sort by');
    await htop.press('Home', 'Enter');
    await expect(htop).not.toHaveText('Sort by');
    await expect(htop).toHaveText(/PID[△▽]/);
    await htop.press('F5');
    await expect(htop).toHaveText(/[├└]─/);
    await htop.press('F5');
    await expect(htop).not.toHaveText(/[├└]─/);
    await htop.press('F4', ...seconds);
    await expect(htop).toHaveText(`sleep ${seconds}`);
    await htop.press('Enter', 'F9');
    await expect(htop).toHaveText('Send signal:');
    await expect(htop).toHaveText(/15 SIGTERM/);
    await htop.press('Enter');
    expect(await ended).toEqual([null, 'SIGTERM']);
    await expect(htop).not.toHaveText(`sleep ${seconds}`);
    await htop.press('F10');
    await expect(htop).toHaveExited(0);
  },
);

needing('top')('top displays help and colors, and ends a process [11.programs] (needs top)', async ({ terminal }) => {
  const { child, ended } = startSleep();
  const top = await terminal.launch('top', { args: ['-d', '1', '-p', String(child.pid)], ready: /^top - / });
  await expect(top.getByText(/^ +PID USER/)).toHaveStyle({ inverse: true });
  await expect(top).toHaveText(/ sleep$/);
  await top.press('h');
  await expect(top.getByText('Help for Interactive Commands')).toHaveStyle({ bold: true });
  await top.press('Escape');
  await expect(top).toHaveText(/^top - /);
  await top.press('z');
  await expect(top.getByText(/^Tasks:/)).toHaveStyle({ fg: 'red' });
  await top.press('k');
  await expect(top).toHaveText(`[default pid = ${child.pid}]`);
  await top.press('Enter');
  await expect(top).toHaveText(/Send pid \d+ signal \[15\/sigterm\]/);
  await top.press('Enter');
  expect(await ended).toEqual([null, 'SIGTERM']);
  await expect(top).not.toHaveText(/ sleep$/);
  await top.press('q');
  await expect(top).toHaveExited(0);
});
