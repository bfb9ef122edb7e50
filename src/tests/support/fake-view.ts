import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { type WebSocket, WebSocketServer } from 'ws';
import { formatRgb } from '../../base/colors.js';
import type { Theme } from '../../pictures/themes.js';
import { findTheme } from '../../pictures/themes.js';
import type { RecordedExit } from '../../recordings/frames.js';
import { EventEncoder } from '../../recordings/trace/event-encoder.js';
import { Emulator } from '../../terminal/emulator.js';
import { Inbox } from './inbox.js';

const startMicros = 1_795_000_000_000_000;
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'";
const shell = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="dark light">
<title>tuispec</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/fonts.css">
<link rel="stylesheet" href="/viewer.css"><script src="/live.js" defer></script></head><body></body></html>`;
const fonts = readdirSync('dist/fonts').filter((name) => /^cascadia-mono-latin-\d+-normal\.woff2$/.test(name));
const fontRules = fonts
  .map((name) => `@font-face{font-family:'tuispec latin';font-weight:${name.split('-')[3]};src:url(/fonts/${name})}`)
  .join('');
const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', woff2: 'font/woff2' };
const colors = findTheme('pty-default-dark', undefined) as Theme;
const theme = {
  foreground: formatRgb(colors.foreground),
  background: formatRgb(colors.background),
  cursor: formatRgb(colors.cursor),
  palette: colors.palette.map(formatRgb),
};

/** What a `FakeView` says in its first message, and the size of its screen. */
export interface FakeViewOptions {
  readonly interactive?: boolean;
  readonly session?: string | null;
  readonly cols?: number;
  readonly rows?: number;
}

/** A server with the page of a live session. A test decides what it sends, and at which times. */
export class FakeView {
  readonly token = 'token-of-the-test';
  /** What pages have sent. */
  readonly inbox = new Inbox();
  /** The connections so far. */
  connections = 0;
  /** Closes new connections with this code and reason. */
  closesWith: readonly [code: number, reason?: string] | undefined;
  readonly #options: Required<FakeViewOptions>;
  readonly #server = createServer((request, response) => this.#serve(request, response));
  readonly #sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (names) => [...names].find((name) => !name.includes('token')) ?? false,
  });
  readonly #emulator: Emulator;
  readonly #log: object[] = [];
  readonly #encoder = new EventEncoder();
  #atMs = 0;
  #exit: RecordedExit | undefined;
  #port = 0;

  constructor({ interactive = false, session = 'demo', cols = 40, rows = 8 }: FakeViewOptions = {}) {
    this.#options = { interactive, session, cols, rows };
    const profile = { version: '1', colors };
    this.#emulator = new Emulator({ cols, rows, scrollback: 0, firstRevision: 1, profile, answer: () => {} });
    // Its first event sets the time to which others are relative.
    this.#encoder.encode({ kind: 'notification', atMicros: startMicros, method: 'x', params: {} });
    this.#server.on('upgrade', (request: IncomingMessage, socket, head) => {
      const isAllowed = request.headers['sec-websocket-protocol']?.includes(`tuispec.token.${this.token}`) === true;
      if (!isAllowed) socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n');
      else this.#sockets.handleUpgrade(request, socket, head, (client) => this.#greet(client));
    });
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The address of the page. */
  get url(): string {
    return `${this.origin}/#token=${this.token}`;
  }

  /** Accepts connections; after `stop`, at the same port. */
  async start(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(this.#port, '127.0.0.1', done));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Ends all connections without a close message, and accepts no others. */
  async stop(): Promise<void> {
    for (const client of this.#sockets.clients) client.terminate();
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  dispose(): void {
    this.#emulator.dispose();
  }

  /** Resolves when pages have connected this many times. */
  async waitForConnections(count: number): Promise<void> {
    while (this.connections < count) await once(this.#sockets, 'greeted');
  }

  /** Closes all connections with a code. */
  close(code: number, reason = ''): void {
    for (const client of this.#sockets.clients) client.close(code, reason);
  }

  /** Sends a message to all pages. */
  send(message: object): void {
    for (const client of this.#sockets.clients) client.send(JSON.stringify(message));
  }

  /** Lets time pass. */
  wait(ms: number): void {
    this.#atMs += ms;
  }

  /** The program writes something, 100 ms later. */
  feed(output: string): void {
    this.wait(100);
    this.#emulator.feed(Buffer.from(output));
    this.send(this.#encodeScreen());
  }

  /** The program ends. */
  exit(exit: RecordedExit, report: object): void {
    this.#exit = exit;
    this.feed('');
    this.#log.push(report);
    this.send(report);
  }

  /** A program starts. */
  launch(): void {
    this.#exit = undefined;
    this.feed('\x1bc');
  }

  /** A message of a client or of the server, 10 ms later. */
  note(direction: 'request' | 'response' | 'notification', message: object): void {
    this.wait(10);
    const event = {
      timestampMicros: startMicros + this.#atMs * 1000,
      direction,
      line: JSON.stringify({ jsonrpc: '2.0', ...message }),
    };
    this.#log.push({ type: 'event', event });
    this.send({ type: 'event', event });
  }

  /** A request and its result. */
  run(id: number, method: string, params: object, result: object = { ok: true }): void {
    this.note('request', { id, method, params });
    this.note('response', { id, result });
  }

  #encodeScreen(): object {
    const screen = this.#emulator.getScreen();
    const atMicros = startMicros + this.#atMs * 1000;
    return {
      type: 'screen',
      screen: this.#encoder.encode({ kind: 'frame', atMicros, number: 1, screen, exit: this.#exit }),
    };
  }

  #greet(client: WebSocket): void {
    this.connections += 1;
    this.#sockets.emit('greeted');
    if (this.closesWith !== undefined) {
      client.close(...this.closesWith);
      return;
    }
    const { interactive, session } = this.#options;
    client.on('message', (data) => this.inbox.push(`${String(data)}\n`));
    const hello = { type: 'hello', version: '0.2.0', interactive, session, theme, startedAtMicros: startMicros };
    for (const message of [hello, ...this.#log]) client.send(JSON.stringify(message));
    this.#encoder.reset();
    if (session !== null) this.send(this.#encodeScreen());
  }

  #serve({ url = '/', headers }: IncomingMessage, response: ServerResponse): void {
    const path = url.slice(1);
    const reply = (status: number, type: string, content: string | Buffer): void => {
      response.writeHead(status, { 'Content-Type': type, 'Content-Security-Policy': policy }).end(content);
    };
    if (path === '') reply(200, 'text/html', shell);
    else if (path === 'fonts.css') reply(200, 'text/css', fontRules);
    else if (path === 'api/state') {
      const isAllowed = headers.authorization === `Bearer ${this.token}`;
      reply(isAllowed ? 200 : 401, 'application/json', '{}');
    } else if (/^(?:live\.js|viewer\.css|fonts\/[\w-]+\.woff2)$/.test(path))
      reply(200, types[path.split('.').at(-1) ?? ''] ?? '', readFileSync(resolve('dist', path)));
    else reply(404, 'text/plain', '');
  }
}
