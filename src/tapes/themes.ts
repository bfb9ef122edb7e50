// Themes of tapes: names, and JSON with the members of VHS.
import { findTheme, themeNames } from '../pictures/themes.js';

/** A theme in the form of a theme file. */
interface ThemeFile {
  readonly name: string;
  readonly background: string;
  readonly foreground: string;
  readonly cursor: string;
  readonly palette: readonly string[];
}

const slots = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
const capitalize = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
const isColor = (value: unknown): value is string => typeof value === 'string' && /^#[\da-f]{6}$/i.test(value);

/** The name of a theme, or a theme as it is in a file. Undefined for an unknown name, invalid JSON, and no theme. */
export function findTapeTheme(value: string): string | ThemeFile | undefined {
  if (value.startsWith('{')) return parseTheme(value);
  const name = value.toLowerCase().replaceAll(/[\s_]+/g, '-');
  return themeNames.find((known) => known === value || known === name);
}

function parseTheme(json: string): ThemeFile | undefined {
  let members: Readonly<Record<string, unknown>>;
  try {
    members = JSON.parse(json) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
  const preset = findTheme('pty-default-dark', undefined);
  const toHex = (color: number): string => `#${color.toString(16).padStart(6, '0')}`;
  // Some themes call magenta purple.
  const read = (name: string, fallback: string): string =>
    [members[name], members[name.replace(/magenta$/i, (word) => (word === 'magenta' ? 'purple' : 'Purple'))]].find(
      isColor,
    ) ?? fallback;
  const foreground = read('foreground', toHex(preset?.foreground ?? 0xffffff));
  const names = [...slots, ...slots.map((slot) => `bright${capitalize(slot)}`)];
  return {
    name: typeof members['name'] === 'string' && members['name'] !== '' ? members['name'] : 'tape',
    background: read('background', toHex(preset?.background ?? 0)),
    foreground,
    cursor: read('cursor', foreground),
    palette: names.map((name, slot) => read(name, toHex(preset?.palette[slot] ?? 0))),
  };
}
