import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { MethodError } from '../../base/errors.js';
import { createTmuxEnvironment, type Variables } from './tmux.js';

const backslash = 0x5c;
const zero = 0x30;

/** Decodes `%output`: control characters and backslashes are written as three octal digits, everything else is raw. */
export function unescapeOutput(bytes: Buffer): Buffer {
  let at = bytes.indexOf(backslash);
  if (at === -1) return bytes;
  const decoded = Buffer.allocUnsafe(bytes.length);
  let length = bytes.copy(decoded, 0, 0, at);
  while (at < bytes.length) {
    const byte = bytes[at] as number;
    const value = byte === backslash ? parseOctal(bytes, at + 1) : undefined;
    decoded[length] = value ?? byte;
    length += 1;
    at += value === undefined ? 1 : 4;
  }
  return decoded.subarray(0, length);
}

function parseOctal(bytes: Buffer, at: number): number | undefined {
  if (at + 3 > bytes.length) return undefined;
  let value = 0;
  for (let index = at; index < at + 3; index += 1) {
    const digit = (bytes[index] as number) - zero;
    if (digit < 0 || digit > 7) return undefined;
    value = value * 8 + digit;
  }
  return value > 0xff ? undefined : value;
}

/** The bytes at the end that begin a UTF-8 character and do not complete it. */
export function findUnfinishedCharacter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.slice(bytes.length - back) : bytes.subarray(0, 0);
  }
  return bytes.subarray(0, 0);
}

/** Receives what a control-mode client of tmux prints. */
interface ControlListener {
  /** The program in a pane has written bytes. */
  onOutput(pane: string, bytes: Buffer): void;
  /** Any other notification: its name without `%`, and the rest of its line. */
  onNotification(name: string, rest: string): void;
  /** A line inside a reply. */
  onReplyLine(line: Buffer): void;
  /** A reply has ended. */
  onReplyEnd(hasFailed: boolean): void;
  /** Whether the reply that begins contains screens, in which any line may look like the end of a reply. */
  isRaw(): boolean;
}

const beginning = /^%begin (\d+ \d+ \d+)$/;
const newline = 0x0a;
const percent = 0x25;
const outputPrefix = Buffer.from('%output ');
const extendedPrefix = Buffer.from('%extended-output ');

/** Parses the protocol of tmux's control mode, in chunks of any size. */
export class ControlParser {
  readonly #listener: ControlListener;
  #partial: Buffer[] = [];
  /** The numbers of the reply that has begun. */
  #reply: string | undefined;

  constructor(listener: ControlListener) {
    this.#listener = listener;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      const line = chunk.subarray(start, end);
      start = end + 1;
      if (this.#partial.length === 0) this.#handleLine(line);
      else {
        const whole = Buffer.concat([...this.#partial, line]);
        this.#partial = [];
        this.#handleLine(whole);
      }
    }
    // The chunk is reused.
    if (start < chunk.length) this.#partial.push(Buffer.from(chunk.subarray(start)));
  }

  #handleLine(line: Buffer): void {
    if (this.#reply !== undefined) this.#handleReplyLine(line, this.#reply);
    else if (line[0] === percent) this.#handleNotification(line);
  }

  #handleReplyLine(line: Buffer, reply: string): void {
    if (line[0] === percent && this.#listener.isRaw()) {
      // Several replies in a row; the frame directly before the last line is genuine.
      const begun = beginning.exec(line.toString('latin1'))?.[1];
      if (begun !== undefined) this.#reply = begun;
    } else if (line[0] === percent) {
      const text = line.toString('latin1');
      if (text === `%end ${reply}` || text === `%error ${reply}`) {
        this.#reply = undefined;
        this.#listener.onReplyEnd(text.startsWith('%error'));
        return;
      }
      // Before tmux 3.8, a command can notify from inside its own reply.
      if (/^%(?:pause|continue) /.test(text)) {
        this.#handleNotification(line);
        return;
      }
    }
    this.#listener.onReplyLine(line);
  }

  #handleNotification(line: Buffer): void {
    if (line.subarray(0, outputPrefix.length).equals(outputPrefix)) {
      const end = line.indexOf(0x20, outputPrefix.length);
      const pane = line.toString('latin1', outputPrefix.length, end);
      this.#listener.onOutput(pane, unescapeOutput(line.subarray(end + 1)));
      return;
    }
    if (line.subarray(0, extendedPrefix.length).equals(extendedPrefix)) {
      const end = line.indexOf(0x20, extendedPrefix.length);
      const colon = line.indexOf(' : ', end);
      const pane = line.toString('latin1', extendedPrefix.length, end);
      if (colon !== -1) this.#listener.onOutput(pane, unescapeOutput(line.subarray(colon + 3)));
      return;
    }
    const text = line.toString('utf8');
    const space = text.indexOf(' ');
    const [name, rest] = space === -1 ? [text.slice(1), ''] : [text.slice(1, space), text.slice(space + 1)];
    if (name === 'begin') this.#reply = rest;
    else this.#listener.onNotification(name, rest);
  }
}

