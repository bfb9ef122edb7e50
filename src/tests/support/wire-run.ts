import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TestServer } from './client.js';
import { computeExpectation, type ExpectedResponse, toIdKey } from './expected-responses.js';
import { createHostileOutput } from './hostile-output.js';
import type { ReceivedMessage } from './inbox.js';
import { findProcessesBelow } from './leftover-processes.js';
import { mutateLine, mutateTree, toJsonText } from './mutate-json.js';
import { createPathFixtures } from './path-fixtures.js';
import { readPeakMebibytes } from './processes.js';
import type { Random } from './random.js';
import { findSchemaProblem, methodSchemas } from './schemas.js';
import { WireGrammar } from './wire-grammar.js';

// Requests without a response by then are cancelled; without a response after that they count as lost.
const cancelAfterMs = 150;
const maxMs = 100_000;
// An idle server uses about 50 MB, pictures and patterns 100 more.
const maxMebibytes = 500;
const knownCodes = [-32700, -32600, -32601, -32602, -32001, -32002, -32004, -32020, -32800];
const goodTheme = {
  foreground: '#ffffff',
  background: '#000000',
  palette: Array.from({ length: 16 }, () => '#808080'),
};
const kinds = new Map(methodSchemas.map((method) => [method.name, method.kinds]));

/** A server that receives random requests. Its responses are checked against JSON-RPC and the schemas. */
export class WireRun {
  readonly server: TestServer;
  /** The problems found, each with its cause. */
  readonly findings: string[] = [];
  responses = 0;
  readonly #random: Random;
  readonly #grammar: WireGrammar;
  readonly #expected = new Map<string, ExpectedResponse[]>();
  readonly #sent: string[] = [];
  #pings = 0;

  constructor(random: Random) {
    this.#random = random;
    this.#grammar = new WireGrammar(random);
    this.server = new TestServer({ args: ['--timeout-seconds', '0.2', '--cols', '40', '--rows', '8'] });
    createPathFixtures(this.server.directory);
    this.#writeRandomFiles();
    for (const [method, params] of [
      ['initialize', {}],
      ['launch', { command: 'cat' }],
    ] as const)
      this.#send(Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id: method, method, params })}\n`));
  }

  /** Sends that many pieces and checks the response to every request. */
  async send(pieces: number): Promise<void> {
    for (let sent = 0; sent < pieces && this.findings.length === 0; ) {
      const count = 1 + this.#random.below(8);
      for (let index = 0; index < count; index += 1) this.#send(this.#grammar.createLines());
      sent += count;
      await this.#waitForResponses();
    }
  }

