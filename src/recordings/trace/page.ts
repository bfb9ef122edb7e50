import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Members } from '../../base/json.js';
import { chooseFont, findFontFolder } from '../../pictures/fonts.js';
import { escapeMarkup } from '../../pictures/svg.js';
import { findError, type HeaderData, type RowData, runFlags } from '../../viewer/format.js';
import { dataOf } from '../conversation.js';
import type { FilmEvent } from '../film.js';

/** The content of a trace. */
interface PageContent {
  readonly header: HeaderData;
  /** Compressed events, as base64. */
  readonly segments: readonly string[];
  readonly failure: Failure | undefined;
  readonly requests: readonly SummaryRequest[];
  readonly screen: string;
  readonly script: string;
  readonly style: string;
}

/** Renders the HTML file of a trace. It also shows the failure without scripts and styles. */
export function renderPage(content: PageContent): string {
  const { header, segments, failure, script, style } = content;
  const policy = [
    "default-src 'none'",
    `script-src '${computeSourceHash(script)}'`,
    `style-src '${computeSourceHash(style)}'`,
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const title = `${failure === undefined ? '✓' : '✗'} ${header.title}`;
  const blocks = segments.map((packed) => `<script type="application/gzip+base64">${packed}</script>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<meta name="generator" content="tuispec ${escapeMarkup(header.version)}">
<title>${escapeMarkup(title)}</title>
<link rel="icon" href="${createIconUrl(failure !== undefined)}">
<style>${style}</style>
</head>
<body>
${renderStaticPart(content)}
<script type="application/json" id="header">${toSafeJson(header)}</script>
${blocks.join('\n')}
<script>${script}</script>
</body>
</html>
`;
}

function renderStaticPart({ header, failure, requests, screen }: PageContent): string {
  const heading = failure === undefined ? `✓ ${header.title}` : `✗ ${failure.method} failed`;
  const message = failure === undefined ? 'No request failed.' : failure.message;
  const items = (failure?.requests ?? requests).map(describeRequest);
  return `<main id="static">
<h1>${escapeMarkup(heading)}</h1>
<p>${escapeMarkup(message)}</p>
<h2>Screen</h2>
<pre tabindex="0">
${escapeLines(failure?.screen ?? screen)}
</pre>
<h2>Last requests</h2>
<ul>
${items.map((item) => `<li>${escapeMarkup(item)}</li>`).join('\n')}
</ul>
<p>${escapeMarkup([header.name, ...header.notes].join(' · '))}</p>
</main>`;
}

function describeRequest({ id, method, argument, durationMs, hasFailed }: SummaryRequest): string {
  const duration = durationMs === undefined ? 'no response' : `${Math.round(durationMs)} ms`;
  return `${hasFailed ? '✗' : '✓'} ${id} ${method} ${argument} (${duration})`.replaceAll('  ', ' ');
}

const escapeLines = (text: string): string => text.split('\n').map(escapeMarkup).join('\n');

function createIconUrl(hasFailed: boolean): string {
  const color = hasFailed ? '%23e5484d' : '%2330a46c';
  const svg = `%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='${color}'/%3E%3C/svg%3E`;
  return `data:image/svg+xml,${svg}`;
}

/** Converts a value to JSON that cannot end the element that contains it. */
const toSafeJson = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const computeSourceHash = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** Reads a file of the page from the build output. */
export function readBuiltFile(name: string): Buffer {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'dist', name))) folder = dirname(folder);
  return readFileSync(join(folder, 'dist', name));
}

// Enough for Latin, symbols and box drawing in every face. The fonts of other scripts are too large to embed.
const maxFontBytes = 200_000;

/** Collects the characters of rows, and embeds the bundled text fonts that contain them. */
export class TraceFonts {
  /** The characters that have been collected, by face. */
  readonly #known = new Map<number, Set<string>>();
  readonly #files = new Set<string>();

  collect(rows: readonly RowData[]): void {
    for (const row of rows)
      for (const [text, , flags = 0] of row) if ((flags & runFlags.wide) === 0) this.#collect(text, flags);
  }

