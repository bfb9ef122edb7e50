import type { Readable, Writable } from 'node:stream';
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageReader,
  type MessageWriter,
} from 'vscode-jsonrpc/node';
import { LineReader, LineWriter } from '../protocol/lines.js';

// Longer than any response of the server: a view of the largest screen with styles.
const maxLineBytes = 512 * 1024 * 1024;

/** Reads JSON-RPC messages from a stream, one per line. */
export class LineMessageReader extends AbstractMessageReader implements MessageReader {
  readonly #stream: Readable;

  constructor(stream: Readable) {
    super();
    this.#stream = stream;
  }

  listen(callback: DataCallback): Disposable {
    const reader = new LineReader(maxLineBytes, {
      onLine: (line) => this.#parse(line.toString(), callback),
      onLineTooLong: () => this.fireError(new Error(`The server sent a line longer than ${maxLineBytes} bytes.`)),
      onLineNotUtf8: () => this.fireError(new Error('The server sent a line that is not valid UTF-8.')),
    });
    const push = (chunk: Buffer): void => reader.push(chunk);
    const close = (): void => this.fireClose();
    this.#stream.on('data', push).on('close', close);
    return { dispose: () => void this.#stream.off('data', push).off('close', close) };
  }

  #parse(text: string, callback: DataCallback): void {
    let message: Message;
    try {
      message = JSON.parse(text) as Message;
    } catch {
      this.fireError(new Error(`The server sent a line that is not JSON: ${JSON.stringify(text.slice(0, 200))}.`));
      return;
    }
    callback(message);
  }
}

/** Writes JSON-RPC messages to a stream, one per line. */
export class LineMessageWriter extends AbstractMessageWriter implements MessageWriter {
  readonly #writer: LineWriter;

  constructor(stream: Writable) {
    super();
    this.#writer = new LineWriter(stream, () => this.fireClose());
  }

  async write(message: Message): Promise<void> {
    this.#writer.write(JSON.stringify(message));
  }

  end(): void {}
}
