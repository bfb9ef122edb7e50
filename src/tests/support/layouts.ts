import { runAtOnce } from '../../base/idle-queue.js';
import { type Layout, layOut } from '../../pictures/layout.js';
import type { Theme } from '../../pictures/themes.js';
import { findTheme } from '../../pictures/themes.js';
import { wordsPerCell } from '../../screen/cells.js';
import { Line } from '../../screen/line.js';
import { type Screen, textOf } from '../../screen/screen.js';
import { Emulator } from '../../terminal/emulator.js';

/** A screen with its layout. */
export interface ScreenLayout {
  readonly screen: Screen;
  readonly layout: Layout;
  /** The non-blank lines, without trailing blanks. */
  readonly shown: readonly string[];
}

/** Renders terminal output as a screen; the cursor is hidden unless the output shows it. */
export function layOutOutput(output: string | Uint8Array, cols = 40, rows = 8): ScreenLayout {
  const emulator = new Emulator({ cols, rows, scrollback: 0, firstRevision: 1, answer: () => {} });
  emulator.feed(Buffer.from('\x1b[?25l'));
  emulator.feed(typeof output === 'string' ? Buffer.from(output) : output);
  const screen = emulator.getScreen();
  emulator.dispose();
  return layOutScreen(screen);
}

/** Creates a screen of one line with these code points, including some that terminals do not store. */
export function layOutCells(codePoints: readonly number[]): ScreenLayout {
  const words = new Uint32Array(codePoints.length * wordsPerCell);
  for (const [col, codePoint] of codePoints.entries()) words[col * wordsPerCell] = codePoint | (1 << 22);
  const line = new Line({ words, combined: undefined, extensions: undefined }, false);
  const cursor = { row: 0, col: 0, isWrapPending: false, isVisible: false };
  const rest = { title: '', ownColors: undefined, isReversed: false, isAlternate: false, top: 0, revision: 1 };
  return layOutScreen({ cols: codePoints.length, rows: 1, lines: [line], cursor, ...rest });
}

function layOutScreen(screen: Screen): ScreenLayout {
  const layout = runAtOnce(layOut(screen, findTheme('pty-default-dark', undefined) as Theme));
  const shown = textOf(screen)
    .split('\n')
    .filter((line) => line !== '');
  return { screen, layout, shown };
}

/** Output that is difficult to render; each must give a well-formed picture. */
export const difficultOutputs: readonly (readonly [name: string, output: string | Uint8Array])[] = [
  ['no output', ''],
  ['markup', '<script>alert(1)</script> &amp; &#0; ]]> <!-- --> <![CDATA[ <?x?> \'"</pre></text></svg>'],
  ['attributes', `" onload="alert(1)" x='y' javascript:alert(1) url(http://example.org/x)`],
  ['a long line of quotes', `"'&<>`.repeat(64)],
  ['non-characters', 'a\ufffeb\uffffc\ufdd0d\u{1fffe}e\u{10ffff}f'],
  [
    'bytes that are not UTF-8',
    Uint8Array.from([0x61, 0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0xf4, 0x90, 0x80, 0x80, 0x62]),
  ],
  ['C1 controls', 'a\u0080b\u0085c\u0099d\u009fe'],
  ['C0 controls', 'a\0b\x01c\x02d\x07e\x0ef\x0fg\x7fh\ti'],
  ['bidirectional controls', 'a\u202eb\u2066c\u2069d\u200fe \u05e9\u05dc\u05d5\u05dd \u0639\u0631'],
  ['combining marks', `e\u0301 \u0338> ${'z\u0300\u0301\u0302\u0303'.repeat(9)}`],
  ['wide characters', '日本語abc한글 │日│ 日'],
  ['half of a wide character', '日本\x1b[1;2Hx\x1b[1;40H日\x1b[2;39H日\x1b[2;39Hx'],
  ['emoji', '😀👍🏽👨‍👩‍👧 ❤️ 1️⃣ 🇩🇪 ✔ \ue0b0'],
  ['blank lines around text', '\r\n\r\n  in the middle'],
  [
    'every style',
    [1, 2, 3, 4, '4:2', '4:3', '4:4', '4:5', 7, 8, 9, 53].map((code) => `\x1b[0;${code}mx y\x1b[0m `).join(''),
  ],
  ['all at once', '\x1b[1;2;3;4:3;7;8;9;53;31;42;58;2;1;2;3m all 日 at ✔ once '],
  ['blanks in colors', '\x1b[41m   \x1b[42m   \x1b[0m   \x1b[4m   \r\n\x1b[0;44m\x1b[K'],
  ['a visible cursor', '\x1b[?25h<&>日\x1b[1;2H'],
];
