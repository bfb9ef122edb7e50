import { type Colors, extendPalette, parseRgb, type Rgb } from '../base/colors.js';

/** The colors of a picture. */
export interface Theme extends Colors {
  readonly name: string;
}

// Background, foreground, cursor, then slots 0–7 and 8–15, as published by the authors of each theme.
const table: Readonly<Record<string, readonly [ground: string, dark: string, bright: string]>> = {
  // Slot 0 equals the background, so that programs with a black background leave no patches.
  'pty-default-dark': [
    '0c0c0c d4d4d4 d4d4d4',
    '0c0c0c cd0000 00cd00 cdcd00 2a6fd6 cd00cd 00cdcd e5e5e5',
    '7f7f7f ff4545 00ff00 ffff00 5c8cff ff00ff 00ffff ffffff',
  ],
  'pty-default-light': [
    'ffffff 1e1e1e 1e1e1e',
    '000000 c00000 008000 8a6d00 0037da a000a0 007a8a cccccc',
    '767676 e00000 00a000 b58900 3b6cff c800c8 0097a7 ffffff',
  ],
  'solarized-dark': [
    '002b36 839496 93a1a1',
    '073642 dc322f 859900 b58900 268bd2 d33682 2aa198 eee8d5',
    '002b36 cb4b16 586e75 657b83 839496 6c71c4 93a1a1 fdf6e3',
  ],
  'solarized-light': [
    'fdf6e3 657b83 586e75',
    '073642 dc322f 859900 b58900 268bd2 d33682 2aa198 eee8d5',
    '002b36 cb4b16 586e75 657b83 839496 6c71c4 93a1a1 fdf6e3',
  ],
  dracula: [
    '282a36 f8f8f2 f8f8f2',
    '21222c ff5555 50fa7b f1fa8c bd93f9 ff79c6 8be9fd f8f8f2',
    '6272a4 ff6e6e 69ff94 ffffa5 d6acff ff92df a4ffff ffffff',
  ],
  nord: [
    '2e3440 d8dee9 d8dee9',
    '3b4252 bf616a a3be8c ebcb8b 81a1c1 b48ead 88c0d0 e5e9f0',
    '4c566a bf616a a3be8c ebcb8b 81a1c1 b48ead 8fbcbb eceff4',
  ],
  'gruvbox-dark': [
    '282828 ebdbb2 ebdbb2',
    '282828 cc241d 98971a d79921 458588 b16286 689d6a a89984',
    '928374 fb4934 b8bb26 fabd2f 83a598 d3869b 8ec07c ebdbb2',
  ],
  'one-dark': [
    '282c34 abb2bf 528bff',
    '282c34 e06c75 98c379 e5c07b 61afef c678dd 56b6c2 abb2bf',
    '5c6370 e06c75 98c379 d19a66 61afef c678dd 56b6c2 ffffff',
  ],
  'catppuccin-mocha': [
    '1e1e2e cdd6f4 f5e0dc',
    '45475a f38ba8 a6e3a1 f9e2af 89b4fa f5c2e7 94e2d5 bac2de',
    '585b70 f38ba8 a6e3a1 f9e2af 89b4fa f5c2e7 94e2d5 a6adc8',
  ],
  'catppuccin-latte': [
    'eff1f5 4c4f69 4c4f69',
    '5c5f77 d20f39 40a02b df8e1d 1e66f5 ea76cb 179299 acb0be',
    '6c6f85 de293e 49af3d eea02d 456eff fe85d8 2d9fa8 bcc0cc',
  ],
  'catppuccin-frappe': [
    '303446 c6d0f5 f2d5cf',
    '51576d e78284 a6d189 e5c890 8caaee f4b8e4 81c8be a5adce',
    '626880 e67172 8ec772 d9ba73 7b9ef0 f2a4db 5abfb5 b5bfe2',
  ],
  'catppuccin-macchiato': [
    '24273a cad3f5 f4dbd6',
    '494d64 ed8796 a6da95 eed49f 8aadf4 f5bde6 8bd5ca a5adcb',
    '5b6078 ec7486 8ccf7f e1c682 78a1f6 f2a9dd 63cbc0 b8c0e0',
  ],
  'gruvbox-dark-hard': [
    '1d2021 ebdbb2 ebdbb2',
    '1d2021 cc241d 98971a d79921 458588 b16286 689d6a a89984',
    '928374 fb4934 b8bb26 fabd2f 83a598 d3869b 8ec07c ebdbb2',
  ],
  tokyonight: [
    '1a1b26 c0caf5 c0caf5',
    '15161e f7768e 9ece6a e0af68 7aa2f7 bb9af7 7dcfff a9b1d6',
    '414868 f7768e 9ece6a e0af68 7aa2f7 bb9af7 7dcfff c0caf5',
  ],
  'tokyonight-storm': [
    '24283b c0caf5 c0caf5',
    '1d202f f7768e 9ece6a e0af68 7aa2f7 bb9af7 7dcfff a9b1d6',
    '414868 f7768e 9ece6a e0af68 7aa2f7 bb9af7 7dcfff c0caf5',
  ],
  'rose-pine': [
    '191724 e0def4 e0def4',
    '26233a eb6f92 31748f f6c177 9ccfd8 c4a7e7 ebbcba e0def4',
    '6e6a86 eb6f92 31748f f6c177 9ccfd8 c4a7e7 ebbcba e0def4',
  ],
  'tomorrow-night': [
    '1d1f21 c5c8c6 c5c8c6',
    '1d1f21 cc6666 b5bd68 f0c674 81a2be b294bb 8abeb7 c5c8c6',
    '969896 cc6666 b5bd68 f0c674 81a2be b294bb 8abeb7 ffffff',
  ],
};