  /** Returns the `@font-face` rules of the fonts. */
  toCss(): string {
    const files = [...this.#files].map((file) => ({ file, data: readFileSync(join(findFontFolder(), file)) }));
    let bytes = 0;
    return files
      .sort((a, b) => a.data.length - b.data.length)
      .filter(({ data }) => {
        bytes += data.length;
        return bytes <= maxFontBytes;
      })
      .map(({ file, data }) => createFontRule(file, `data:font/woff2;base64,${data.toString('base64')}`))
      .join('');
  }

  #collect(text: string, flags: number): void {
    const face = flags & (runFlags.bold | runFlags.italic);
    const known = this.#known.get(face) ?? new Set();
    this.#known.set(face, known);
    for (const character of text) {
      if (known.has(character)) continue;
      known.add(character);
      const isFace = { bold: (face & runFlags.bold) !== 0, italic: (face & runFlags.italic) !== 0 };
      const choice = chooseFont(character, 1, isFace);
      if (choice?.family === 'text') this.#files.add(choice.file);
    }
  }
}

/**
 * Returns the `@font-face` rule of a bundled text font. Each file is a family of its own: browsers use only the last of
 * several files with the same name, weight and style.
 */
export function createFontRule(file: string, url: string): string {
  const [, subset = '', weight = '400', style = 'normal'] =
    /cascadia-mono-([\w-]+?)-(\d+)-(\w+)\.woff2$/.exec(file) ?? [];
  const source = `url(${url}) format('woff2')`;
  return `@font-face{font-family:'tuispec ${subset}';font-weight:${weight};font-style:${style};src:${source}}`;
}

export interface SummaryRequest {
  readonly id: number;
  readonly method: string;
  readonly argument: string;
  readonly durationMs: number | undefined;
  readonly hasFailed: boolean;
}
/** The first failure of a recording. */
export interface Failure {
  readonly id: number;
  readonly method: string;
  readonly message: string;
  /** The last requests before the failure and the failed one. */
  readonly requests: readonly SummaryRequest[];
  readonly screen: string;
}

const maxRequests = 10;
const maxArgumentLength = 80;

/** Collects what the page shows without JavaScript: the first failure, or the last screen. */
export class Summary {
  #requests: SummaryRequest[] = [];
  #screen = '';
  #failure: Failure | undefined;

  /** The first failure. */
  get failure(): Failure | undefined {
    return this.#failure;
  }

  /** The last requests of the recording. */
  get requests(): readonly SummaryRequest[] {
    return this.#requests;
  }

  /** The last screen. */
  get screen(): string {
    return this.#screen;
  }

  /** Adds an event. */
  append(event: FilmEvent): void {
    if (event.kind === 'frame') this.#screen = event.screen.lines.map(({ trimmed }) => trimmed).join('\n');
    else if (event.kind === 'request') {
      const { number: id, method, params } = event;
      const request = { id, method, argument: describeArgument(params), durationMs: undefined, hasFailed: false };
      this.#requests = [...this.#requests, request].slice(-maxRequests);
    } else if (event.kind === 'response' && event.request !== undefined) {
      const { number: id, method } = event.request;
      const error = findError(event);
      const durationMs = (event.atMicros - event.request.atMicros) / 1000;
      this.#requests = this.#requests.map((request) =>
        request.id === id ? { ...request, durationMs, hasFailed: error !== undefined } : request,
      );
      if (error === undefined || this.#failure !== undefined) return;
      const { screen } = dataOf(error);
      this.#failure = {
        id,
        method,
        message: messageOf(error),
        requests: this.#requests,
        screen: typeof screen === 'string' ? screen : this.#screen,
      };
    }
  }
}

/** Describes a request by its most informative parameter, shortened. */
function describeArgument(params: Readonly<Record<string, unknown>>): string {
  const names = ['selector', 'text', 'key', 'command', 'name', 'title', 'path'];
  const value = names.map((name) => params[name]).find((candidate) => candidate !== undefined);
  if (value === undefined) return '';
  const text = toArgumentJson(value);
  return text.length > maxArgumentLength ? `${text.slice(0, maxArgumentLength)}…` : text;
}

function toArgumentJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // Nested too deeply.
    return '…';
  }
}

/** The message of an error. Recordings are not trusted: it may be anything. */
const messageOf = ({ message }: Members): string => (typeof message === 'string' ? message : 'Unknown error.');
