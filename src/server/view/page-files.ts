import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFontFolder } from '../../pictures/fonts.js';
import { createFontRule, readBuiltFile } from '../../recordings/trace/page.js';

/** A file of the page. */
export interface PageFile {
  readonly type: string;
  readonly content: Buffer;
}

/** The Content-Security-Policy of the page: it may load its own files only. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const shell = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>tuispec</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/fonts.css">
<link rel="stylesheet" href="/viewer.css">
<script src="/live.js" defer></script>
</head>
<body>
<noscript>This page shows a terminal while a program runs in it. It needs JavaScript.</noscript>
</body>
</html>
`;

/** The files of the page by path. There are no others: no path of a request reaches the file system. */
export class PageFiles {
  readonly #fonts = listFonts();
  // Many requests at once share one copy.
  readonly #read = new Map<string, PageFile>();

  /** Returns a file; undefined if the page has no such file. */
  find(path: string): PageFile | undefined {
    const known = this.#read.get(path);
    if (known !== undefined) return known;
    const file = this.#open(path);
    if (file !== undefined) this.#read.set(path, file);
    return file;
  }

  #open(path: string): PageFile | undefined {
    switch (path) {
      case '/':
        return { type: 'text/html; charset=utf-8', content: Buffer.from(shell) };
      case '/live.js':
        return { type: 'text/javascript; charset=utf-8', content: readBuiltFile('live.js') };
      case '/viewer.css':
        return { type: 'text/css; charset=utf-8', content: readBuiltFile('viewer.css') };
      case '/fonts.css':
        return { type: 'text/css; charset=utf-8', content: Buffer.from(this.#fonts.map(createRule).join('')) };
      default: {
        const font = this.#fonts.find((file) => path === `/fonts/${file}`);
        return font === undefined
          ? undefined
          : { type: 'font/woff2', content: readFileSync(join(findFontFolder(), font)) };
      }
    }
  }
}

const listFonts = (): readonly string[] =>
  readdirSync(findFontFolder()).filter((file) => /^cascadia-mono-[\w-]+\.woff2$/.test(file));

const createRule = (file: string): string => createFontRule(file, `/fonts/${file}`);
