import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Why a request is refused. */
export interface AccessRefusal {
  readonly status: 400 | 401 | 403 | 421;
  readonly message: string;
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];
const tokenBytes = 24;
const subprotocolPrefix = 'tuispec.token.';

/** The subprotocol of the messages. */
export const viewSubprotocol = 'tuispec.view.v1';

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
export function findSubprotocolToken({ headers }: IncomingMessage): string | undefined {
  const protocols = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  return protocols.find((name) => name.startsWith(subprotocolPrefix))?.slice(subprotocolPrefix.length);
}
