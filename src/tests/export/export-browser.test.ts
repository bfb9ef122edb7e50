import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { framesOf } from '../../recordings/film.js';
import { type Shot, scheduleEvents, shotsOf } from '../../recordings/pacing.js';
import { RecordingReader } from '../../recordings/reader.js';
import { textOf } from '../../screen/screen.js';
import { inBrowser, isAlike, pixelsOf } from '../support/browser.js';
import { TestServer } from '../support/client.js';
import { collect } from '../support/films.js';
import { isInstalled } from '../support/programs.js';
import { startRecording } from '../support/recordings.js';
import { runCli } from '../support/run.js';
import { exact } from '../support/selectors.js';
import { sample } from '../support/tier.js';

const maxMs = 120_000;
// The animation is played several times in this time.
const maxLoopMs = 40_000;
// Each line that is read draws another screen.
const program = `
printf '\\033[1;32mready\\033[0m\\n'; read a
printf '\\033[44m wide \\033[0m 日本語 \\033[4:3;58;5;1mcurly\\033[0m\\n'; read a
printf '\\033[2J\\033[H┌──┐ \\033[38;2;255;100;0mtrue\\033[0m ▀▄█\\n\\033[?25l'; read a
printf '\\033]11;#203040\\007\\033[3;5Hbackground\\033[0K'; read a
printf '\\033[?5h\\033[5;1Hreversed\\033[7m inverse \\033[0m'; read a
printf '\\033[?5l\\033]111\\007\\033[H\\033[2Jend\\033[?25h'; sleep 100`;
const steps = ['ready', 'curly', 'true', 'background', 'reversed', 'end'];
const [cols, rows] = [30, 8];
const size = { width: cols * 9 + 2, height: rows * 18 + 2 };

interface Recorded {
  readonly path: string;
  readonly directory: string;
  /** A picture of each screen that was awaited, drawn by the server. */
  readonly pictures: readonly string[];
}

/** Records the program; each screen is shown for a while. */
async function recordProgram(format: 'png' | 'svg'): Promise<Recorded> {
  const server = new TestServer();
  const path = await startRecording(server, { frameIntervalMs: 20 });
  await server.launch('sh', ['-c', program], {}, { terminalCols: cols, terminalRows: rows });
  const pictures: string[] = [];
  for (const step of steps) {
    await server.request('waitForText', { selector: exact(step), ambiguityMode: 'first' });
    await server.request('waitForStable', { debounceMs: 300, styles: true, cursor: true });
    const drawing = { name: step, theme: 'pty-default-dark' };
    const saved = await server.request('dumpView', { ...drawing, format });
    pictures.push((format === 'png' ? saved.pngPath : saved.svgPath) as string);
    if (step !== 'end') await server.request('sendKey', { key: 'Enter' });
  }
  await server.request('recording.stop');
  return { path, directory: server.directory, pictures };
}

async function exportTo(format: string, { path, directory }: Recorded, ...options: string[]): Promise<string> {
  const out = join(directory, `out.${format}`);
  const args = ['export', path, '--out', out, '--theme', 'pty-default-dark', '--fps', '50', ...options];
  expect(await runCli(args)).toEqual({ exitCode: 0, stdout: `${out}\n`, stderr: '' });
  return out;
}

const named = (pictures: readonly string[]): Record<string, string> =>
  Object.fromEntries(pictures.map((path, index) => [`${index}${path.slice(path.lastIndexOf('.'))}`, path]));

/** The position of each value in a list, in order; -1 if it does not occur after the one before. */
function placesIn<T>(
  list: readonly T[],
  values: readonly T[],
  isSame: (one: T, other: T) => boolean = (one, other) => one === other,
): number[] {
  let after = -1;
  return values.map((value) => {
    const place = list.findIndex((one, index) => index > after && isSame(one, value));
    after = place < 0 ? list.length : place;
    return place;
  });
}

// Runs in the page.
const decoding = `async ([addresses, type]) => {
  const frames = [];
  for (const address of addresses) {
    const data = await (await fetch(address)).arrayBuffer();
    const decoder = new ImageDecoder({ data, type });
    await Promise.all([decoder.completed, decoder.tracks.ready]);
    const count = decoder.tracks.selectedTrack.frameCount;
    for (let frameIndex = 0; frameIndex < count; frameIndex += 1) {
      const { image } = await decoder.decode({ frameIndex });
      const pixels = new Uint8Array(image.allocationSize({ format: 'RGBA' }));
      await image.copyTo(pixels, { format: 'RGBA' });
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', pixels));
      frames.push([image.codedWidth + 'x' + image.codedHeight + ' ' + hash.join(), (image.duration ?? 0) / 1000]);
      image.close();
    }
  }
  return frames;
}`;

/** Decodes pictures in the page; returns a hash of the pixels of each frame, and the durations in milliseconds. */
const decodeIn = async (page: Page, urls: readonly string[], type: string): Promise<[hash: string, ms: number][]> =>
  await page.evaluate(`(${decoding})(${JSON.stringify([urls, type])})`);

test.skipIf(!isInstalled('chromium'))(
  'a browser decodes a GIF to the pixels of the pictures that the server drew (needs chromium) [14.export-gif-exact]',
  { timeout: maxMs },
  async () => {
    const recorded = await recordProgram('png');
    const gif = await exportTo('gif', recorded, '--idle-limit', '0.5');
    const files = { ...named(recorded.pictures), 'out.gif': gif };
    await inBrowser({ files }, async (page, origin) => {
      await page.goto(`${origin}/`);
      const pictures = await decodeIn(
        page,
        Object.keys(named(recorded.pictures)).map((name) => `${origin}/${name}`),
        'image/png',
      );
      const frames = await decodeIn(page, [`${origin}/out.gif`], 'image/gif');
      const places = placesIn(
        frames.map(([hash]) => hash),
        pictures.map(([hash]) => hash),
      );
      expect(places).not.toContain(-1);
      expect(places.at(-1)).toBe(frames.length - 1);
      expect(frames.at(-1)?.[1]).toBe(2000);
    });
  },
);