/** Receives the events of a `ControlClient`. */
interface ClientListener {
  onOutput(pane: string, bytes: Buffer): void;
  onNotification(name: string, rest: string): void;
  /** All events that have arrived together were delivered. */
  onBatchEnd(): void;
  /** The connection has ended; `reason` is empty if the client was detached. */
  onClose(reason: string): void;
}
/** The reply to a command line: its lines without the frames of its blocks, and whether a command has failed. */
export interface ControlReply {
  readonly lines: readonly string[];
  readonly hasFailed: boolean;
}

interface PendingRequest {
  readonly end: string;
  readonly raw: string | undefined;
  readonly lines: Buffer[];
  hasFailed: boolean;
  isRawDone: boolean;
  readonly takeRaw: (lines: readonly Buffer[]) => void;
  readonly resolve: (reply: ControlReply) => void;
  readonly reject: (error: Error) => void;
}

// The second cat drains the output after our death. Without it, the server could not finish writing to the client: the
// client would remain, and the programs of its session would stall.
// The shell itself closes its streams, so that we notice the end of the relay.
const relay =
  'exec 3<&0; "$@" <&3 3<&- | { exec 3<&-; trap "" PIPE; cat; exec cat >/dev/null; } & exec <&- >&- 3<&-; wait';
// The server drops a client whose backlog is older, and reports that. A person's programs never wait for us.
const pauseAfterSeconds = 5;
const maxDetachMs = 1000;

/** A control-mode client of a tmux server. It always reads, counts for no size, and leaves no process when we die. */
export class ControlClient {
  readonly #listener: ClientListener;
  readonly #process: ChildProcess;
  readonly #parser: ControlParser;
  readonly #nonce = randomBytes(12).toString('hex');
  readonly #pending: PendingRequest[] = [];
  readonly #closed: Promise<void>;
  #count = 0;
  /** Requests before the client has a session: tmux reads them earlier, and some commands would fail then. */
  #unsent: string[] | undefined = [];
  #lines: Buffer[] = [];
  #reason = '';
  #isClosed = false;

