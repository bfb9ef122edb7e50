// Takes a picture of a page in Chromium, with at most 256 colors: screenshot.ts URL FILE TEXT, after TEXT has appeared.
import { writeFileSync } from 'node:fs';
import { createCanvas, loadImage } from 'canvas';
import { chromium } from 'playwright-core';
import { IndexedBitmap } from '../../src/pictures/png/bitmap.js';
import { encodePng } from '../../src/pictures/png/png.js';
import { mergeColors } from '../../src/recordings/export/gif.js';
import { findProgram } from '../../src/tests/support/programs.js';

const [width, height] = [1280, 800];
const [url = '', path = '', text = ''] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: findProgram('chromium') ?? '',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: 'dark' });
  await page.goto(url);
  await page.getByText(text).first().waitFor();
  await page.evaluate('document.fonts.ready.then(() => true)');
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(await loadImage(await page.screenshot()), 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const pixels = Array.from({ length: width * height }, (_, index) =>
    Buffer.from(data.buffer).readUIntBE(index * 4, 3),
  );
  const counts = new Map<number, number>();
  for (const rgb of pixels) counts.set(rgb, (counts.get(rgb) ?? 0) + 1);
  const merged = mergeColors(counts, 256);
  const bitmap = new IndexedBitmap(width, height, merged.get(pixels[0] ?? 0) ?? 0);
  for (const [index, rgb] of pixels.entries())
    bitmap.fill(index % width, Math.floor(index / width), 1, 1, merged.get(rgb) ?? rgb);
  writeFileSync(path, await encodePng(bitmap));
} finally {
  await browser.close();
}