/** The names that `findTheme` accepts. */
export const themeNames: readonly string[] = ['auto', ...Object.keys(table)];

/** The theme with a name; `auto` follows COLORFGBG and is dark if that is not set. */
export function findTheme(name: string, colorFgBg: string | undefined): Theme | undefined {
  if (name === 'auto') return findTheme(isLight(colorFgBg) ? 'pty-default-light' : 'pty-default-dark', undefined);
  if (!Object.hasOwn(table, name)) return undefined;
  const [ground, dark, bright] = table[name] as (typeof table)[string];
  const [background, foreground, cursor] = parseColors(ground) as [Rgb, Rgb, Rgb];
  return { name, foreground, background, cursor, palette: extendPalette(parseColors(`${dark} ${bright}`)) };
}

/** Parses the content of a JSON theme file; throws an Error that names the invalid member. */
export function themeFrom(json: unknown): Theme {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new Error('expected a JSON object');
  const members = new Map<string, unknown>(Object.entries(json));
  const unknownMember = [...members.keys()].find((key) => !knownMembers.includes(key));
  if (unknownMember !== undefined) throw new Error(`unknown member ${JSON.stringify(unknownMember.slice(0, 40))}`);
  const name = members.get('name') ?? 'custom';
  if (typeof name !== 'string' || name === '') throw new Error('"name" must be a non-empty string');
  const palette = members.get('palette');
  if (!Array.isArray(palette) || palette.length < 16 || palette.length > 256) {
    throw new Error('"palette" must be an array of 16 to 256 colors');
  }
  const foreground = parseThemeColor(members.get('foreground'), '"foreground"');
  return {
    name,
    foreground,
    background: parseThemeColor(members.get('background'), '"background"'),
    cursor: members.has('cursor') ? parseThemeColor(members.get('cursor'), '"cursor"') : foreground,
    palette: extendPalette(palette.map((color, slot) => parseThemeColor(color, `"palette[${slot}]"`))),
  };
}

const knownMembers = ['name', 'foreground', 'background', 'cursor', 'palette'];

// COLORFGBG is "fg;bg", with some terminals "fg;something;bg". Slot 8 is dark gray.
function isLight(colorFgBg: string | undefined): boolean {
  const background = colorFgBg?.split(';').slice(1).at(-1)?.trim();
  return background !== undefined && /^(7|9|1[0-5])$/.test(background);
}

const parseColors = (list: string): Rgb[] => list.split(' ').map((hex) => Number.parseInt(hex, 16));

function parseThemeColor(value: unknown, member: string): Rgb {
  const color = parseRgb(value);
  if (color === undefined) throw new Error(`${member} must be a color such as "#1e90ff"`);
  return color;
}