  /** Ends the server in one of several ways. */
  async end(): Promise<void> {
    const ways: readonly (() => void)[] = [
      () => this.server.process.stdin?.end(),
      () => this.server.send('{"jsonrpc":"2.0","id":"end","method":"server.shutdown","params":{"now":true}}'),
      () => this.server.process.kill('SIGTERM'),
    ];
    const peak = readPeakMebibytes(this.server.pid);
    if (peak > maxMebibytes) this.#report(`${peak} MiB of memory`);
    const way = this.#random.pick(ways);
    // At the end of input, an endless wait would still be pending.
    if (way !== ways[0])
      for (let index = this.#random.below(5); index > 0; index -= 1) this.#send(this.#grammar.createLines());
    way();
    const code = await this.server.waitForExit();
    if (code !== 0) this.#report(`exit code ${code}`);
    if (/\n\s+at |Error:/.test(this.server.stderr)) this.#report(this.server.stderr.slice(0, 2000));
    const left = findProcessesBelow(this.server.directory);
    if (left.length > 0) this.#report(`leftover processes: ${left.join(' ')}`);
  }

  /** The last lines that were sent, to find the cause. */
  get lastLines(): string {
    return this.#sent.slice(-30).join('');
  }

  // Files that the server reads have random content as well.
  #writeRandomFiles(): void {
    const write = (name: string, content: string | Buffer): void =>
      writeFileSync(join(this.server.directory, name), content);
    const [meta, theme] = structuredClone([{ rows: 5, cols: 20 }, goodTheme]);
    for (const tree of [meta, theme])
      if (this.#random.chance(0.7)) mutateTree(tree as Record<string, unknown>, this.#random);
    write('wild.meta.json', toJsonText(meta));
    write('wild.json', toJsonText(theme));
    write('wild.ansi.txt', createHostileOutput(this.#random, 60));
    const events = Array.from({ length: 20 }, () => this.#grammar.createLines())
      .filter((piece) => !computeExpectation(piece).isHarmful)
      .map((piece, index) => ({ timestampMicros: index, direction: 'request', line: piece.toString().trim() }));
    const lines = events.map((event) => Buffer.from(`${JSON.stringify(event)}\n`));
    write(
      'wild.jsonl',
      Buffer.concat(lines.map((line) => (this.#random.chance(0.1) ? mutateLine(line, this.#random) : line))),
    );
  }

  #send(bytes: Buffer): void {
    const { expected, isHarmful } = computeExpectation(bytes);
    if (isHarmful) return;
    for (const response of expected)
      this.#expected.set(response.key, [...(this.#expected.get(response.key) ?? []), response]);
    this.#sent.push(bytes.toString('latin1'));
    // A line may arrive in parts.
    for (const part of this.#random.chance(0.1) ? this.#random.cut(bytes, 3000) : [bytes])
      this.server.process.stdin?.write(part);
  }

  async #waitForResponses(): Promise<void> {
    const startedAt = performance.now();
    let cancelledAt = startedAt;
    for (;;) {
      await this.#ping();
      this.#checkMessages();
      const age = performance.now() - startedAt;
      if (this.#expected.size === 0 || this.findings.length > 0) return;
      if (age > maxMs) {
        this.#report(`no response to ${[...this.#expected.keys()].join(' ')}`);
        return;
      }
      if (performance.now() - cancelledAt > cancelAfterMs) {
        cancelledAt = performance.now();
        for (const [{ id }] of this.#expected.values() as Iterable<[ExpectedResponse]>)
          this.server.send(cancellation(id));
      }
      await sleep(2);
    }
  }

  async #ping(): Promise<void> {
    this.#pings += 1;
    const id = `ping ${this.#pings}`;
    this.server.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'server.ping' }));
    const outcome = await Promise.race([
      this.server.inbox.waitForResponse(id).catch(() => 'the server has ended'),
      sleep(maxMs, 'no response to a ping', { ref: false }),
    ]);
    if (typeof outcome === 'string') this.#report(`${outcome}\n${this.server.stderr.slice(-2000)}`);
  }

  #checkMessages(): void {
    for (const message of this.server.inbox.messages.flat()) this.#checkMessage(message);
    this.server.inbox.clear();
  }

  #checkMessage(message: ReceivedMessage): void {
    const { id, method, error, result } = message;
    if (typeof method === 'string') this.#reportProblem(findSchemaProblem(method, message['params']));
    else if (!/^ping \d+$/.test(String(id))) {
      this.responses += 1;
      if (message['jsonrpc'] !== '2.0' || (error === undefined) === (result === undefined))
        this.#report(`invalid response: ${JSON.stringify(message)}`);
      this.#checkResponse(message, error as Failed | undefined);
    }
  }

  #checkResponse(message: ReceivedMessage, error: Failed | undefined): void {
    const key = toIdKey(message['id']);
    const [first, ...others] = this.#expected.get(key) ?? [];
    if (first === undefined) this.#report(`unexpected response ${JSON.stringify(message).slice(0, 2000)}`);
    this.#expected.delete(key);
    // Which of several this is the response to is unknown.
    if (others.length > 0)
      this.#expected.set(
        key,
        others.map(({ id }) => ({ key, id, method: undefined })),
      );
    const known = others.length === 0 && typeof first?.method === 'string' ? first.method : undefined;
    if (error !== undefined) this.#checkError(error, known);
    else if (known !== undefined) this.#reportProblem(findSchemaProblem(known, message['result']));
  }

  #checkError(error: Failed, method: string | undefined): void {
    if (!knownCodes.includes(error.code)) this.#report(JSON.stringify(error));
    if (!/^\S[^\n]*\S$/.test(error.message)) this.#report(`invalid error message: ${JSON.stringify(error)}`);
    const kind = error.data?.kind;
    if (method !== undefined && kind !== undefined && kinds.get(method)?.includes(kind) === false)
      this.#report(`${method} may not fail with ${kind}: ${error.message}`);
  }

  #reportProblem(problem: string | undefined): void {
    if (problem !== undefined) this.#report(problem);
  }

  #report(what: string): void {
    this.findings.push(what);
  }
}

interface Failed {
  readonly code: number;
  readonly message: string;
  readonly data?: { readonly kind?: string };
}

const cancellation = (id: unknown): string =>
  `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":${typeof id === 'number' && !Number.isFinite(id) ? `${Math.sign(id)}e999` : JSON.stringify(id)}}}`;