  constructor(socket: readonly string[], sessionId: string, variables: Variables, listener: ClientListener) {
    this.#listener = listener;
    const flags = `ignore-size,pause-after=${pauseAfterSeconds}`;
    const attach = ['attach-session', '-E', '-f', flags, '-t', sessionId];
    this.#process = spawn('sh', ['-c', relay, 'sh', 'tmux', '-u', ...socket, '-C', ...attach], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: createTmuxEnvironment(variables),
      // A signal to our process group must not end the relay before it has drained the output.
      detached: true,
    });
    this.#parser = new ControlParser({
      onOutput: (pane, bytes) => listener.onOutput(pane, bytes),
      onNotification: (name, rest) => this.#handleNotification(name, rest),
      onReplyLine: (line) => this.#handleReplyLine(line),
      onReplyEnd: (hasFailed) => this.#handleReplyEnd(hasFailed),
      isRaw: () => this.#isRaw,
    });
    this.#process.stdin?.on('error', () => {});
    this.#process.stdout?.on('data', (chunk: Buffer) => {
      this.#parser.push(chunk);
      listener.onBatchEnd();
    });
    // If something has ended the relay, the client must go, too.
    this.#process.stdout?.on('end', () => this.#process.stdin?.end());
    this.#closed = new Promise((resolve) => {
      const close = (): void => {
        if (this.#isClosed) return;
        this.#isClosed = true;
        for (const { reject } of this.#pending.splice(0)) reject(createDetachedError());
        listener.onClose(this.#reason);
        resolve();
      };
      this.#process.on('close', close);
      this.#process.on('error', close);
    });
  }

  /** A random text that no program in a pane can know. */
  get nonce(): string {
    return this.#nonce;
  }

  /** Runs a line of commands. */
  request(line: string): Promise<ControlReply> {
    return this.#send(line, undefined, () => {});
  }

  /**
   * Runs a line of commands whose replies contain screens, up to a reply that is `last`. `take` receives all lines with
   * the frames of the replies, before any output that is newer.
   */
  requestRaw(line: string, last: string, take: (lines: readonly Buffer[]) => void): Promise<ControlReply> {
    return this.#send(line, last, take);
  }

  /** Detaches from the server; reads its output to the end. */
  async detach(): Promise<void> {
    this.#process.stdin?.end();
    const timer = setTimeout(() => this.#process.stdout?.destroy(), maxDetachMs);
    await this.#closed;
    clearTimeout(timer);
  }

  #send(line: string, raw: string | undefined, takeRaw: PendingRequest['takeRaw']): Promise<ControlReply> {
    if (this.#isClosed) return Promise.reject(createDetachedError());
    this.#count += 1;
    const end = `${this.#nonce}-${this.#count}`;
    return new Promise((resolve, reject) => {
      this.#pending.push({ end, raw, takeRaw, lines: [], hasFailed: false, isRawDone: false, resolve, reject });
      // An error skips the rest of its line, so the end is a line of its own.
      this.#write(`${line}\ndisplay-message -p ${end}\n`);
    });
  }

  #write(lines: string): void {
    if (this.#unsent === undefined) this.#process.stdin?.write(lines);
    else this.#unsent.push(lines);
  }

  get #isRaw(): boolean {
    const [first] = this.#pending;
    return first?.raw !== undefined && !first.isRawDone;
  }

  #handleNotification(name: string, rest: string): void {
    if (name === 'exit') this.#reason = rest;
    if (name === 'session-changed' && this.#unsent !== undefined) {
      for (const lines of this.#unsent) this.#process.stdin?.write(lines);
      this.#unsent = undefined;
      // The first session is not a change.
      return;
    }
    this.#listener.onNotification(name, rest);
  }

  #handleReplyLine(line: Buffer): void {
    const [first] = this.#pending;
    if (first === undefined) return;
    this.#lines.push(Buffer.from(line));
    if (!this.#isRaw) return;
    const text = line.length === first.end.length || line.length === first.raw?.length ? line.toString('latin1') : '';
    if (text === first.raw) {
      first.isRawDone = true;
      first.takeRaw(this.#lines);
      this.#lines = [];
    } else if (text === first.end) first.isRawDone = true;
  }

  #handleReplyEnd(hasFailed: boolean): void {
    const [first] = this.#pending;
    const lines = this.#lines;
    this.#lines = [];
    if (first === undefined) return;
    if (lines.at(-1)?.toString('latin1') !== first.end) {
      first.lines.push(...lines);
      first.hasFailed ||= hasFailed;
      return;
    }
    this.#pending.shift();
    first.resolve({ lines: first.lines.map((line) => line.toString('utf8')), hasFailed: first.hasFailed });
  }
}

const createDetachedError = (): MethodError =>
  new MethodError('detached', 'The connection to the tmux server has ended.');
