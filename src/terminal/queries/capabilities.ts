import { parseKey } from '../input/key.js';
import { encodeLegacy } from '../input/legacy.js';
import type { TerminalState } from './terminal-state.js';

// terminfo and termcap names; a boolean capability has an empty value.
const capabilities: Readonly<Record<string, string>> = {
  ...assignAll(['TN', 'name'], 'xterm-256color'),
  ...assignAll(['Co', 'colors'], '256'),
  RGB: '8/8/8',
  Tc: '',
  Su: '',
  Smulx: '\x1b[4:%p1%dm',
  Setulc: '\x1b[58:2::%p1%{65536}%/%d:%p1%{256}%/%{255}%&%d:%p1%{255}%&%d%;m',
  setrgbf: '\x1b[38:2:%p1%d:%p2%d:%p3%dm',
  setrgbb: '\x1b[48:2:%p1%d:%p2%d:%p3%dm',
  smxx: '\x1b[9m',
  rmxx: '\x1b[29m',
  Smol: '\x1b[53m',
  Rmol: '\x1b[55m',
  Ss: '\x1b[%p1%d q',
  Se: '\x1b[2 q',
  Cs: '\x1b]12;%p1%s\x07',
  Cr: '\x1b]112\x07',
  Ms: '\x1b]52;%p1%s;%p2%s\x07',
  E3: '\x1b[3J',
  Sync: '\x1b[?2026%?%p1%{1}%-%tl%eh%;',
  BE: '\x1b[?2004h',
  BD: '\x1b[?2004l',
  PS: '\x1b[200~',
  PE: '\x1b[201~',
  fe: '\x1b[?1004h',
  fd: '\x1b[?1004l',
  kxIN: '\x1b[I',
  kxOUT: '\x1b[O',
  XR: '\x1b[>0q',
  RV: '\x1b[>c',
};
// Capabilities whose value is the current encoding of a key, which depends on the modes.
const keys: Readonly<Record<string, string>> = {
  ...assignAll(['ku', 'kcuu1'], 'Up'),
  ...assignAll(['kd', 'kcud1'], 'Down'),
  ...assignAll(['kr', 'kcuf1'], 'Right'),
  ...assignAll(['kl', 'kcub1'], 'Left'),
  ...assignAll(['kh', 'khome'], 'Home'),
  ...assignAll(['@7', 'kend'], 'End'),
  ...assignAll(['kI', 'kich1'], 'Insert'),
  ...assignAll(['kD', 'kdch1'], 'Delete'),
  ...assignAll(['kP', 'kpp'], 'PageUp'),
  ...assignAll(['kN', 'knp'], 'PageDown'),
  ...assignAll(['kb', 'kbs'], 'Backspace'),
  ...assignAll(['kB', 'kcbt'], 'Shift+Tab'),
  ...assignAll(['%i', 'kRIT'], 'Shift+Right'),
  ...assignAll(['#4', 'kLFT'], 'Shift+Left'),
  ...assignAll(['kri'], 'Shift+Up'),
  ...assignAll(['kind'], 'Shift+Down'),
  ...assignAll(['#2', 'kHOM'], 'Shift+Home'),
  ...assignAll(['*7', 'kEND'], 'Shift+End'),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => [`k${number}`, `F${number}`])),
  'k;': 'F10',
  F1: 'F11',
  F2: 'F12',
  ...Object.fromEntries(Array.from({ length: 24 }, (_, index) => [`kf${index + 1}`, `F${index + 1}`])),
};

function assignAll(names: readonly string[], value: string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, value]));
}

/** One reply to XTGETTCAP for each requested capability, in order. */
export function* createCapabilityReports(requested: string, state: TerminalState): Iterable<string> {
  for (const hex of requested.split(';')) yield createCapabilityReport(hex, state);
}

function createCapabilityReport(hex: string, state: TerminalState): string {
  const name = isHex(hex) ? Buffer.from(hex, 'hex').toString('latin1') : undefined;
  const value = name === undefined ? undefined : findCapability(name, state);
  if (value === undefined) return `\x1bP0+r${isHex(hex) ? hex : ''}\x1b\\`;
  const coded = value === '' ? '' : `=${Buffer.from(value).toString('hex').toUpperCase()}`;
  return `\x1bP1+r${hex}${coded}\x1b\\`;
}

// Only hexadecimal digits are echoed; otherwise a program could make its terminal send arbitrary input.
const isHex = (text: string): boolean => /^(?:[0-9a-f]{2}){1,64}$/i.test(text);

function findCapability(name: string, state: TerminalState): string | undefined {
  if (Object.hasOwn(capabilities, name)) return capabilities[name];
  if (Object.hasOwn(keys, name)) return encodeLegacy(parseKey(keys[name] as string), state.keys);
  return undefined;
}
