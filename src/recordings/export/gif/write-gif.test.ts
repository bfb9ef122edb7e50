import { expect, test } from 'vitest';
import { loadCanvas } from '../../../pictures/fonts.js';
import { paintScreen } from '../../../pictures/picture.js';
import type { Bitmap } from '../../../pictures/png/bitmap.js';
import type { Theme } from '../../../pictures/themes.js';
import { findTheme } from '../../../pictures/themes.js';
import { resizeScreen, type Screen, textOf } from '../../../screen/screen.js';
import { exported } from '../../../tests/support/exports.js';
import { encodeFrames, screensAfter } from '../../../tests/support/films.js';
import { decodedGif, picturesOf } from '../../../tests/support/gif.js';
import { Random } from '../../../tests/support/random.js';
import { createRandomOutput } from '../../../tests/support/random-output.js';

const theme = findTheme('pty-default-dark', undefined) as Theme;

async function paintedPixels(screen: Screen, scale = 1): Promise<Uint32Array> {
  const { bitmap } = await paintScreen(
    { ...screen, cursor: { ...screen.cursor, isWrapPending: false } },
    theme,
    undefined,
    loadCanvas,
    { scale },
  );
  return pixelsOf(bitmap);
}

const pixelsOf = (bitmap: Bitmap): Uint32Array =>
  Uint32Array.from({ length: bitmap.width * bitmap.height }, (_, at) =>
    bitmap.colorAt(at % bitmap.width, Math.floor(at / bitmap.width)),
  );

/** The screens that look different from the one before, in pixels. */
async function picturesFrom(screens: readonly Screen[], scale = 1): Promise<Uint32Array[]> {
  const pictures: Uint32Array[] = [];
  for (const screen of screens) {
    const picture = await paintedPixels(screen, scale);
    if (!isEqual(picture, pictures.at(-1))) pictures.push(picture);
  }
  return pictures;
}

const isEqual = (one: Uint32Array, other: Uint32Array | undefined): boolean =>
  other !== undefined && Buffer.compare(Buffer.from(one.buffer), Buffer.from(other.buffer)) === 0;

function expectSamePictures(gif: Buffer, pictures: readonly Uint32Array[]): void {
  const shown = [...picturesOf(decodedGif(gif))];
  expect(shown.length).toBe(pictures.length);
  for (const [index, picture] of pictures.entries())
    expect(isEqual(picture, shown[index]), `picture ${index}`).toBe(true);
}

test.each(Array.from({ length: 12 }, (_, seed) => seed))(
  'each picture has the pixels of render: random program %i [14.export-gif-exact]',
  async (seed) => {
    const random = new Random(seed);
    const [cols, rows, scale] = [2 + random.below(20), 1 + random.below(6), 1 + random.below(2)];
    const outputs = Array.from({ length: 8 }, () => createRandomOutput(random, cols, rows));
    // Colored emoji have more than 256 colors.
    const screens = screensAfter(outputs, { cols, rows }).filter(
      ([, screen]) => !/\p{Emoji_Presentation}/u.test(textOf(screen)),
    );
    if (screens.length === 0) return;
    const gif = await exported(encodeFrames(screens), 'gif', { scale });
    expectSamePictures(
      gif,
      await picturesFrom(
        screens.map(([, screen]) => screen),
        scale,
      ),
    );
  },
);

test('a screen that is smaller than the largest one is extended with its background', async () => {
  const [[, small]] = screensAfter(['\x1b[42msmall\x1b[K'], { cols: 8, rows: 2 }) as [[number, Screen]];
  const [[, large]] = screensAfter(['large'], { cols: 12, rows: 3 }) as [[number, Screen]];
  const gif = await exported(
    encodeFrames([
      [0, small],
      [100, large],
      [200, small],
    ]),
    'gif',
  );
  const extended = resizeScreen(small, 12, 3);
  expectSamePictures(gif, await picturesFrom([extended, large, extended]));
});

test('only the rectangle that changes is stored', async () => {
  const gif = await exported(encodeFrames(screensAfter(['\x1b[?25lab\r\ncd', '\x1b[2;2HX'])), 'gif');
  const { width, height, images } = decodedGif(gif);
  expect([width, height]).toEqual([20 * 9 + 2, 4 * 18 + 2]);
  expect(images[0]).toMatchObject({ x: 0, y: 0, width, height });
  const { x, y, ...size } = images[1] as (typeof images)[number];
  expect(x).toBeGreaterThanOrEqual(1 + 9);
  expect(x + size.width).toBeLessThanOrEqual(1 + 18);
  expect(y).toBeGreaterThanOrEqual(1 + 18);
  expect(y + size.height).toBeLessThanOrEqual(1 + 36);
});

test('delays add up to the times of the frames, and are never less than 20 ms', async () => {
  const timed = screensAfter(['a', 'b', 'c', 'd', 'e'], { everyMs: 33.4 });
  const { images } = decodedGif(await exported(encodeFrames(timed), 'gif', { lastFrameMs: 500 }));
  expect(images.map(({ delay }) => delay)).toEqual([3, 4, 3, 3, 50]);
});

test('a time that is too long for one image is divided', async () => {
  const timed = encodeFrames(screensAfter(['a', 'b'], { everyMs: 700_000 }));
  const { images } = decodedGif(await exported(timed, 'gif'));
  expect(images.map(({ delay, width }) => [delay, width === 1])).toEqual([
    [65_535, false],
    [4465, true],
    [200, false],
  ]);
});

test('a frame that looks like the one before makes it longer', async () => {
  const timed = encodeFrames(screensAfter(['a', '\x1b]0;title\x07', 'b']));
  expect(decodedGif(await exported(timed, 'gif')).images.map(({ delay }) => delay)).toEqual([20, 200]);
});

test.each([
  [0, 0],
  [1, undefined],
  [3, 2],
])('--loop %i plays that often [14.export-loop]', async (plays, loops) => {
  const timed = encodeFrames(screensAfter(['a', 'b']));
  expect(decodedGif(await exported(timed, 'gif', { plays })).loops).toBe(loops);
});

test('a picture with more than 256 colors has similar ones, and exact backgrounds [14.export-gif-colors]', async () => {
  const cells = Array.from(
    { length: 400 },
    (_, index) => `\x1b[48;2;${index >> 1};${255 - (index >> 1)};${(index * 7) & 255}m `,
  );
  const [[, screen]] = screensAfter([`\x1b[?25l${cells.join('')}`], { cols: 40, rows: 20 }) as [[number, Screen]];
  const [shown] = picturesOf(decodedGif(await exported(encodeFrames([[0, screen]]), 'gif')));
  const painted = await paintedPixels(screen);
  let largest = 0;
  for (const [index, color] of painted.entries()) {
    const other = (shown as Uint32Array)[index] as number;
    if (color === theme.background) expect(other).toBe(color);
    for (const shift of [0, 8, 16])
      largest = Math.max(largest, Math.abs(((color >> shift) & 255) - ((other >> shift) & 255)));
  }
  expect(largest).toBeLessThan(24);
});

test('a GIF that is too large is rejected, and no file is written', async () => {
  const timed = encodeFrames(screensAfter(['a'], { cols: 1000, rows: 500 }));
  await expect(exported(timed, 'gif')).rejects.toThrow('Expected at most 40 million pixels');
});