/** The pictures of a film that differ, as the export times them. */
async function shotsIn(path: string): Promise<Shot[]> {
  await using reader = await RecordingReader.open(path);
  const pacing = { fromMs: 0, toMs: Number.POSITIVE_INFINITY, speed: 1, maxIdleMs: 500 };
  return await collect(shotsOf(scheduleEvents(framesOf(reader), pacing), 20, 2000));
}

test.skipIf(!isInstalled('chromium'))(
  'each moment of an SVG has the pixels of the SVG that the server drew (needs chromium) [14.export-svg-exact]',
  { timeout: maxMs },
  async () => {
    const recorded = await recordProgram('svg');
    const svg = await exportTo('svg', recorded, '--idle-limit', '0.5');
    const shots = await shotsIn(recorded.path);
    const files = { ...named(recorded.pictures), 'out.svg': svg };
    await inBrowser({ files, ...size }, async (page, origin) => {
      const pictures: Uint8ClampedArray[] = [];
      for (const name of Object.keys(named(recorded.pictures))) {
        await page.goto(`${origin}/${name}`);
        pictures.push(await pixelsOf(page));
      }
      await page.goto(`${origin}/out.svg`);
      const moments: Uint8ClampedArray[] = [];
      for (const { atMs, durationMs } of shots) {
        await page.evaluate(
          `for (const animation of document.getAnimations()) { animation.pause(); animation.currentTime = ${atMs + durationMs / 2}; }`,
        );
        moments.push(await pixelsOf(page));
      }
      const others = (index: number): Uint8ClampedArray[] => pictures.slice(index + 1);
      expect(pictures.some((picture, index) => others(index).some((other) => isAlike(picture, other)))).toBe(false);
      expect(placesIn(moments, pictures, isAlike)).not.toContain(-1);
    });
  },
);

// As for files that are shown in a README.
const policy = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" };

test.skipIf(!isInstalled('chromium'))(
  'an SVG moves in an <img> under the policy of GitHub, and rests on the last screen with reduced motion (needs chromium) [14.export-svg-img]',
  { timeout: maxMs },
  async () => {
    const recorded = await recordProgram('svg');
    const svg = await exportTo('svg', recorded, '--idle-limit', '0.5', '--last-frame', '0.5');
    const files = { ...named(recorded.pictures), 'out.svg': svg };
    const setup = { files, headers: { '.svg': policy }, ...size };
    const pictures = await inBrowser(setup, async (page, origin) => {
      const expected: Uint8ClampedArray[] = [];
      for (const name of Object.keys(named(recorded.pictures))) {
        await page.goto(`${origin}/show/${name}`);
        expected.push(await pixelsOf(page));
      }
      await page.goto(`${origin}/show/out.svg`);
      let missing = expected;
      const endMs = performance.now() + maxLoopMs;
      while (missing.length > 0 && performance.now() < endMs) {
        const shown = await pixelsOf(page);
        missing = missing.filter((picture) => !isAlike(picture, shown));
      }
      expect(missing.map((picture) => expected.indexOf(picture))).toEqual([]);
      return expected;
    });
    await inBrowser({ ...setup, args: ['--force-prefers-reduced-motion'] }, async (page, origin) => {
      await page.goto(`${origin}/show/out.svg`);
      for (let count = 0; count < 10; count += 1)
        expect(isAlike(await pixelsOf(page), pictures.at(-1) as Uint8ClampedArray)).toBe(true);
    });
  },
);

const player = 'node_modules/asciinema-player/dist/bundle/asciinema-player';
// Runs in the page: playing loads the file.
const opening = `(async () => {
  const options = { fit: false, preload: true, idleTimeLimit: 1000 };
  globalThis.opened = AsciinemaPlayer.create('/out.cast', document.body, options);
  await opened.play();
  await opened.pause();
})()`;

test.skipIf(!isInstalled('chromium')).each(sample(['3', '2']))(
  'asciinema-player shows the text of a .cast file of version %s at each instant (needs chromium) [14.export-cast]',
  { timeout: maxMs },
  async (version) => {
    const recorded = await recordProgram('png');
    const cast = await exportTo('cast', recorded, '--idle-limit', '0.5', '--cast-version', version);
    const shots = await shotsIn(recorded.path);
    const files = { 'player.js': `${player}.min.js`, 'player.css': `${player}.css`, 'out.cast': cast };
    await inBrowser({ files }, async (tab, origin) => {
      await tab.goto(`${origin}/`);
      await tab.addStyleTag({ url: `${origin}/player.css` });
      await tab.addScriptTag({ url: `${origin}/player.js` });
      await tab.evaluate(opening);
      // Five instants, not in order.
      for (const percent of [90, 10, 50, 30, 70]) {
        const shot = shots[Math.floor((shots.length * percent) / 100)] as Shot;
        await tab.evaluate(`opened.seek(${(shot.atMs + shot.durationMs / 2) / 1000})`);
        // The player draws block elements as shapes instead of text.
        const expected = textOf(shot.screen).replaceAll(/[\u2580-\u259f]/g, ' ');
        const shown = async (): Promise<string> => (await tab.locator('.ap-line').allTextContents()).join('\n');
        await expect.poll(async () => trimmed(await shown()), { timeout: 60_000 }).toBe(trimmed(expected));
      }
    });
  },
);

const trimmed = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();
