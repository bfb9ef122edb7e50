// The process of a session: a program, a socket for commands, and an end for each reason to have one.
import {
  appendFileSync,
  chmodSync,
  closeSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  watch,
  writeSync,
} from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { PauseSwitch } from '../base/emitter.js';
import { createLog } from '../base/errors.js';
import { isObject } from '../base/json.js';
import { escapeControls } from '../base/text.js';
import { version } from '../protocol/generated/tables.js';
import { RpcError } from '../protocol/message.js';
import { noClient, Server, type ServerSettings } from '../server/server.js';
import { actions } from './actions.js';
import { parseCommand } from './commands.js';
import {
  type CommandRequest,
  exitCodes,
  kindsByCode,
  maxInputBytes,
  protocol,
  type Question,
  type Response,
  type SessionLine,
} from './conversation.js';
import { type CommandCall, explainRpcError, OpenSession } from './open-session.js';
import { type Lifetime, open } from './opening.js';
import { CommandError } from './places.js';
import { createHiddenName, describeProcess, isAlive, removePlace, type SessionRecord, writeRecord } from './record.js';

const maxPending = 64;
const maxRequestLength = 2 * maxInputBytes;
// JSON escapes of a text on standard input are up to six times as long.
const maxLineLength = 8 * maxInputBytes;
const maxLogBytes = 1024 * 1024;
// After the end of its program, its screen can be read for this long.
const endedMs = 600_000;
const checkMs = 1000;
const readyDescriptor = 3;
const failedInShell = 125;
// The last responses are written by then.
const maxFlushMs = 500;

interface Place {
  /** The directory of all sessions. */
  readonly directory: string;
  readonly name: string;
}

/** The connection of a command. */
interface Connection {
  /** Aborts when the caller is gone. */
  readonly signal: AbortSignal;
  say(line: SessionLine): void;
  ask(question: Question): Promise<unknown>;
}

function createCall(
  { args, cwd, caller, version: theirs }: CommandRequest,
  { signal, say, ask }: Connection,
): CommandCall {
  const versions = theirs === version ? '' : ` The session runs tuispec ${version}, this command is tuispec ${theirs}.`;
  const parsed = parseCommand(args, versions);
  return {
    parsed,
    cwd,
    caller,
    isJson: parsed.options.has('json'),
    signal,
    ask,
    print: (text) => say({ out: text }),
    printBytes: (bytes) => say({ bytes: Buffer.from(bytes).toString('base64') }),
    note: (sentence) => say({ error: `tuispec: ${escapeControls(sentence)}\n` }),
  };
}

/** What the session runs with. */
type Settings = Omit<ServerSettings, 'isLoggingRequests' | 'isFailFast'>;

/** What happens to the process. */
interface ProcessEvents {
  onSignal(handle: (name: string) => void): void;
  onBug(handle: (error: unknown) => void): void;
}

/** Runs a session until it ends; resolves with the exit code of the process. */
export async function runSession(
  place: Place,
  settings: Settings,
  { onSignal, onBug }: ProcessEvents,
): Promise<number> {
  const session = new SessionProcess(place, settings);
  onSignal((name) => session.end(`Received ${name}.`));
  onBug((error) => session.noteBug(error));
  return await session.run();
}

class SessionProcess {
  readonly #place: string;
  readonly #hidden: string;
  readonly #name: string;
  readonly #server: Server;
  readonly #session: OpenSession;
  readonly #lifetime: Lifetime = { idleMs: 8 * 3_600_000, whilePid: undefined };
  readonly #pause = new PauseSwitch();
  readonly #createdAt = new Date().toISOString();
  readonly #listener = createServer((socket) => this.#serve(socket));
  readonly #connections = new Set<Socket>();
  #inode = 0;
  #pending = 0;
  #openings = 0;
  #resolveEnded: (code: number) => void = () => {};
  #ending: Promise<void> | undefined;

