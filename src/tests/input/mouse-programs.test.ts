import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'tuispec/vitest';
import { needing } from '../support/packages.js';

const numbered = Array.from({ length: 200 }, (_, index) => `line ${String(index + 1).padStart(3, '0')} alpha beta\n`);
const files = { 'lines.txt': numbered.join('') };

needing('vim')(
  'vim moves the cursor on a click, scrolls with the wheel and selects with a drag [4.mouse-in-use] (needs vim)',
  async ({ terminal }) => {
    const args = ['-u', 'NONE', '-i', 'NONE', '-n', '-N', '--cmd', 'set mouse=a showmode ruler', 'lines.txt'];
    const vim = await terminal.launch('vim', { args, files, ready: 'line 001' });
    await vim.click(/(?<=line 005 )alpha/);
    await vim.press('c', 'w');
    await vim.type('clicked');
    await vim.press('Escape');
    await expect(vim).toHaveText('line 005 clicked beta');
    await vim.scroll('down', { amount: 2 });
    await expect(vim).not.toHaveText('line 006');
    await vim.drag(/(?<=line 010 )alpha/, /(?<=line 011 alpha )beta/);
    await expect(vim).toHaveText('-- VISUAL --');
    await vim.press('d');
    await expect(vim).toHaveText(/^line 010 eta$/);
    await vim.click(/(?<=line 013 )alpha/, { count: 2 });
    await expect(vim).toHaveText('-- VISUAL --');
    await vim.press('d', 'Z', 'Z');
    await expect(vim).toHaveExited();
    const lines = readFileSync(join(terminal.dir, 'lines.txt'), 'utf8').split('\n');
    expect(lines.slice(8, 12)).toEqual([
      'line 009 alpha beta',
      'line 010 eta',
      'line 012 alpha beta',
      'line 013  beta',
    ]);
  },
);

needing('less')('less scrolls with the wheel [4.mouse-in-use] (needs less)', async ({ terminal }) => {
  const args = ['--mouse', '--wheel-lines=2', 'lines.txt'];
  const less = await terminal.launch('less', { args, files, ready: 'line 001' });
  const top = less.region({ row: 1, col: 1, width: 80, height: 1 });
  await less.scroll('down', { amount: 3 });
  await expect(top.getByText('line 007')).toBeVisible();
  await less.scroll('up');
  await expect(top.getByText('line 005')).toBeVisible();
});

needing('htop')(
  'htop responds to clicks on its buttons and its table [4.mouse-in-use] (needs htop)',
  async ({ terminal }) => {
    const htop = await terminal.launch('htop', { args: ['-d', '10'], rows: 50, ready: 'F10' });
    await htop.click('Help');
    await expect(htop).toHaveText('Press any key to return');
    await htop.press('Space');
    // The help also contains MEM%.
    await expect(htop).toHaveText('F10Quit');
    await htop.click('MEM%');
    await expect(htop).toHaveText('MEM%▽');
    await htop.click('Quit');
    await expect(htop).toHaveExited();
  },
);

needing('mc')('mc responds to clicks on files, menus and buttons [4.mouse-in-use] (needs mc)', async ({ terminal }) => {
  const mc = await terminal.launch('mc', {
    args: ['-u', 'folder', 'folder'],
    files: { 'folder/file.txt': 'shown by mc\n', 'folder/inner/deep.txt': '' },
    env: { SHELL: '/bin/sh' },
    ready: '10Quit',
  });
  // Its hints may contain the same words.
  const left = mc.region({ col: 1, row: 2, width: 40, height: 20 });
  const menu = mc.region({ col: 1, row: 1, width: 80, height: 1 });
  const buttons = mc.region({ col: 1, row: 24, width: 80, height: 1 });
  await left.getByText('file.txt').click();
  await buttons.getByText('View').click();
  await expect(mc).toHaveText('shown by mc');
  await buttons.getByText('10Quit').click();
  await left.getByText('/inner').click({ count: 2 });
  await expect(mc).toHaveText('deep.txt');
  await menu.getByText('Command').click();
  await mc.click('Find file');
  await mc.click('[ Cancel ]');
  await expect(mc).not.toHaveText('[ Cancel ]');
  await buttons.getByText('10Quit').click();
  await expect(mc).toHaveExited();
});

needing('dialog')('dialog responds to a click on a button [4.mouse-in-use] (needs dialog)', async ({ terminal }) => {
  for (const [button, exitCode] of [
    ['< No  >', 1],
    ['< Yes >', 0],
  ] as const) {
    const dialog = await terminal.launch('dialog', { args: ['--yesno', 'Shall we?', '7', '40'], ready: 'Shall we?' });
    await dialog.click(button);
    await expect(dialog).toHaveExited(exitCode);
  }
});

needing('fzf')(
  'fzf moves with the wheel and selects with a double click [4.mouse-in-use] (needs fzf)',
  async ({ terminal }) => {
    const fzf = await terminal.launch('sh', { args: ['-c', 'seq 1 50 | fzf > chosen.txt'], ready: '50/50' });
    await fzf.scroll('up', { amount: 2 });
    await expect(fzf).toHaveText(/^> 3\s/);
    await fzf.click(/(?<=^ *)12(?!\d)/, { count: 2 });
    await expect(fzf).toHaveExited();
    expect(readFileSync(join(terminal.dir, 'chosen.txt'), 'utf8')).toBe('12\n');
  },
);

needing('tmux')(
  'tmux selects a pane with a click, moves its border with a drag and scrolls with the wheel [4.mouse-in-use] (needs tmux)',
  async ({ terminal }) => {
    const options = ['set -g mouse on', 'set -g status-right ""', 'set -g destroy-unattached on'];
    const commands = [...options, 'split-window -h', 'select-pane -L'];
    const tmux = await terminal.launch('tmux', {
      args: ['-f', '/dev/null', 'new', ...commands.flatMap((one) => [';', ...one.split(' ')])],
      env: { SHELL: '/bin/sh', PS1: '> ' },
      ready: '│',
    });
    await tmux.sendLine('seq 1 100', { answer: /^100/ });
    await tmux.click({ col: 60, row: 5 });
    await tmux.sendLine('echo right"-"hand', { answer: 'right-hand' });
    const [border] = await tmux.find('│', { limit: 1 });
    const col = (border?.col ?? 0) - 10;
    await tmux.drag('│', { col, row: 3 });
    await tmux.at(1, col).waitFor();
    expect((await tmux.find('│', { limit: 1 }))[0]?.col).toBe(col);
    await tmux.scroll('up', { amount: 3, target: { col: 5, row: 5 } });
    await expect(tmux).toHaveText(/\[\d+\/\d+\]/);
  },
);
