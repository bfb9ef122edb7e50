import type { BrowserContextOptions, Page } from 'playwright-core';
import { inBrowser } from './browser.js';
import { FakeView, type FakeViewOptions } from './fake-view.js';

/** The page of a live session in a browser. */
export interface OpenLivePage {
  readonly page: Page;
  readonly view: FakeView;
  /** Console messages and exceptions. */
  readonly problems: string[];
}

/** Opens the page of a live session in Chromium, and closes everything afterwards. */
export async function inLivePage<T>(
  options: FakeViewOptions,
  act: (open: OpenLivePage) => Promise<T>,
  { prepare, ...context }: BrowserContextOptions & { readonly prepare?: (view: FakeView) => void } = {},
): Promise<T> {
  const view = new FakeView(options);
  await view.start();
  try {
    return await inBrowser({ files: {}, width: 1280, height: 800, context }, async (page) => {
      const problems: string[] = [];
      page.on('console', (message) => problems.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => problems.push(String(error)));
      prepare?.(view);
      await page.goto(view.url);
      await page.waitForSelector('html[data-ready]');
      await page.waitForSelector('.connection.good');
      return await act({ page, view, problems });
    });
  } finally {
    await view.stop();
    view.dispose();
  }
}
