// What a program can leave changed in its terminal for the next one, and how to change it back.
import { defaultColor } from '../base/colors.js';
import { encodeSgr } from '../screen/style.js';
import type { KeyboardSettings, MouseSettings, OtherModes } from './modes.js';
import type { OscState, Titles } from './osc.js';
import type { ProgramColors } from './queries/program-colors.js';
import { readPen } from './queries/terminal-state.js';
import type { Core } from './xterm/internals.js';

type Value = boolean | number | string;

// Settings with another value than before the launch break the next program.
export const changeNames = [
  'alternateScreen',
  'mouseTracking',
  'bracketedPaste',
  'focusEvents',
  'kittyKeyboard',
  'modifyOtherKeys',
  'applicationCursorKeys',
  'applicationKeypad',
  'cursorVisible',
  'synchronizedOutput',
  'scrollRegion',
  'style',
  'charset',
  'wraparound',
  'origin',
  'insert',
  'newline',
  'reverseScreen',
  'palette',
  'foregroundColor',
  'backgroundColor',
  'cursorColor',
  'link',
  'progress',
  'modes',
] as const;
// Programs may leave these.
export const noteNames = ['title', 'cursorShape', 'cursorColumn', 'mouseEncoding'] as const;
/** The name of a setting that must be as before. */
export type ChangeName = (typeof changeNames)[number];
/** The name of any setting. */
export type SettingName = ChangeName | (typeof noteNames)[number];
/** The settings of a terminal at one moment, each as a value that can be compared. */
export type TerminalSettings = Readonly<Record<SettingName, Value>>;

/** What our terminal tracks and xterm.js does not. */
interface TrackedState {
  readonly keyboard: KeyboardSettings;
  readonly mouse: MouseSettings;
  readonly others: OtherModes;
  readonly reports: OscState;
  readonly titles: Titles;
  readonly colors: ProgramColors | undefined;
}

/** The settings of a terminal. They are read at each input, so without intermediate objects. */
export function readSettings(core: Core, tracked: TrackedState): TerminalSettings {
  const { coreService, buffers } = core;
  const { decPrivateModes: dec } = coreService;
  const { active } = buffers;
  const { keyboard, others, reports, colors } = tracked;
  return {
    alternateScreen: active !== buffers.normal,
    mouseTracking: core.coreMouseService.activeProtocol.toLowerCase(),
    bracketedPaste: dec.bracketedPasteMode,
    focusEvents: dec.sendFocus,
    kittyKeyboard: keyboard.kittyStacks,
    modifyOtherKeys: keyboard.modes.modifyOtherKeys,
    applicationCursorKeys: dec.applicationCursorKeys,
    applicationKeypad: dec.applicationKeypad,
    cursorVisible: !coreService.isCursorHidden,
    synchronizedOutput: dec.synchronizedOutput,
    scrollRegion:
      active.scrollTop === 0 && active.scrollBottom === core.rows - 1
        ? 'none'
        : `rows ${active.scrollTop + 1} to ${active.scrollBottom + 1}`,
    style: describeStyle(core),
    charset: describeCharset(core),
    wraparound: dec.wraparound,
    origin: dec.origin,
    insert: coreService.modes.insertMode,
    newline: core.optionsService.rawOptions.convertEol,
    reverseScreen: others.isReversed,
    palette: colors?.describePalette() ?? 'default',
    foregroundColor: colors?.describe('foreground') ?? 'default',
    backgroundColor: colors?.describe('background') ?? 'default',
    cursorColor: colors?.describe('cursor') ?? 'default',
    link: reports.link ?? 'none',
    progress: reports.progress ?? 'none',
    modes: others.numbers,
    title: tracked.titles.current,
    cursorShape: dec.cursorStyle ?? 'default',
    cursorColumn: Math.min(active.x, core.cols - 1) + 1,
    mouseEncoding: tracked.mouse.encoding,
  };
}

function describeStyle(core: Core): string {
  const pen = readPen(core);
  return pen.isDefault && pen.underlineColor === defaultColor ? 'default' : encodeSgr(pen) || 'default';
}

// A set that is not in use does no harm: ncurses designates ASCII as G0 at each end.
function describeCharset({ _charsetService: { glevel, _charsets } }: Core): string {
  const set = _charsets[glevel];
  const name = set === undefined ? 'ASCII' : set['q'] === '─' ? 'line drawing' : 'national characters';
  return glevel === 0 && set === undefined ? 'ASCII' : `G${glevel}, ${name}`;
}

