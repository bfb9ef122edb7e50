import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { inBrowser } from './browser.js';
import { type TimedEvent, writeRecording } from './films.js';

/** Writes events as a recording and its trace; returns the path of the trace. */
export function writeTracePage(events: readonly TimedEvent[], ...args: string[]): string {
  return traceOf(writeRecording(events.toSorted(([one], [other]) => one - other)), ...args);
}

/** Writes the trace of a recording; returns its path. */
export function traceOf(recording: string, ...args: string[]): string {
  const command = [resolve('dist/cli.js'), 'trace', recording, ...args];
  const { status, stderr, stdout } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.split('\n')[0] ?? '';
}

/** A trace in a browser. */
export interface OpenTrace {
  readonly page: Page;
  /** Console messages, exceptions, and requests other than for the file itself. */
  readonly problems: string[];
  /** Opens the same file at another link. */
  open(hash: string): Promise<void>;
}

/** Opens a trace from its file in Chromium, and closes everything afterwards. */
export async function inTrace<T>(
  path: string,
  act: (trace: OpenTrace) => Promise<T>,
  { hash = '', ...context }: BrowserContextOptions & { readonly hash?: string } = {},
): Promise<T> {
  return await inBrowser({ files: {}, width: 1280, height: 800, context }, async (page) => {
    const problems: string[] = [];
    const url = `file://${path}`;
    page.on('console', (message) => problems.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('request', (request) => {
      const isOwn = request.url().split('#')[0] === url || request.url().startsWith('data:');
      if (!isOwn) problems.push(`request: ${request.url()}`);
    });
    const open = async (link: string): Promise<void> => {
      await page.goto('about:blank');
      await page.goto(url + link);
      if (context.javaScriptEnabled !== false) await page.waitForSelector('html[data-ready]');
    };
    await open(hash);
    return await act({ page, problems, open });
  });
}

/** The visible rows of the screen. */
export const rowsOf = async (page: Page): Promise<string[]> =>
  await page.$$eval('.stage .row', (rows) => rows.map((row) => (row.textContent ?? '').trimEnd()));

/** The name and argument of the selected request. */
export const selectedIn = async (page: Page): Promise<string> =>
  (await page.$eval('.call[aria-selected="true"]', (row) => row.getAttribute('title'))) ?? '';