  constructor({ directory, name }: Place, { defaults }: Settings) {
    this.#name = name;
    this.#place = join(directory, name);
    this.#hidden = createHiddenName(directory, 'new');
    const environment = { ...defaults.environment };
    const log = createLog('info', (line) => this.#log(line));
    const settings = {
      guardDelayMs: 0,
      pause: this.#pause,
      defaults: { ...defaults, artifactDir: this.#place, environment, takeOutput: undefined },
      isFailFast: false,
      isLoggingRequests: false,
    };
    this.#server = new Server(settings, noClient({ log, announce: (line) => this.#log(line) }));
    this.#session = new OpenSession(name, this.#server, { environment, pause: this.#pause });
  }

  async run(): Promise<number> {
    const ended = new Promise<number>((resolve) => {
      this.#resolveEnded = resolve;
    });
    const state = await this.#claim();
    tell(state);
    if (state !== 'ready') return 0;
    this.#watch();
    return await ended;
  }

  /** Prepares a directory with a socket that listens, and gives it the name of the session, which only one process can. */
  async #claim(): Promise<'ready' | 'taken' | `failed ${string}`> {
    try {
      process.umask(0o077);
      mkdirSync(this.#hidden, { mode: 0o700 });
      process.chdir(this.#hidden);
      this.#writeRecord();
      await new Promise<void>((resolve, reject) => {
        this.#listener.once('error', reject);
        // A relative path: that of a socket is limited to 107 bytes, on macOS to 103.
        this.#listener.listen('s', resolve);
      });
      chmodSync('s', 0o600);
      this.#inode = statSync('.').ino;
      renameSync(this.#hidden, this.#place);
      return 'ready';
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      this.#listener.close();
      rmSync(this.#hidden, { recursive: true, force: true });
      return code === 'ENOTEMPTY' || code === 'EEXIST' ? 'taken' : `failed ${message}.`;
    }
  }

  #writeRecord(): void {
    const { launched, program, server } = this.#session;
    const record: SessionRecord = {
      name: this.#name,
      ...describeProcess(),
      version,
      protocol,
      created_at: this.#createdAt,
      ...(program === undefined
        ? {}
        : { pid: program.pid, cols: server.session?.cols ?? 0, rows: server.session?.rows ?? 0 }),
      ...(launched === undefined ? {} : { command: launched.command.join(' '), cwd: launched.cwd }),
    };
    writeRecord('.', record);
  }

  /** Ends the session when its directory or socket is gone, its time is over, or the process ends that it is for. */
  #watch(): void {
    const check = (): void => {
      const reason = this.#findReasonToEnd();
      if (reason !== undefined) this.end(reason);
    };
    for (const path of [this.#place, join(this.#place, '..')])
      watch(path, { persistent: false }, check).on('error', check);
    setInterval(check, checkMs);
  }

  #findReasonToEnd(): string | undefined {
    if (!this.#isPresent()) return 'Its directory has been removed or replaced.';
    if (statSync(join(this.#place, 's'), { throwIfNoEntry: false })?.isSocket() !== true)
      return 'Its socket has been removed.';
    const session = this.#session;
    const hasUsers = this.#pending > 0 || this.#server.view.status.viewers > 0;
    const { idleMs, whilePid } = this.#lifetime;
    if (whilePid !== undefined && !isAlive(whilePid)) return `Process ${whilePid} has ended.`;
    if (!hasUsers && idleMs !== undefined && session.idleMs > idleMs) return 'Nobody has used it.';
    const hasEnded = session.program !== undefined && !session.isRunning;
    return hasEnded && !hasUsers && performance.now() - session.usedAt > endedMs ? 'Its program has ended.' : undefined;
  }

  /** Whether the session's name still means this session. */
  #isPresent(): boolean {
    return statSync(this.#place, { throwIfNoEntry: false })?.ino === this.#inode;
  }

  /** A bug must not end the session. */
  noteBug(error: unknown): void {
    this.#log(`tuispec error: ${error instanceof Error ? error.stack : String(error)}\n`);
  }

  /** Ends the program, frees the name and ends the process. */
  end(reason: string): void {
    if (this.#ending !== undefined) return;
    if (this.#isPresent()) this.#log(`tuispec info: The session ends: ${reason}\n`);
    void this.#end();
  }

  #end(): Promise<void> {
    this.#ending ??= this.#endNow();
    return this.#ending;
  }

  async #endNow(): Promise<void> {
    try {
      await this.#server.end('gently');
      await this.#server.close();
    } catch (error) {
      this.#log(`tuispec error: ${(error as Error).message}\n`);
    }
    // Not that of another session, which may have the name by now.
    if (this.#isPresent()) removePlace(this.#place);
    // Commands see the end of their connection when the process ends.
    setTimeout(() => this.#resolveEnded(0), this.#connections.size === 0 ? 0 : maxFlushMs);
  }

  #log(line: string): void {
    const path = join(this.#place, 'log');
    try {
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes - line.length) truncateSync(path);
      appendFileSync(path, line.slice(0, maxLogBytes), { mode: 0o600 });
    } catch {
      // A log that cannot be written must not end the session.
    }
  }

  #serve(socket: Socket): void {
    this.#connections.add(socket);
    const answers: ((answer: unknown) => void)[] = [];
    const abort = new AbortController();
    let hasBegun = false;
    const say = (line: SessionLine): void => {
      if (!socket.destroyed) socket.write(`${JSON.stringify(line)}\n`);
    };
    const ask = async (question: Question): Promise<unknown> =>
      await new Promise((resolve) => {
        answers.push(resolve);
        say(question);
      });
    socket.setEncoding('utf8');
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#connections.delete(socket);
      abort.abort();
      for (const resolve of answers.splice(0)) resolve(null);
    });
    const refuse = (): void => {
      say({ error: 'tuispec: The request is longer than 2 MiB.\n' });
      say({ code: exitCodes.usage });
    };
    const begin = async (line: string): Promise<void> => {
      const request = toRequest(parseLine(line));
      const code = await this.#perform(request, { say, ask, signal: abort.signal });
      // The end of the session waits for commands that learn of it.
      const isLast = (): boolean => this.#ending !== undefined && this.#pending === 0;
      const end = (): unknown => (isLast() ? this.#resolveEnded(0) : socket.end());
      socket.write(`${JSON.stringify({ code })}\n`, () => void end());
    };
    receiveLines(socket, refuse, (line) => {
      const message = hasBegun ? parseLine(line) : undefined;
      if (hasBegun) answers.shift()?.(isObject(message) ? (message as unknown as Response).answer : null);
      else if (line.length > maxRequestLength) {
        refuse();
        socket.end();
      } else void begin(line);
      hasBegun = true;
    });
  }

  async #perform(request: CommandRequest | undefined, connection: Connection): Promise<number> {
    const [command = ''] = request?.args ?? [];
    const fail = (code: number, message: string, kind = kindsByCode[code] ?? 'failed'): number =>
      this.#fail(request, connection, { code, kind, message });
    const refusal = request === undefined ? 'The request is not valid.' : this.#refuse(request);
    if (request === undefined || refusal !== undefined) return fail(exitCodes.failed, refusal ?? '', 'protocol');
    if (this.#ending !== undefined) return fail(exitCodes.noSession, `Session ${this.#name} is ending.`);
    if (this.#pending >= maxPending)
      return fail(
        exitCodes.conflict,
        `${maxPending} commands are pending in session ${this.#name}, which is the maximum.`,
      );
    if (command === 'ls') {
      connection.say({ out: JSON.stringify(this.#session.describe()) });
      return exitCodes.done;
    }
    this.#pending += 1;
    if (command === 'open') this.#openings += 1;
    try {
      return await this.#run(createCall(request, connection));
    } catch (error) {
      if (connection.signal.aborted) return exitCodes.notMet;
      const { code, kind, message } = this.#explain(error);
      return fail(code, message, kind);
    } finally {
      this.#pending -= 1;
      if (command !== 'close') this.#noteWhoTyped(request.caller, connection);
      this.#session.usedAt = performance.now();
      this.#session.stateOf(request.caller).seenAt = performance.now();
      if (command === 'open') await this.#finishOpening();
    }
  }

  #explain(error: unknown): { readonly code: number; readonly kind?: string; readonly message: string } {
    if (this.#ending !== undefined)
      return { code: exitCodes.exited, message: `Session ${this.#name} has been closed.` };
    if (error instanceof CommandError) return error;
    if (error instanceof RpcError) return explainRpcError(error);
    this.#log(`tuispec error: ${(error as Error).stack}\n`);
    const message = `${(error as Error).message} This is a bug in tuispec; the log of the session has more.`;
    return { code: exitCodes.failed, message };
  }

  /** Why a request cannot be performed at all. */
  #refuse(request: CommandRequest): string | undefined {
    if (request.protocol === protocol) return undefined;
    return `Session ${this.#name} (tuispec ${version}) speaks protocol ${protocol}, this command (tuispec ${request.version}) protocol ${request.protocol}. Close and open the session with one version.`;
  }

  /** Reports a failure with the whole screen, so that no second command is needed; returns the exit code. */
  #fail(
    request: CommandRequest | undefined,
    { say }: Connection,
    { code, kind, message }: { readonly code: number; readonly kind: string; readonly message: string },
  ): number {
    const screen = this.#session.screenText;
    const [command] = request?.args ?? [];
    if (request?.args.includes('--json') === true)
      say({ out: `${JSON.stringify({ error: { kind, message, screen } })}\n` });
    else if ((code === exitCodes.notMet || code === exitCodes.exited) && screen !== '') say({ out: `${screen}\n` });
    say({ error: `tuispec: ${escapeControls(message)}\n` });
    return command === 'run' && code <= exitCodes.conflict ? failedInShell : code;
  }

  /** If the first program cannot be started, no session remains. */
  async #finishOpening(): Promise<void> {
    this.#openings -= 1;
    if (this.#session.launched !== undefined) this.#writeRecord();
    else if (this.#openings === 0) await this.#end();
  }

  async #run(call: CommandCall): Promise<number> {
    const { name } = call.parsed;
    if (name === 'close') return await this.#close(call);
    if (name === 'open') return await open(this.#session, call, this.#lifetime);
    return (await actions[name]?.(this.#session, call)) ?? exitCodes.usage;
  }

  #noteWhoTyped(caller: string, { say }: Connection): void {
    const who = this.#session.whoTyped(caller);
    if (who === undefined) return;
    const names: Readonly<Record<string, string>> = { person: 'A person', 'another caller': 'Another caller' };
    const name = names[who] ?? `The caller ${JSON.stringify(who)}`;
    say({ error: `tuispec: ${name} typed in this session since your last command.\n` });
  }

  async #close(call: CommandCall): Promise<number> {
    const lost = await this.#endRecording(call);
    await this.#end();
    const message = `Session ${this.#name} closed.`;
    if (call.isJson) call.print(`${JSON.stringify({ success: true, message })}\n`);
    else call.note(message);
    if (lost !== undefined) call.note(`The recording is incomplete: ${lost}`);
    return lost === undefined ? exitCodes.done : exitCodes.notMet;
  }

  /** Resolves with the reason if the recording, if there is one, could not be written. */
  async #endRecording({ signal }: CommandCall): Promise<string | undefined> {
    try {
      await this.#session.request('recording.stop', {}, signal);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  }
}

/** Calls back for each line. One that is too long is read to its end, so that the caller sees the reason and no broken connection. */
function receiveLines(socket: Socket, onTooLong: () => void, onLine: (line: string) => void): void {
  let rest = '';
  let isRefused = false;
  socket.on('data', (text: string) => {
    rest += text;
    if (isRefused || rest.length > maxLineLength) {
      if (!isRefused) onTooLong();
      isRefused = true;
      rest = '';
      if (text.includes('\n')) socket.end();
      return;
    }
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
}

/** Tells the command that has started this process whether the session can be used. */
function tell(state: string): void {
  try {
    writeSync(readyDescriptor, state);
    closeSync(readyDescriptor);
  } catch {
    // Nobody waits for it.
  }
}

/** The request in a line; undefined if it is none. */
function toRequest(message: unknown): CommandRequest | undefined {
  if (!isObject(message)) return undefined;
  const { args, version: theirs, cwd, caller, session } = message;
  const isValid =
    Array.isArray(args) &&
    args.every((arg) => typeof arg === 'string') &&
    [theirs, cwd, caller, session].every((text) => typeof text === 'string');
  return isValid ? (message as unknown as CommandRequest) : undefined;
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
