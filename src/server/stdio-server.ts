import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { noteRequestReceived, noteResponseSent } from '../async/idle-queue.js';
import { Dispatcher } from '../rpc/dispatcher.js';
import { codes, RpcError } from '../rpc/errors.js';
import { LineReader } from '../rpc/line-reader.js';
import { LineWriter } from '../rpc/line-writer.js';
import { MessageParser } from '../rpc/message-parser.js';
import type { Log } from './log.js';
import { MethodRunner } from './method-runner.js';
import { LoggedMethods } from './request-log.js';
import { ServerState } from './server-context.js';
import type { ServerOptions, TakeOutput } from './server-options.js';

/** The streams and environment of a server. */
export interface ServerStreams {
  readonly input: Readable;
  readonly output: Writable;
  readonly log: Log;
  readonly variables: Variables;
  /** Receives the raw output of programs. */
  readonly takeOutput?: TakeOutput | undefined;
}
/** A running server. */
export interface RunningServer {
  /** Resolves with the exit code when everything has ended. */
  readonly ended: Promise<number>;
  /** Ends everything immediately, including pending requests. */
  stop(): void;
}

type Variables = Readonly<Record<string, string | undefined>>;

const mebibyte = 1024 * 1024;
// Maximum unread responses, in characters, before the next request starts.
const roomyBacklog = mebibyte;
// While fewer bytes of requests are queued, stdin is read, and the control plane is served. It cannot be served without a
// limit: control messages come in the same stream as requests, and memory must stay bounded.
const maxQueuedBytes = 64 * mebibyte;
// Unread responses at which reading of stdin is paused.
const maxUnreadBytes = 32 * mebibyte;
// Time that the client has at the end to read all remaining output or, after the end of its input, to read any of it.
// Also the time limit for requests that are being cancelled.
const flushMs = 1000;

/** `patient`: after the end of input, serve as long as the client reads. Otherwise end now, with or without a final flush. */
type ServerEnding = 'patient' | 'now' | 'unread';

