import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../../../tests/support/client.js';
import { exported } from '../../../tests/support/exports.js';
import { collect, encodeFrames, screensAfter } from '../../../tests/support/films.js';
import { Random } from '../../../tests/support/random.js';
import { Spool, Variants } from '../svg.js';

const svg = async (outputs: readonly string[], options: Parameters<typeof exported>[2] = {}): Promise<string> =>
  (await exported(encodeFrames(screensAfter(outputs, { everyMs: 1000 })), 'svg', options)).toString();

test('only rows that change are animated; each variant is stored once, and shown again by its place [14.export-svg]', async () => {
  const file = await svg(['\x1b[?25lsame\r\n\x1b[31mone', '\x1b[2;1H\x1b[32mtwo', '\x1b[2;1H\x1b[31mone', '\x1b[2K'], {
    lastFrameMs: 1000,
  });
  expect(file).toContain('.a{animation:4s step-end infinite}');
  expect(file.match(/@keyframes/g)?.length).toBe(1);
  expect(file).toContain(
    '@keyframes k1{0%{transform:translateY(0px)}25%{transform:translateY(-36px)}' +
      '50%{transform:translateY(0px)}75%{transform:translateY(36px)}}',
  );
  for (const text of ['>same<', '>one<', '>two<']) expect(file.split(text).length).toBe(2);
  // Without animation: the last screen, on which the row is blank.
  expect(file).toContain('<g class="a k1" transform="translate(0 36)">');
});

test('a variant that another row has shown is a reference to it', async () => {
  const file = await svg(['\x1b[?25lup\r\ndown', '\x1b[H\x1b[2Kdown']);
  expect(file.split('>down<').length).toBe(2);
  expect(file).toMatch(/<use href="#v2" y="36"\/>/);
});

test('there are no scripts, no external files and no animation that does not come from CSS [14.export-svg]', async () => {
  const file = await svg(['<script>alert(1)</script> & "]]>', '\x1b]0;</style><script>\x07x']);
  expect(file).not.toMatch(/<script|<animate|<set |<image|<foreignObject|@import|url\(|javascript:| on\w+=/i);
  expect([...file.matchAll(/href="([^"]*)"/g)].every(([, target]) => target?.startsWith('#'))).toBe(true);
  expect(file).toContain('@media (prefers-reduced-motion:reduce){.a{animation:none!important}}');
});

test('a background that the program changes is animated', async () => {
  const file = await svg(['a', '\x1b]11;#102030\x07', '\x1b]11;#203040\x07'], { lastFrameMs: 2000 });
  expect(file).toContain('@keyframes b{0%{fill:#0c0c0c}25%{fill:#102030}50%{fill:#203040}}');
  expect(file).toMatch(/<rect class="a b" [^>]* fill="#203040"\/>/);
});

test('a single screen has no keyframes', async () => {
  expect(await svg(['alone'], { plays: 2 })).not.toContain('@keyframes');
});

test('a spool returns each stream as it was written', async () => {
  const nextTo = join(createTemporaryDirectory(), 'out.svg');
  writeFileSync(nextTo, '');
  await using spool = await Spool.create(nextTo, 3);
  const random = new Random(1);
  const expected = ['', '', ''];
  for (let step = 0; step < 5000; step += 1) {
    const [stream, text] = [random.below(3), 'é'.repeat(random.below(50))];
    expected[stream] += text;
    await spool.append(stream, text);
  }
  for (const [stream, text] of expected.entries()) {
    const pieces = await collect(spool.read(stream));
    expect(Buffer.concat(pieces.map((piece) => Buffer.from(piece as string))).toString()).toBe(text);
  }
});

test('old variants are forgotten, so that memory is limited', () => {
  const variants = new Variants();
  const long = (digit: string): string => digit.repeat(1.5 * 1024 * 1024);
  expect(variants.locate(0, long('1'))).toEqual({ id: 1, position: 0, adds: 'content' });
  expect(variants.locate(0, long('2'))).toEqual({ id: 2, position: 1, adds: 'content' });
  expect(variants.locate(1, long('1'))).toEqual({ id: 1, position: 0, adds: 'reference' });
  expect(variants.locate(0, long('3'))).toEqual({ id: 3, position: 2, adds: 'content' });
  expect(variants.locate(0, long('1'))).toEqual({ id: 4, position: 3, adds: 'content' });
});