const privateModes: Partial<Readonly<Record<ChangeName, number>>> = {
  bracketedPaste: 2004,
  focusEvents: 1004,
  applicationCursorKeys: 1,
  cursorVisible: 25,
  synchronizedOutput: 2026,
  wraparound: 7,
  origin: 6,
  reverseScreen: 5,
};
const mouseModes: Readonly<Record<string, number>> = {
  x10: 9,
  vt200: 1000,
  drag: 1002,
  any: 1003,
};
const setModes = (modes: readonly number[], isOn: boolean): string => `\x1b[?${modes.join(';')}${isOn ? 'h' : 'l'}`;
const endString = '\x1b\\';

/** The escape sequences that give the settings with these names their initial values again. */
export function createRepair(names: ReadonlySet<string>, initial: TerminalSettings, actual: TerminalSettings): string {
  // The keyboard of the alternate screen can be reset only while that is displayed; leaving it restores a saved cursor
  // with its style.
  const first: readonly ChangeName[] = ['kittyKeyboard', 'alternateScreen'];
  const sorted = [...first, ...changeNames.filter((name) => !first.includes(name))].filter((name) => names.has(name));
  return sorted.map((name) => repairOne(name, initial[name], actual[name])).join('');
}

function repairOne(name: ChangeName, value: Value, actual: Value): string {
  const mode = privateModes[name];
  return mode === undefined ? (repairs[name]?.(value, actual) ?? '') : setModes([mode], value === true);
}

const repairColor =
  (number: number) =>
  (value: Value): string =>
    value === 'default' ? `\x1b]${number + 100}${endString}` : `\x1b]${number};${value}${endString}`;

/** How to give a setting a value. */
const repairs: Partial<Readonly<Record<ChangeName, (value: Value, actual: Value) => string>>> = {
  alternateScreen: (isOn) => setModes([1049], isOn === true),
  mouseTracking: (value) =>
    value === 'none'
      ? setModes([9, 1000, 1002, 1003, 1005, 1006, 1015, 1016], false)
      : setModes([mouseModes[String(value)] ?? 0], true),
  kittyKeyboard: (value) => {
    const flags = /^flags (\d+)/.exec(String(value))?.[1];
    return `\x1b[?47h${popAll}\x1b[?47l${popAll}${flags === undefined ? '' : `\x1b[=${flags}u`}`;
  },
  modifyOtherKeys: (value) => `\x1b[>4;${value}m`,
  applicationKeypad: (isOn) => (isOn === true ? '\x1b=' : '\x1b>'),
  // It moves the cursor.
  scrollRegion: (value) => `\x1b7\x1b[${/^rows (\d+) to (\d+)$/.exec(String(value))?.slice(1).join(';') ?? ''}r\x1b8`,
  style: (value) => (value === 'default' ? '\x1b[0m' : `\x1b[0;${value}m`),
  charset: () => '\x0f\x1b(B',
  insert: (isOn) => `\x1b[4${isOn === true ? 'h' : 'l'}`,
  newline: (isOn) => `\x1b[20${isOn === true ? 'h' : 'l'}`,
  palette: (value) => {
    const slots = value === 'default' ? '' : String(value).replaceAll(', ', ';').replaceAll(' ', ';');
    return `\x1b]104${endString}${slots === '' ? '' : `\x1b]4;${slots}${endString}`}`;
  },
  foregroundColor: repairColor(10),
  backgroundColor: repairColor(11),
  cursorColor: repairColor(12),
  link: (url) => `\x1b]8;;${url === 'none' ? '' : url}${endString}`,
  progress: () => `\x1b]9;4;0${endString}`,
  modes: (value, actual) => {
    const [wanted, on] = [numbersOf(value), numbersOf(actual)];
    return switchModes(on, wanted, false) + switchModes(wanted, on, true);
  },
};
const popAll = '\x1b[<32u\x1b[=0u';

const numbersOf = (value: Value): readonly number[] => (value === 'none' ? [] : String(value).split(' ').map(Number));

function switchModes(modes: readonly number[], others: readonly number[], isOn: boolean): string {
  const different = modes.filter((mode) => !others.includes(mode));
  return different.length === 0 ? '' : setModes(different, isOn);
}
