import { hideDeclared, listDeclaredSecrets, redactValue } from './redact-value.js';
import { Secrets } from './secrets.js';

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
