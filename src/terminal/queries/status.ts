import { encodeSgr } from '../../screen/style.js';
import type { TerminalState } from './terminal-state.js';

// Keyed by the final characters of the sequence that sets the setting; the reply contains that sequence.
const settings: Readonly<Record<string, (state: TerminalState) => string>> = {
  m: ({ style }) => ['0', encodeSgr(style)].filter(Boolean).join(';'),
  r: ({ region }) => `${region.top + 1};${region.bottom + 1}`,
  t: ({ rows }) => String(rows),
  '$|': ({ cols }) => String(cols),
  '*|': ({ rows }) => String(rows),
  ' q': ({ cursorStyle }) => String(cursorStyle),
  '"q': ({ isProtected }) => (isProtected ? '1' : '0'),
  // A VT220 with 7-bit controls.
  '"p': () => '62;1',
  // There is no status line.
  '$}': () => '0',
  '$~': () => '0',
};

/** The reply to DECRQSS, which reports a setting as the sequence that would set it. */
export function createSettingReport(requested: string, state: TerminalState): string {
  if (!Object.hasOwn(settings, requested)) return '\x1bP0$r\x1b\\';
  return `\x1bP1$r${settings[requested]?.(state)}${requested}\x1b\\`;
}