/** Serves one client: requests from `input`, responses and notifications to `output`. */
export function serve(
  options: ServerOptions,
  { input, output, log: writeLog, variables, takeOutput }: ServerStreams,
): RunningServer {
  let begin: (ending: { exitCode: number; isPatient: boolean }) => void = () => {};
  const ending = new Promise<Parameters<typeof begin>[0]>((resolve) => {
    begin = resolve;
  });
  let leave: () => void = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const end = (exitCode: number, how: ServerEnding): void => {
    begin({ exitCode, isPatient: how === 'patient' });
    if (how === 'now') setTimeout(leave, flushMs);
    if (how === 'unread') leave();
  };
  const stop = (exitCode = 0, how: ServerEnding = 'now'): void => {
    dispatcher.close();
    dispatcher.cancelAll();
    end(exitCode, how);
  };
  const handleBrokenStream = (what: string, error: Error): void => {
    log('error', `${what}: ${error.message}.`);
    stop(1);
  };
  const log: Log = (level, message) => writeLog(level, app.redaction.redactText(message));
  const writer = new LineWriter(output, (error) => {
    if (['EPIPE', 'ECONNRESET'].includes(error.code ?? '')) stop();
    else handleBrokenStream('Cannot write to standard output', error);
  });
  const say = (direction: 'response' | 'notification', line: string): void => {
    app.note(direction, line);
    writer.write(line);
    noteResponseSent();
  };
  const handleFailure = (error: RpcError): void => {
    log('info', `${error.code} ${error.message}`);
    if (!options.isFailFast || error.code === codes.cancelled) return;
    dispatcher.close();
    end(1, 'now');
  };
  const app = new ServerState({
    defaults: { ...options.defaults, environment: variables, takeOutput },
    notify: (method, params) => say('notification', JSON.stringify({ jsonrpc: '2.0', method, params })),
    waitForRoom: () => (writer.backlog > roomyBacklog ? writer.waitForDrain(roomyBacklog).then(() => {}) : undefined),
    shutDown: (isNow) => {
      dispatcher.close();
      if (isNow) dispatcher.cancelAll();
      end(0, 'now');
    },
    handleStepFailure: handleFailure,
    complain: (message) => log('error', message),
    warn: (message) => log('warn', message),
  });
  let patienceMs: number | undefined;
  const waitForCapacity = async (): Promise<boolean> => {
    const hasRoom = await writer.waitForRoom(roomyBacklog, patienceMs);
    if (!hasRoom && !writer.isEnding) stop(0, 'unread');
    return hasRoom;
  };
  const methods = new MethodRunner(app);
  const dispatcher = new Dispatcher(
    options.isLoggingRequests
      ? new LoggedMethods(methods, log, (params) => app.redaction.redactParams(params))
      : methods,
    {
      onResponseStart: (line, isControl) => {
        if (!isControl) app.redaction.noteRequest();
        app.note('request', line);
      },
      write: (line) => say('response', line),
      waitForRoom: waitForCapacity,
      onFailure: handleFailure,
      onBug: (error) => log('error', error instanceof Error ? (error.stack ?? error.message) : String(error)),
    },
  );
  readRequests(
    input,
    options.maxLineBytes,
    dispatcher,
    writer,
    () => {
      patienceMs = flushMs;
      // A wait for room that is already pending has no time limit.
      void waitForCapacity();
    },
    () => end(0, 'patient'),
    (error) => handleBrokenStream('Cannot read standard input', error),
  );
  const ended = ending.then(async ({ exitCode, isPatient }) => {
    if (!isPatient) {
      // Write the response that ends the run first.
      await turn();
      dispatcher.cancelAll();
      writer.endWaits();
      // A pending request that ends the program gently would take too long.
      void app.session?.kill();
      await Promise.race([dispatcher.waitForIdle(), sleep(flushMs)]);
    }
    try {
      await app.end(isPatient ? 'gently' : 'at once');
    } finally {
      const recorded = app.recorder.stop().catch(() => {});
      await Promise.race([writer.waitForDrain(0, flushMs), left]);
      await Promise.race([recorded, sleep(flushMs)]);
      app.guard[Symbol.dispose]();
    }
    return exitCode;
  });
  return { ended, stop };
}

function readRequests(
  input: Readable,
  maxLineBytes: number,
  dispatcher: Dispatcher,
  writer: LineWriter,
  onLastLine: () => void,
  onEnd: () => void,
  onError: (error: Error) => void,
): void {
  const refuse = (code: number, message: string): void =>
    dispatcher.receive({ entry: { id: 'null', error: new RpcError(code, message) } }, 0);
  const parser = new MessageParser();
  const reader = new LineReader(maxLineBytes, {
    onLine: (text, bytes) => dispatcher.receive(parser.parse(text, reader.lineNumber), bytes, text),
    onLineTooLong: () => {
      const limit = `${maxLineBytes} bytes (--max-line-bytes)`;
      refuse(codes.invalidRequest, `Line ${reader.lineNumber} is longer than ${limit}.`);
    },
    onLineNotUtf8: () => refuse(codes.parseError, `Line ${reader.lineNumber} is not valid UTF-8.`),
  });
  const hasRoom = (): boolean =>
    dispatcher.queuedBytes < maxQueuedBytes && dispatcher.controlBytes + writer.backlog < maxUnreadBytes;
  input.on('data', (chunk: Buffer) => {
    noteRequestReceived();
    reader.push(chunk);
    if (hasRoom()) return;
    input.pause();
    void waitUntilRoom(hasRoom, dispatcher, writer).then(() => input.resume());
  });
  input.on('end', () => {
    reader.end();
    onLastLine();
    void dispatcher.waitForIdle().then(onEnd);
  });
  input.on('error', onError);
}

async function waitUntilRoom(hasRoom: () => boolean, dispatcher: Dispatcher, writer: LineWriter): Promise<void> {
  while (!hasRoom()) await Promise.race([dispatcher.waitForProgress(), writer.waitForProgress()]);
}
