import type { ModeSwitches } from './terminal-state.js';

/** The two families of modes: ANSI modes, and DEC private modes with a question mark. */
export type ModeFamily = keyof ModeSwitches;

// Modes that xterm can switch, and that are fixed here.
const fixed: Readonly<Record<ModeFamily, { readonly on: readonly number[]; readonly off: readonly number[] }>> = {
  // 12: the terminal never echoes input locally.
  ansi: { on: [12], off: [1, 2, 3, 5, 7, 10, 11, 13, 14, 15, 16, 17, 18, 19] },
  dec: {
    // 2: no VT52 mode. 8: keys repeat. 1036, 1039: Meta and Alt send Escape. 1046: the alternate screen is available.
    // 1048: it saves the cursor. 2027: characters are grapheme clusters.
    on: [2, 8, 1036, 1039, 1046, 1048, 2027],
    off: [
      ...[3, 4, 10, 13, 14, 18, 19, 30, 35, 38, 40, 41, 42, 43, 44, 46, 67, 69, 80, 95],
      ...[1001, 1010, 1011, 1014, 1034, 1035, 1037, 1040, 1041, 1042, 1043, 1044, 1045],
      ...[1050, 1051, 1052, 1053, 1060, 1061, 1070, 2001, 2002, 2003, 2005, 2006],
    ],
  },
};

/** The reply to DECRQM: on (1), off (2), always on (3), always off (4), or not recognized (0). */
export function createModeReport(mode: number, family: ModeFamily, switches: ModeSwitches): string {
  return `\x1b[${family === 'dec' ? '?' : ''}${mode};${getModeState(mode, family, switches)}$y`;
}

function getModeState(mode: number, family: ModeFamily, switches: ModeSwitches): 0 | 1 | 2 | 3 | 4 {
  const isOn = switches[family][mode];
  if (isOn !== undefined) return isOn ? 1 : 2;
  if (fixed[family].on.includes(mode)) return 3;
  return fixed[family].off.includes(mode) ? 4 : 0;
}
