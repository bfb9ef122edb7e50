import { expect, test } from 'vitest';
import type { Rgb } from '../base/colors.js';
import type { Theme } from './themes.js';
import { findTheme, themeFrom, themeNames } from './themes.js';

const named = (name: string): Theme => findTheme(name, undefined) as Theme;

test.each(themeNames)('%s has every color, and enough contrast', (name) => {
  const { palette, foreground, background, cursor } = named(name);
  expect(palette).toHaveLength(256);
  for (const color of [...palette, foreground, background, cursor]) {
    expect(Number.isInteger(color) && color >= 0 && color <= 0xffffff).toBe(true);
  }
  expect(contrast(foreground, background)).toBeGreaterThan(4);
  expect(contrast(cursor, background)).toBeGreaterThan(4);
});

test.each(themeNames.filter((name) => name !== 'auto'))('%s has its own name', (name) => {
  expect(named(name).name).toBe(name);
});

test.each([
  [16, 0x000000],
  [17, 0x00005f],
  [21, 0x0000ff],
  [22, 0x005f00],
  [52, 0x5f0000],
  [110, 0x87afd7],
  [196, 0xff0000],
  [231, 0xffffff],
  [232, 0x080808],
  [244, 0x808080],
  [255, 0xeeeeee],
])('slot %i has the color of xterm', (slot, color) => {
  for (const name of themeNames) expect(named(name).palette[slot]).toBe(color);
});

test.each([
  ['solarized-dark', 4, 0x268bd2],
  ['solarized-light', 9, 0xcb4b16],
  ['dracula', 5, 0xff79c6],
  ['nord', 14, 0x8fbcbb],
  ['gruvbox-dark', 3, 0xd79921],
  ['one-dark', 1, 0xe06c75],
  ['catppuccin-mocha', 2, 0xa6e3a1],
  ['pty-default-dark', 15, 0xffffff],
])('%s: slot %i has the published color', (name, slot, color) => {
  expect(named(name).palette[slot]).toBe(color);
});

test.each(['', 'no-such-theme', 'Dracula', 'constructor', '__proto__', 'toString'])('%j is not a theme', (name) => {
  expect(findTheme(name, undefined)).toBeUndefined();
});

test.each([
  ['0;15', 'light'],
  ['0;7', 'light'],
  ['0;9', 'light'],
  ['0;14', 'light'],
  ['0;default;15', 'light'],
  ['15;0', 'dark'],
  ['7;8', 'dark'],
  ['0;6', 'dark'],
  ['0;16', 'dark'],
  ['0;77', 'dark'],
  ['15;default', 'dark'],
  ['15;default;0', 'dark'],
  ['15', 'dark'],
  [';', 'dark'],
  ['', 'dark'],
  [undefined, 'dark'],
])('auto with COLORFGBG=%s selects the %s theme', (colorFgBg, shade) => {
  expect(findTheme('auto', colorFgBg)?.name).toBe(`pty-default-${shade}`);
});

const sixteen = Array.from({ length: 16 }, (_, slot) => `#0000${slot.toString(16).padStart(2, '0')}`);
const whole = { foreground: '#Ffffff', background: '#000001', palette: sixteen };

test.each([
  [whole, { name: 'custom', foreground: 0xffffff, background: 1, cursor: 0xffffff }],
  [
    { ...whole, name: 'mine', cursor: '#00ff00' },
    { name: 'mine', cursor: 0x00ff00 },
  ],
])('accepts a custom theme: %j', (json, expected) => {
  expect(themeFrom(json)).toMatchObject(expected);
  expect(themeFrom(json).palette).toEqual([
    ...Array.from({ length: 16 }, (_, slot) => slot),
    ...named('nord').palette.slice(16),
  ]);
});

test('a custom theme may set slots beyond 16', () => {
  const { palette } = themeFrom({ ...whole, palette: [...sixteen, '#123456'] });
  expect(palette.slice(15, 18)).toEqual([15, 0x123456, 0x00005f]);
  expect(palette).toHaveLength(256);
  const full = Array.from({ length: 256 }, () => '#abcdef');
  expect(themeFrom({ ...whole, palette: full }).palette).toEqual(Array.from({ length: 256 }, () => 0xabcdef));
});

test.each([
  [null, 'expected a JSON object'],
  [[whole], 'expected a JSON object'],
  ['nord', 'expected a JSON object'],
  [{}, '"palette"'],
  [{ ...whole, name: '' }, '"name"'],
  [{ ...whole, name: 1 }, '"name"'],
  [{ ...whole, foreground: undefined }, '"foreground"'],
  [{ ...whole, foreground: '#fff' }, '"foreground"'],
  [{ ...whole, background: 'black' }, '"background"'],
  [{ ...whole, background: 0 }, '"background"'],
  [{ ...whole, background: '#000000\n' }, '"background"'],
  [{ ...whole, cursor: null }, '"cursor"'],
  [{ ...whole, palette: 'red' }, '"palette"'],
  [{ ...whole, palette: sixteen.slice(1) }, '"palette"'],
  [{ ...whole, palette: Array.from({ length: 257 }, () => '#000000') }, '"palette"'],
  [{ ...whole, palette: [...sixteen, '#00000g'] }, '"palette[16]"'],
  [{ ...whole, palette: sixteen.map(() => null) }, '"palette[0]"'],
  [{ ...whole, color: '#000000' }, '"color"'],
  [JSON.parse('{"__proto__": {"foreground": "#ffffff"}}'), '"__proto__"'],
])('the error for %j names the invalid member', (json, member) => {
  expect(() => themeFrom(json)).toThrow(member);
});

// Contrast as defined by the Web Content Accessibility Guidelines.
function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Rgb): number {
  const channel = (shift: number): number => {
    const share = ((color >> shift) & 0xff) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0);
}
