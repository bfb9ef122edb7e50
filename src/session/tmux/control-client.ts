import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { MethodError } from '../../base/errors.js';
import { ControlParser } from './control-parser.js';
import { createTmuxEnvironment, type Variables } from './run-tmux.js';

/** Receives the events of a `ControlClient`. */
export interface ClientListener {
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
