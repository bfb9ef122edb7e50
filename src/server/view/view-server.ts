import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { MethodError } from '../../base/errors.js';
import { RequestError, refuseConnection, sendError, setCommonHeaders } from './http-reply.js';
import { LiveView, type ViewHost } from './live-view.js';
import { Routes } from './routes.js';
import { Viewers } from './viewers.js';

/** Why a request is refused. */
interface AccessRefusal {
  readonly status: 400 | 401 | 403 | 421;
  readonly message: string;
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];
const tokenBytes = 24;
const subprotocolPrefix = 'tuispec.token.';

/** The subprotocol of the messages. */
const viewSubprotocol = 'tuispec.view.v1';

/** Decides which requests the view serves; used for HTTP requests and for WebSocket upgrades. */
export class AccessCheck {
  /** 192 random bits. */
  readonly token = randomBytes(tokenBytes).toString('base64url');
  readonly #hosts: ReadonlySet<string>;

  /** `hosts` are names that the Host header may contain in addition to those of the loopback interface. */
  constructor(hosts: readonly string[]) {
    this.#hosts = new Set([...loopbackNames, ...hosts.map(toHostName)]);
  }

  /** Returns why a request is refused before its token matters: pages of other sites must not reach the view. */
  refuseForeign({ headers, rawHeaders }: IncomingMessage): AccessRefusal | undefined {
    const { host = '', origin, 'sec-fetch-site': site } = headers;
    const count = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
    if (count !== 1) return { status: 400, message: 'The request must have one Host header.' };
    // A page of another site whose name resolves to this machine has that name here.
    if (!this.#hosts.has(parseHostName(host) ?? ''))
      return {
        status: 421,
        message: `This host name is not allowed. Use http://127.0.0.1, or start the view with --view-allow-host.`,
      };
    if (origin !== undefined && origin !== `http://${host}`)
      return { status: 403, message: 'Requests from other origins are not allowed.' };
    if (site !== undefined && site !== 'same-origin' && site !== 'none')
      return { status: 403, message: 'Requests from other sites are not allowed.' };
    return undefined;
  }

  /** Returns why the token of a request is refused. `other` is the token in a place where it is accepted, too. */
  refuseToken({ headers }: IncomingMessage, other?: string | null): AccessRefusal | undefined {
    const [scheme, bearer] = (headers.authorization ?? '').split(' ');
    const given = scheme?.toLowerCase() === 'bearer' ? bearer : (other ?? undefined);
    if (given !== undefined && this.#isToken(given)) return undefined;
    const problem = given === undefined ? 'The token is missing.' : 'The token is wrong.';
    return { status: 401, message: `${problem} Open the URL that the server has printed.` };
  }

  /** Compares in constant time. */
  #isToken(given: string): boolean {
    return timingSafeEqual(computeHash(given), computeHash(this.token));
  }
}

const computeHash = (text: string): Buffer => createHash('sha256').update(text).digest();

const toHostName = (name: string): string =>
  (name.includes(':') && !name.startsWith('[') ? `[${name}]` : name).toLowerCase();

/** Returns the name in a Host header, without the port. */
const parseHostName = (host: string): string | undefined =>
  /^(\[[\da-f:.]+\]|[^:[\]/@\s]+)(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase();

/** Returns the token among the subprotocols of an upgrade. */
function findSubprotocolToken({ headers }: IncomingMessage): string | undefined {
  const protocols = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  return protocols.find((name) => name.startsWith(subprotocolPrefix))?.slice(subprotocolPrefix.length);
}

/** How a view is served. */
export interface ViewOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Whether the next free port is used instead of one that is in use. */
  readonly isPortFlexible?: boolean;
  readonly isInteractive: boolean;
  /** Names that the Host header may contain in addition to those of the loopback interface. */
  readonly allowedHosts: readonly string[];
}

const maxUrlLength = 2048;
const maxHeaderBytes = 8 * 1024;
const maxMessageBytes = 64 * 1024;
const maxConnections = 128;
const pingIntervalMs = 20_000;
const maxPortAttempts = 100;
// Time for the last messages and the closing handshakes.
const stoppingMs = 300;
// Time for the client to end its connection after its close message. The types of the library lack this option.
const closing = { closeTimeout: 2000 };
// Browsers send the next request after the response to the last one.
const maxOpenResponses = 16;

/** Serves a live view: a page, its WebSocket and an API for programs. It never keeps the process alive. */
export class ViewServer {
  readonly view: LiveView;
  readonly options: ViewOptions;
  readonly #access: AccessCheck;
  readonly #routes: Routes;
  readonly #viewers: Viewers;
  readonly #onBug: (error: unknown) => void;
  readonly #http: Server;
  readonly #webSockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
    // Viewers answer pings themselves, within their limits.
    autoPong: false,
    ...closing,
    handleProtocols: (offered) => offered.has(viewSubprotocol) && viewSubprotocol,
  });
  /** The number of responses that are not complete, by connection. */
  readonly #openResponses = new WeakMap<Socket, number>();
  #isStopping = false;
  readonly #pingTimer = setInterval(() => this.#viewers.checkAreAlive(), pingIntervalMs).unref();

  private constructor(options: ViewOptions, host: ViewHost) {
    this.options = options;
    this.#onBug = host.onBug;
    this.#access = new AccessCheck(options.allowedHosts);
    host.redaction.hideToken(this.#access.token);
    this.view = new LiveView(host, options.isInteractive);
    this.#viewers = new Viewers(this.view, options.isInteractive);
    this.#routes = new Routes(this.view, this.#access, options.isInteractive);
    this.#http = createServer({
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: 5000,
      requestTimeout: 10_000,
      connectionsCheckingInterval: 1000,
      // The check of the access refuses requests without it, as JSON.
      requireHostHeader: false,
    });
    this.#http.maxConnections = maxConnections;
    this.#http.on('request', (request, response) => void this.#answer(request, response));
    this.#http.on('upgrade', (request, socket, head) => this.#handleUpgrade(request, socket, head));
    this.#http.on('clientError', (error, socket) => this.#refuseMalformed(error, socket as Socket));
    // An unknown expectation is ignored.
    this.#http.on('checkExpectation', (request, response) => void this.#answer(request, response));
    this.#webSockets.on('wsClientError', ({ message }, socket) =>
      refuseConnection(socket, new RequestError(400, 'invalid_request', `${message}.`)),
    );
  }

  /** Starts to serve. Fails with kind `io` if the address cannot be used. */
  static async open(options: ViewOptions, host: ViewHost): Promise<ViewServer> {
    const server = new ViewServer(options, host);
    await server.#listen();
    server.#http.unref();
    return server;
  }

  get port(): number {
    return (this.#http.address() as AddressInfo).port;
  }

  /** The address of the page, with the token. */
  get url(): string {
    const { host } = this.options;
    const name = isWildcard(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
    return `http://${name}:${this.port}/#token=${this.#access.token}`;
  }

  /** Resolves when the page has been opened and closed. */
  async waitUntilLeft(): Promise<void> {
    await this.#viewers.waitUntilLeft();
  }

  /** Disconnects everyone, and resolves when all connections are closed. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#pingTimer);
    this.view[Symbol.dispose]();
    const closed = new Promise<void>((resolve) => {
      this.#http.close(() => resolve());
    });
    this.#http.closeIdleConnections();
    const timer = setTimeout(() => {
      this.#viewers.disconnect();
      this.#http.closeAllConnections();
    }, stoppingMs);
    await Promise.all([closed, this.#viewers.waitUntilGone()]);
    clearTimeout(timer);
  }

  async #listen(): Promise<void> {
    const { host, port, isPortFlexible = false } = this.options;
    for (let attempt = 0; ; attempt += 1)
      try {
        await this.#listenOn(port + attempt, host);
        return;
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        const isInUse = code === 'EADDRINUSE';
        if (isInUse && isPortFlexible && attempt < maxPortAttempts && port + attempt < 65_535) continue;
        clearInterval(this.#pingTimer);
        const reason = isInUse ? `Port ${port} of ${host} is in use` : message;
        throw new MethodError('io', `Cannot start the view: ${reason}.`, {}, { cause: error });
      }
  }

  #listenOn(port: number, host: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#http.once('error', reject);
      this.#http.listen(port, host, () => {
        this.#http.off('error', reject);
        this.#http.on('error', this.#onBug);
        resolve();
      });
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => {});
    const { socket } = request;
    this.#countResponse(socket, 1);
    response.on('close', () => this.#countResponse(socket, -1));
    // Their responses would fill the memory if the client does not read them.
    if (this.#countResponse(socket) > maxOpenResponses) {
      socket.destroy();
      return;
    }
    setCommonHeaders(response);
    try {
      await this.#routes.answer(request, response, this.#check(request));
    } catch (error) {
      // The client may have disconnected while its request was read.
      if (request.destroyed && !request.complete) response.destroy();
      else sendError(response, this.#toRequestError(error));
    }
  }

  #handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    try {
      const { pathname, searchParams } = this.#check(request);
      if (pathname !== '/ws') throw new RequestError(404, 'not_found', 'There is no such WebSocket.');
      if (request.method !== 'GET')
        throw new RequestError(405, 'method_not_allowed', 'The method must be GET.', { Allow: 'GET' });
      if (request.headers.upgrade?.toLowerCase() !== 'websocket')
        throw new RequestError(426, 'upgrade_required', 'This is a WebSocket.', { Upgrade: 'websocket' });
      const refusal = this.#access.refuseToken(request, findSubprotocolToken(request));
      if (refusal !== undefined)
        throw new RequestError(refusal.status, 'unauthorized', refusal.message, { 'WWW-Authenticate': 'Bearer' });
      this.#webSockets.handleUpgrade(request, socket, head, (webSocket) =>
        this.#viewers.add(webSocket, {
          format: searchParams.get('screens') === 'cells' ? 'cells' : 'lines',
          closesAtExit: searchParams.get('close') === 'exit',
        }),
      );
    } catch (error) {
      refuseConnection(socket, this.#toRequestError(error));
    }
  }

  /** Returns the URL of a request. Throws if the request is not served whatever its token. */
  #check(request: IncomingMessage): URL {
    const { url = '' } = request;
    if (this.#isStopping) throw new RequestError(503, 'closed', 'The view has ended.');
    if (url.length > maxUrlLength) throw new RequestError(414, 'too_large', 'The URL is too long.');
    const refusal = this.#access.refuseForeign(request);
    if (refusal !== undefined) throw new RequestError(refusal.status, 'forbidden', refusal.message);
    // The base is not part of what is used.
    const base = 'http://127.0.0.1';
    if (!url.startsWith('/') || !URL.canParse(base + url))
      throw new RequestError(400, 'invalid_request', 'The URL is invalid.');
    return new URL(base + url);
  }

  /** Changes the number of open responses of a connection, and returns it. */
  #countResponse(socket: Socket, change = 0): number {
    const count = (this.#openResponses.get(socket) ?? 0) + change;
    this.#openResponses.set(socket, count);
    return count;
  }

  /** Answers what is not a valid HTTP request. */
  #refuseMalformed({ code }: NodeJS.ErrnoException, socket: Socket): void {
    socket.on('error', () => socket.destroy());
    const error =
      code === 'HPE_HEADER_OVERFLOW'
        ? new RequestError(431, 'too_large', 'The headers are too long.')
        : code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? new RequestError(408, 'timeout', 'The request took too long.')
          : new RequestError(400, 'invalid_request', 'This is not a valid HTTP request.');
    // Another response may have been sent in part.
    if (this.#countResponse(socket) > 0) socket.destroy();
    else refuseConnection(socket, error);
  }

  #toRequestError(error: unknown): RequestError {
    if (error instanceof RequestError) return error;
    if (error instanceof MethodError) return new RequestError(500, 'unknown', error.message);
    this.#onBug(error);
    return new RequestError(500, 'unknown', 'The server has a bug. Its log contains the details.');
  }
}

const isWildcard = (host: string): boolean => ['0.0.0.0', '::', ''].includes(host);
