import xterm from '@xterm/headless';
import { onTestFinished } from 'vitest';
import type { Size } from './terminal.js';

/** Creates a terminal of @xterm/headless without our patches, which is disposed after the test. */
export function bareTerminal({ cols = 8, rows = 6, scrollback = 100 }: Size = {}): xterm.Terminal {
  const bare = new xterm.Terminal({ cols, rows, scrollback, allowProposedApi: true, logLevel: 'off' });
  onTestFinished(() => bare.dispose());
  return bare;
}

/** Writes to a terminal, which parses immediately what is written right after input. */
export function writeTo(bare: xterm.Terminal, output: string | Uint8Array): void {
  bare.input('', true);
  bare.write(output);
}

/** The text of a row of the screen, without blanks at the end. */
export const rowOf = ({ buffer: { active } }: xterm.Terminal, row: number): string | undefined =>
  active.getLine(active.baseY + row)?.translateToString(true);
