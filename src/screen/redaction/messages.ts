import { selectorTypes } from '../../base/generated/contract.js';
import { isObject } from '../../base/json.js';
import { Secrets } from './secrets.js';
import { bullet } from './text.js';

/** A value of JSON in which the secrets are hidden; the same value if it contains none. */
export function redactValue<T>(value: T, secrets: Secrets): T {
  return secrets.isEmpty ? value : (redact(value, secrets) as T);
}

function redact(value: unknown, secrets: Secrets, name = ''): unknown {
  if (typeof value === 'string') return redactString(value, secrets, name);
  if (Array.isArray(value)) return redactList(value, secrets);
  return isObject(value) ? redactRecord(value, secrets, name) : value;
}

function redactString(text: string, secrets: Secrets, name: string): string {
  if (name === 'base64') {
    const decoded = Buffer.from(text, 'base64').toString();
    const redacted = secrets.redactText(decoded);
    if (redacted !== decoded) return Buffer.from(redacted).toString('base64');
  }
  return secrets.redactText(text);
}

// A secret may be split: into keys, into the lines of a screen, or into the runs of a line.
function redactList(list: readonly unknown[], secrets: Secrets): readonly unknown[] {
  if (list.every((item) => typeof item === 'string')) return secrets.redactTogether(list);
  if (list.every(isRun)) {
    const texts = list.map(({ text }) => text);
    const redacted = secrets.redactTogether(texts);
    return redacted === texts ? list : list.map((run, index) => ({ ...run, text: redacted[index] }));
  }
  const redacted = list.map((item) => redact(item, secrets));
  return redacted.every((item, index) => item === list[index]) ? list : redacted;
}

// Names are part of the protocol, except those of environment variables.
function redactRecord(record: Readonly<Record<string, unknown>>, secrets: Secrets, name: string): unknown {
  const entries = Object.entries(record);
  const redacted = entries.map(([key, value]): [string, unknown] => [
    name === 'env' ? secrets.redactText(key) : key,
    isProtocolWord(key, value) ? value : redact(value, secrets, key),
  ]);
  const isSame = redacted.every(([key, value], index) => key === entries[index]?.[0] && value === entries[index]?.[1]);
  return isSame ? record : Object.fromEntries(redacted);
}

// A short secret may be equal to a word that a replay needs.
const isProtocolWord = (key: string, value: unknown): boolean =>
  key === 'jsonrpc' ||
  (key === 'method' && typeof value === 'string' && /^[a-z]+(?:[A-Z.][A-Za-z]*)?$/.test(value)) ||
  (key === 'type' && (selectorTypes as readonly unknown[]).includes(value));

const isRun = (value: unknown): value is { readonly text: string } =>
  isObject(value) && typeof value['text'] === 'string' && 'row' in value && 'width' in value;

/** The secrets that a request declares: in `secrets`, or as the `text` of an input with `secret`. */
function listDeclaredSecrets(request: unknown): string[] {
  if (Array.isArray(request)) return request.flatMap(listDeclaredSecrets);
  if (!isObject(request)) return [];
  const { secrets, secret, text } = request;
  const own = [secrets, secret === undefined || secret === false ? [] : text].flat();
  const inside = Object.entries(request).flatMap(([name, value]) =>
    name === 'secrets' ? [] : listDeclaredSecrets(value),
  );
  // An error names a value of the wrong type, too.
  return [...own.filter((one) => typeof one === 'string' || typeof one === 'number').map(String), ...inside];
}

function hide(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hide);
  return typeof value === 'string' || typeof value === 'number' ? bullet.repeat([...String(value)].length) : value;
}

/** The request with its declared secrets hidden, however short they are. */
function hideDeclared(request: unknown): unknown {
  if (Array.isArray(request)) return request.map(hideDeclared);
  if (!isObject(request)) return request;
  const isSecret = request['secret'] !== undefined && request['secret'] !== false;
  return Object.fromEntries(
    Object.entries(request).map(([name, value]) => [
      name,
      name === 'secrets' || (name === 'text' && isSecret) ? hide(value) : hideDeclared(value),
    ]),
  );
}

