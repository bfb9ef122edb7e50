import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { encodeAnsi } from '../../pictures/ansi.js';
import { findFontFolder } from '../../pictures/fonts.js';
import { resolveRenderOptions } from '../../pictures/options.js';
import { renderPicture } from '../../pictures/write-snapshot.js';
import { createFontRule, readBuiltFile } from '../../recordings/trace/page.js';
import { readScreen } from '../../session/observe.js';
import { RequestError, readJson, readOnlyMessage, send, sendJson } from './http-reply.js';
import type { LiveView } from './live-view.js';
import { respond } from './respond.js';
import type { AccessCheck } from './view-server.js';

/** A file of the page. */
interface PageFile {
  readonly type: string;
  readonly content: Buffer;
}

/** The Content-Security-Policy of the page: it may load its own files only. */
const pagePolicy = [
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
class PageFiles {
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

const maxEventStreams = 16;
const maxWaitingPictures = 16;
const pictureTypes = {
  html: 'text/html; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
} as const;
const textTypes = { text: 'text/plain; charset=utf-8', ansi: 'text/plain; charset=utf-8' } as const;

/** Answers HTTP requests that have passed the checks of their origin. There are no other routes. */
export class Routes {
  readonly #view: LiveView;
  readonly #access: AccessCheck;
  readonly #isInteractive: boolean;
  readonly #files = new PageFiles();
  #drawn: Promise<unknown> = Promise.resolve();
  #waitingPictures = 0;

  constructor(view: LiveView, access: AccessCheck, isInteractive: boolean) {
    this.#view = view;
    this.#access = access;
    this.#isInteractive = isInteractive;
  }

  /** Answers a request. Rejects with a RequestError if it is refused. */
  async answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const { pathname } = url;
    const file = this.#files.find(pathname);
    if (file !== undefined) {
      requireMethod(request, 'GET');
      response.setHeader('Content-Security-Policy', pagePolicy);
      send(response, file.type, file.content);
      return;
    }
    if (pathname === '/ws')
      throw new RequestError(426, 'upgrade_required', 'This is a WebSocket.', { Upgrade: 'websocket' });
    if (pathname.startsWith('/api/respond/')) {
      await this.#respond(request, response, pathname.slice('/api/respond/'.length));
      return;
    }
    const run = this.#findReader(pathname);
    requireMethod(request, 'GET');
    requireToken(this.#access, request, url);
    await run(request, response, url);
  }

  #findReader(path: string): (request: IncomingMessage, response: ServerResponse, url: URL) => void | Promise<void> {
    switch (path) {
      case '/api/state':
        return (_request, response) => sendJson(response, this.#view.describeState());
      case '/api/screen':
        return (_request, response, url) => this.#sendScreen(response, url.searchParams.get('format') ?? 'text');
      case '/api/events':
        return (request, response, url) => this.#sendEvents(request, response, url);
      default:
        throw new RequestError(404, 'not_found', 'There is no such page.');
    }
  }

  #sendEvents({ headers, method }: IncomingMessage, response: ServerResponse, url: URL): void {
    const { events } = this.#view;
    if (method === 'HEAD') {
      send(response, 'text/event-stream; charset=utf-8', '');
      return;
    }
    if (events.size >= maxEventStreams)
      throw new RequestError(503, 'busy', `There are already ${maxEventStreams} streams of events.`);
    const lastId = headers['last-event-id'] ?? url.searchParams.get('lastEventId') ?? undefined;
    events.add(response, typeof lastId === 'string' ? lastId : undefined, () => this.#view.describeEvents());
  }

  async #sendScreen(response: ServerResponse, format: string): Promise<void> {
    if (!isFormat(format))
      throw new RequestError(400, 'invalid_request', '`format` must be text, html, svg, png or ansi.');
    const { session } = this.#view;
    const program = session?.current?.program;
    if (session === undefined || program === undefined)
      throw new RequestError(404, 'no_screen', 'No program has been started.');
    const screen = session.secrets.redactFrame(await readScreen(program));
    if (format === 'text') send(response, textTypes.text, `${screen.lines.map(({ trimmed }) => trimmed).join('\n')}\n`);
    else if (format === 'ansi') send(response, textTypes.ansi, encodeAnsi(screen));
    else {
      const { defaults } = this.#view.host;
      const options = resolveRenderOptions({ defaults, settings: session.settings }, {});
      const { content } = await this.#drawNext(() => renderPicture(screen, format, session.settings.name, options));
      send(response, pictureTypes[format], content);
    }
  }

  /** Draws pictures one after another. */
  async #drawNext<T>(draw: () => Promise<T>): Promise<T> {
    if (this.#waitingPictures >= maxWaitingPictures)
      throw new RequestError(503, 'busy', 'Too many pictures are being drawn.');
    this.#waitingPictures += 1;
    const drawn = this.#drawn.then(draw).finally(() => {
      this.#waitingPictures -= 1;
    });
    this.#drawn = drawn.catch(() => {});
    return await drawn;
  }

  async #respond(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    requireMethod(request, 'POST');
    requireToken(this.#access, request);
    if (!this.#isInteractive) throw new RequestError(403, 'read_only', readOnlyMessage);
    sendJson(response, await respond(this.#view, id, await readJson(request)));
  }
}

function requireMethod({ method = '' }: IncomingMessage, wanted: 'GET' | 'POST'): void {
  const allowed = wanted === 'GET' ? ['GET', 'HEAD'] : ['POST'];
  if (allowed.includes(method)) return;
  const list = allowed.join(', ');
  throw new RequestError(405, 'method_not_allowed', `The method must be ${wanted}.`, { Allow: list });
}

/** Throws if the token is missing or wrong. `url` is given where its parameter `token` is accepted. */
function requireToken(access: AccessCheck, request: IncomingMessage, url?: URL): void {
  const refusal = access.refuseToken(request, url?.searchParams.get('token'));
  if (refusal !== undefined)
    throw new RequestError(refusal.status, 'unauthorized', refusal.message, { 'WWW-Authenticate': 'Bearer' });
}

const isFormat = (format: string): format is keyof typeof pictureTypes | keyof typeof textTypes =>
  Object.hasOwn(pictureTypes, format) || Object.hasOwn(textTypes, format);
