import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

interface Response {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

const paint = (code: number, text: string): string => (process.stdout.isTTY ? `\x1b[${code}m${text}\x1b[0m` : text);
const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Sends requests to a server, and prints them and the responses in readable form. */
export class Conversation {
  readonly #input: Writable;
  readonly #pending = new Map<number, (answer: Response) => void>();
  #lastId = 0;

  constructor(input: Writable, output: Readable) {
    this.#input = input;
    createInterface({ input: output }).on('line', (line) => {
      const answer = JSON.parse(line) as Response;
      this.#pending.get(answer.id)?.(answer);
    });
  }

  say(sentence: string): void {
    print(`\n${paint(1, sentence)}`);
  }

  show(text: string): void {
    print(`  ${text}`);
  }

  async request(method: string, params: object): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    const startedAt = performance.now();
    print(`${paint(36, '  →')} ${method} ${paint(2, shorten(JSON.stringify(params)))}`);
    const answer = await new Promise<Response>((resolve) => {
      this.#pending.set(id, resolve);
      this.#input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
    const elapsed = paint(2, `${(performance.now() - startedAt).toFixed(1)} ms`);
    if (answer.error !== undefined) {
      print(`${paint(31, '  ✗')} ${answer.error.message} ${elapsed}`);
      throw new Error(answer.error.message);
    }
    print(`${paint(32, '  ←')} ${paint(2, shorten(JSON.stringify(answer.result)))} ${elapsed}`);
    return answer.result;
  }

  showScreen(view: unknown): void {
    const { text, cols } = view as { text: string; cols: number };
    print(`  ╭${'─'.repeat(cols + 2)}╮`);
    for (const line of text.split('\n')) print(`  │ ${line.padEnd(cols)} │`);
    print(`  ╰${'─'.repeat(cols + 2)}╯`);
  }
}

const longest = 100;
const shorten = (text: string): string => (text.length <= longest ? text : `${text.slice(0, longest - 1)}…`);
