import { sgrOf } from '../../screen/sgr.js';
import type { TerminalState } from './terminal-state.js';

// By the end of the sequence that sets it; the answer is that sequence.
const settings: Readonly<Record<string, (situation: TerminalState) => string>> = {
  m: ({ style }) => ['0', sgrOf(style)].filter(Boolean).join(';'),
  r: ({ region }) => `${region.top + 1};${region.bottom + 1}`,
  t: ({ rows }) => String(rows),
  '$|': ({ cols }) => String(cols),
  '*|': ({ rows }) => String(rows),
  ' q': ({ cursorStyle }) => String(cursorStyle),
  '"q': ({ isProtected }) => (isProtected ? '1' : '0'),
  // A VT220 with controls of 7 bits.
  '"p': () => '62;1',
  // There is no status line.
  '$}': () => '0',
  '$~': () => '0',
};

/** The answer to DECRQSS, which asks for a setting as the sequence that would make it. */
export function settingReport(asked: string, situation: TerminalState): string {
  if (!Object.hasOwn(settings, asked)) return '\x1bP0$r\x1b\\';
  return `\x1bP1$r${settings[asked]?.(situation)}${asked}\x1b\\`;
}
