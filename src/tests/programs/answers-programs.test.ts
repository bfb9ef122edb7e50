import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type TerminalFactory } from 'tuispec/vitest';
import { version } from '../../protocol/generated/tables.js';
import { needing } from '../support/packages.js';

/** Runs a program in a terminal of 80 × 24; returns what it writes to the file `answer`. */
async function answerOf(terminal: TerminalFactory, command: string, args: readonly string[]): Promise<string> {
  await expect(await terminal.launch(command, { args, theme: 'nord' })).toHaveExited();
  return readFileSync(join(terminal.dir, 'answer'), 'latin1');
}

const readRaw = 'stty raw -echo;';
const python = `
import os, termios, tty
tty.setraw(0)
os.write(1, b'\\x1b[18t\\x1b[3;4H\\x1b[6n')
got = b''
while not got.endswith(b'R'): got += os.read(0, 100)
open('answer', 'wb').write(got)
`;

// Each program waits for the end of the reply indefinitely: a wrong terminator or a missing reply fails the test.
needing('bash').for([
  ['until BEL', `${readRaw} printf '\\e]11;?\\a'; IFS= read -rd $'\\a' answer`, '\x1b]11;rgb:2e2e/3434/4040'],
  ['until ST', `${readRaw} printf '\\e]11;?\\e\\\\'; IFS= read -rd \\\\ answer`, '\x1b]11;rgb:2e2e/3434/4040\x1b'],
  ['until R', `${readRaw} printf 'abc\\e[6n'; IFS= read -rd R answer`, '\x1b[1;4'],
  ['with a timeout', `${readRaw} printf '\\e[>q'; IFS= read -t 20 -rd \\\\ answer`, `\x1bP>|tuispec ${version}\x1b`],
])('bash reads a reply %s (needs bash) [11.cursor, 11.colors]', async ([, script, answer], { terminal }) => {
  expect(await answerOf(terminal, 'bash', ['-c', `${script}; printf %s "$answer" > answer`])).toBe(answer);
});

needing('python3')('python reads two replies in order (needs python3) [11.order]', async ({ terminal }) => {
  expect(await answerOf(terminal, 'python3', ['-c', python])).toBe('\x1b[8;24;80t\x1b[3;4R');
});
