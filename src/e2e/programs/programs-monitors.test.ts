import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished } from 'vitest';
import { Driver } from '../../testing/driver.js';
import { needing } from '../../testing/packages.js';

let sleepers = 0;

/** A process to be ended from a monitor, and a text that appears only in its command line. */
function startSleep(): { readonly child: ChildProcess; readonly seconds: string; readonly ended: Promise<unknown[]> } {
  sleepers += 1;
  const seconds = `${process.pid}0${sleepers}.5`;
  const child = spawn('sleep', [seconds], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, seconds, ended: once(child, 'exit') };
}

needing('htop')('htop sorts, filters, displays a tree and ends a process [11.programs] (needs htop)', async () => {
  const { seconds, ended } = startSleep();
  const driver = await Driver.start('htop', ['-d', '10'], {}, { HTOPRC: null });
  await driver.waitForText(/^F1Help +F2Setup.*F10Quit/);
  await driver.waitForText('Mem', { fg: 'cyan' });
  await driver.press(['F6']);
  await driver.waitForText('Sort by');
  await driver.press(['Home', 'Enter']);
  await driver.waitUntilHidden('Sort by');
  await driver.waitForText(/PID[△▽]/);
  await driver.press(['F5']);
  await driver.waitForText(/[├└]─/);
  await driver.press(['F5']);
  await driver.waitUntilHidden(/[├└]─/);
  await driver.press(['F4', ...seconds]);
  await driver.waitForText(`sleep ${seconds}`);
  await driver.press(['Enter', 'F9']);
  await driver.waitForText('Send signal:');
  await driver.waitForText(/15 SIGTERM/);
  await driver.press(['Enter']);
  expect(await ended).toEqual([null, 'SIGTERM']);
  await driver.waitUntilHidden(`sleep ${seconds}`);
  await driver.press(['F10']);
  expect(await driver.waitForExit()).toBe(0);
});

needing('top')('top displays help and colors, and ends a process [11.programs] (needs top)', async () => {
  const { child, ended } = startSleep();
  const driver = await Driver.start('top', ['-d', '1', '-p', String(child.pid)]);
  await driver.waitForText(/^top - /);
  await driver.waitForText(/^ +PID USER/, { inverse: true });
  await driver.waitForText(/ sleep$/);
  await driver.press(['h']);
  await driver.waitForText('Help for Interactive Commands', { bold: true });
  await driver.press(['Escape']);
  await driver.waitForText(/^top - /);
  await driver.press(['z']);
  await driver.waitForText(/^Tasks:/, { fg: 'red' });
  await driver.press(['k']);
  await driver.waitForText(`[default pid = ${child.pid}]`);
  await driver.press(['Enter']);
  await driver.waitForText(/Send pid \d+ signal \[15\/sigterm\]/);
  await driver.press(['Enter']);
  expect(await ended).toEqual([null, 'SIGTERM']);
  await driver.waitUntilHidden(/ sleep$/);
  await driver.press(['q']);
  expect(await driver.waitForExit()).toBe(0);
});
