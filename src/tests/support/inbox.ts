/** A message as received. */
export type ReceivedMessage = Record<string, unknown>;

/** An error response. */
export class RpcFailure extends Error {
  override readonly name = 'RpcFailure';
  readonly code: number;
  readonly data: Record<string, unknown>;

  constructor(error: { code: number; message: string; data?: Record<string, unknown> }) {
    const screen = error.data?.['screen'];
    // Shown when a test fails because of it; the message itself is unchanged.
    super(error.message, typeof screen === 'string' ? { cause: new Error(`The screen was:\n${screen}`) } : {});
    this.code = error.code;
    this.data = error.data ?? {};
  }
}

interface Waiter {
  readonly matches: (message: ReceivedMessage | ReceivedMessage[]) => boolean;
  readonly resolve: (message: ReceivedMessage | ReceivedMessage[]) => void;
  readonly reject: (error: Error) => void;
}

/** The output of a server, line by line; tests wait for messages and never sleep. */
export class Inbox {
  readonly messages: (ReceivedMessage | ReceivedMessage[])[] = [];
  /** The same as text. */
  readonly lines: string[] = [];
  #rest = '';
  #hasEnded = false;
  #waiters: Waiter[] = [];

  push(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      this.lines.push(line);
      this.#deliver(JSON.parse(line) as ReceivedMessage | ReceivedMessage[]);
    }
  }

  /** Discards the messages received so far. */
  clear(): void {
    this.messages.length = 0;
    this.lines.length = 0;
  }

  end(): void {
    this.#hasEnded = true;
    for (const { reject } of this.#waiters) reject(new Error('The server has ended.'));
    this.#waiters = [];
  }

  /** The first message, past or future, that satisfies the predicate. */
  async waitForMessage(wants: (message: ReceivedMessage) => boolean): Promise<ReceivedMessage> {
    return (await this.#waitFor((message) => !Array.isArray(message) && wants(message))) as ReceivedMessage;
  }

  /** The first batch response. */
  async waitForBatch(): Promise<ReceivedMessage[]> {
    return (await this.#waitFor(Array.isArray)) as ReceivedMessage[];
  }

  /** The response to a request. */
  async waitForResponse(id: unknown): Promise<ReceivedMessage> {
    return await this.waitForMessage((message) => message['id'] === id && !('method' in message));
  }

  /** The result of a request; rejects if it failed. */
  async waitForResult(id: unknown): Promise<unknown> {
    const { error, result } = await this.waitForResponse(id);
    if (error !== undefined) throw new RpcFailure(error as ConstructorParameters<typeof RpcFailure>[0]);
    return result;
  }

  /** The params of a notification. */
  async waitForNotification(
    method: string,
    wants: (params: ReceivedMessage) => boolean = () => true,
  ): Promise<ReceivedMessage> {
    const found = await this.waitForMessage(
      (message) => message['method'] === method && wants(message['params'] as ReceivedMessage),
    );
    return found['params'] as ReceivedMessage;
  }

  /** The params of every notification of that name so far. */
  listNotifications(method: string): ReceivedMessage[] {
    return this.messages
      .filter((message): message is ReceivedMessage => !Array.isArray(message) && message['method'] === method)
      .map((message) => message['params'] as ReceivedMessage);
  }

  #deliver(message: ReceivedMessage | ReceivedMessage[]): void {
    this.messages.push(message);
    const served = this.#waiters.filter(({ matches }) => matches(message));
    this.#waiters = this.#waiters.filter((waiter) => !served.includes(waiter));
    for (const { resolve } of served) resolve(message);
  }

  #waitFor(matches: Waiter['matches']): Promise<ReceivedMessage | ReceivedMessage[]> {
    const found = this.messages.find(matches);
    if (found !== undefined) return Promise.resolve(found);
    if (this.#hasEnded) return Promise.reject(new Error('The server has ended.'));
    return new Promise((resolve, reject) => this.#waiters.push({ matches, resolve, reject }));
  }
}