// Those of earlier views are of no use.
const maxTokens = 16;

/**
 * Hides secrets in messages: those of the session, and those of sessions that ended during the current request, because a
 * batch can end a session and its response is written later.
 */
export class MessageRedaction {
  readonly #sources = new Set<Secrets>();
  readonly #tokens: string[] = [];
  /** Tokens that programs may print, because a client or a viewer has sent them. */
  readonly #sentTokens = new Set<string>();
  #session: Secrets | undefined;

  /** Hides the secrets of a session from now on. */
  follow(secrets: Secrets): void {
    this.#session = secrets;
    this.#sources.add(secrets);
    for (const token of this.#sentTokens) secrets.add(token);
  }

  /**
   * Hides a random text. JSON contains it in no other form. Screens are searched for it only when it was
   * sent to the program.
   */
  hideToken(token: string): void {
    this.#tokens.push(token);
    if (this.#tokens.length > maxTokens) this.#sentTokens.delete(this.#tokens.shift() ?? '');
  }

  /** Notes what a client or a viewer sends: programs may print the tokens in it. */
  noteInput(text: string): void {
    for (const token of this.#tokens) {
      if (!text.includes(token)) continue;
      this.#sentTokens.add(token);
      this.#session?.add(token);
    }
  }

  /** The session has ended. */
  leave(): void {
    this.#session = undefined;
  }

  /** A request begins after the response to the previous one was written. */
  noteRequest(): void {
    for (const source of this.#sources) if (source !== this.#session) this.#sources.delete(source);
  }

  /** Hides the secrets of the session in text. */
  redactText(text: string): string {
    return this.#reduce(this.#hideTokens(text), (redacted, secrets) => secrets.redactText(redacted));
  }

  /** Hides the secrets of the session, and those that `request` declares, in a value of JSON. */
  redactValue<T>(value: T, request?: unknown): T {
    const redacted = this.#reduce(value, redactValue);
    const declared = request === undefined ? [] : listDeclaredSecrets(request);
    return declared.length === 0 ? redacted : redactValue(redacted, new Secrets(declared));
  }

  /** Hides secrets in params, including those that they declare. */
  redactParams(params: object): object {
    return this.redactValue(hideDeclared(params), params) as object;
  }

  /** Hides secrets in a message in JSON; only requests declare some. A line without secrets is returned unchanged. */
  redactLine(original: string, isRequest: boolean): string {
    const line = this.#hideTokens(original);
    if (isRequest) this.noteInput(original);
    // The names of members can be escaped.
    const mayDeclare = isRequest && /secret|\\u/.test(line);
    if (!mayDeclare && this.#isEmpty) return line;
    let message: unknown;
    try {
      message = JSON.parse(line);
      const isDeclaring = mayDeclare && listDeclaredSecrets(message).length > 0;
      const redacted = isDeclaring ? this.redactParams(message as object) : this.redactValue(message);
      return redacted === message ? line : JSON.stringify(redacted);
    } catch {
      // Invalid or too deeply nested JSON.
      return this.redactText(line);
    }
  }

  get #isEmpty(): boolean {
    for (const source of this.#sources) if (!source.isEmpty) return false;
    return true;
  }

  #hideTokens(text: string): string {
    let hidden = text;
    for (const token of this.#tokens)
      if (hidden.includes(token)) hidden = hidden.replaceAll(token, '•'.repeat(token.length));
    return hidden;
  }

  #reduce<T>(value: T, redact: (value: T, secrets: Secrets) => T): T {
    let redacted = value;
    for (const source of this.#sources) if (!source.isEmpty) redacted = redact(redacted, source);
    return redacted;
  }
}
