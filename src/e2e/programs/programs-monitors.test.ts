import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished } from 'vitest';
import { Driver } from '../../testing/driver.js';
import { needing } from '../../testing/packages.js';

let sleepers = 0;

/** A process to be ended from a monitor, and a text that appears only in its command line. */
function sleeper(): { readonly child: ChildProcess; readonly seconds: string; readonly ended: Promise<unknown[]> } {
  sleepers += 1;
  const seconds = `${process.pid}0${sleepers}.5`;
  const child = spawn('sleep', [seconds], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, seconds, ended: once(child, 'exit') };
}

needing('htop')('htop sorts, filters, displays a tree and ends a process [11.programs] (needs htop)', async () => {
  const { seconds, ended } = sleeper();
  const driver = await Driver.start('htop', ['-d', '10'], {}, { HTOPRC: null });
  await driver.see(/^F1Help +F2Setup.*F10Quit/);
  await driver.see('Mem', { fg: 'cyan' });
  await driver.press(['F6']);
  await driver.see('Sort by');
  await driver.press(['Home', 'Enter']);
  await driver.gone('Sort by');
  await driver.see(/PID[△▽]/);
  await driver.press(['F5']);
  await driver.see(/[├└]─/);
  await driver.press(['F5']);
  await driver.gone(/[├└]─/);
  await driver.press(['F4', ...seconds]);
  await driver.see(`sleep ${seconds}`);
  await driver.press(['Enter', 'F9']);
  await driver.see('Send signal:');
  await driver.see(/15 SIGTERM/);
  await driver.press(['Enter']);
  expect(await ended).toEqual([null, 'SIGTERM']);
  await driver.gone(`sleep ${seconds}`);
  await driver.press(['F10']);
  expect(await driver.ended()).toBe(0);
});

needing('top')('top displays help and colors, and ends a process [11.programs] (needs top)', async () => {
  const { child, ended } = sleeper();
  const driver = await Driver.start('top', ['-d', '1', '-p', String(child.pid)]);
  await driver.see(/^top - /);
  await driver.see(/^ +PID USER/, { inverse: true });
  await driver.see(/ sleep$/);
  await driver.press(['h']);
  await driver.see('Help for Interactive Commands', { bold: true });
  await driver.press(['Escape']);
  await driver.see(/^top - /);
  await driver.press(['z']);
  await driver.see(/^Tasks:/, { fg: 'red' });
  await driver.press(['k']);
  await driver.see(`[default pid = ${child.pid}]`);
  await driver.press(['Enter']);
  await driver.see(/Send pid \d+ signal \[15\/sigterm\]/);
  await driver.press(['Enter']);
  expect(await ended).toEqual([null, 'SIGTERM']);
  await driver.gone(/ sleep$/);
  await driver.press(['q']);
  expect(await driver.ended()).toBe(0);
});
