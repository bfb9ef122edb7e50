import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { createCanvas, loadImage } from 'canvas';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findProgram } from './programs.js';

/** A page of Chromium, and files that it can load by name. */
export interface BrowserSetup {
  /** Paths by name. */
  readonly files: Readonly<Record<string, string>>;
  /** Headers of files by extension, such as `.svg`. */
  readonly headers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly args?: readonly string[];
  readonly width?: number;
  readonly height?: number;
  readonly context?: BrowserContextOptions;
}

const types: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.gif': 'image/gif',
  '.png': 'image/png',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.cast': 'application/x-asciicast',
};
// No sandbox, because tests may run as root; no connections to anywhere.
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How long a page waits: less than the timeout of a test, so that a failure names what did not appear. */
const maxWaitMs = 100_000;

// state: starting Chromium takes longer than most tests, so the tests of a worker share one for each set of arguments.
// It ends with the worker.
const browsers = new Map<string, Promise<Browser>>();

function shareBrowser(args: readonly string[]): Promise<Browser> {
  const key = args.join(' ');
  const shared =
    browsers.get(key) ??
    chromium.launch({
      executablePath: findProgram('chromium') ?? 'chromium',
      args: [...quiet, ...args],
    });
  browsers.set(key, shared);
  return shared;
}

/** Opens a page of Debian's Chromium, which loads files from a local server; closes everything afterwards. */
export async function inBrowser<T>(
  { files, headers = {}, args = [], width = 800, height = 600, context: options }: BrowserSetup,
  act: (page: Page, origin: string) => Promise<T>,
): Promise<T> {
  const server = createServer(({ url = '/' }, response) => {
    const name = url.slice(1);
    const path = files[name];
    if (path === undefined) {
      // Any other name is a page that shows the rest of it as a picture.
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><body style="margin:0"><img alt="" src="/${name.replace('show/', '')}">`);
      return;
    }
    const extension = extname(name);
    response.setHeader('content-type', types[extension] ?? 'text/plain');
    for (const [header, value] of Object.entries(headers[extension] ?? {})) response.setHeader(header, value);
    response.end(readFileSync(path));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const browser = await shareBrowser(args);
    const context = await browser.newContext({ viewport: { width, height }, reducedMotion: null, ...options });
    context.setDefaultTimeout(maxWaitMs);
    try {
      return await act(await context.newPage(), `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    } finally {
      await context.close();
    }
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** A screenshot as pixels (RGBA). */
export async function pixelsOf(page: Page): Promise<Uint8ClampedArray> {
  const image = await loadImage(await page.screenshot());
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height).data;
}

// The edges of letters differ between layers of a page.
const maxDifference = 96;
const maxDifferentShare = 0.001;

/** Whether two screenshots show the same: hardly any pixel has a clearly different color. */
export function isAlike(one: Uint8ClampedArray, other: Uint8ClampedArray): boolean {
  let different = 0;
  for (let at = 0; at < one.length; at += 4) {
    const differences = [0, 1, 2].map((channel) =>
      Math.abs((one[at + channel] as number) - (other[at + channel] as number)),
    );
    if (Math.max(...differences) > maxDifference) different += 1;
  }
  return one.length === other.length && different <= (one.length / 4) * maxDifferentShare;
}
