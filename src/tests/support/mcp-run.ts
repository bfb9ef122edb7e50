import { once } from 'node:events';
import { parseLines, toIdKey } from './expected-responses.js';
import type { ReceivedMessage } from './inbox.js';
import { findProcessesBelow } from './leftover-processes.js';
import { McpProcess, type McpToolResult } from './mcp.js';
import { McpGrammar } from './mcp-grammar.js';
import { checkMcpLine, type McpEra } from './mcp-lines.js';
import { mcpSchemas } from './mcp-schemas.js';
import { createPathFixtures } from './path-fixtures.js';
import { pollUntil, readPeakMebibytes } from './processes.js';
import type { Random } from './random.js';

const maxLineBytes = 16 * 1024 * 1024;
// The server itself uses about 60 MB, a line of 16 MiB up to 100 more.
const maxMebibytes = 400;
const knownCodes = [-32700, -32600, -32601, -32602, -32022];
// Kinds of a bug.
const brokenKinds = ['internal', 'server'];
const versionKey = 'io.modelcontextprotocol/protocolVersion';
const args = '--caps testing,recording,tmux --max-wait-ms 50 --max-sessions 3 --cols 40 --rows 8'.split(' ');
const schemas = new Map(mcpSchemas().map((schema) => [schema.name, schema]));

/** The requests with one id. */
interface SentRequests {
  /** How many responses there must be at least: a cancelled call has none, unless it was cancelled too late. */
  required: number;
  allowed: number;
  /** The method and the tool, if there is only one request. */
  method?: string | undefined;
  tool?: unknown;
  readonly era: McpEra;
}

/** An MCP server that receives random lines. Its responses are checked against the protocol and the schemas of the tools. */
export class McpRun {
  readonly server: McpProcess;
  /** The problems found, each with its cause. */
  readonly findings: string[] = [];
  responses = 0;
  readonly #random: Random;
  readonly #grammar: McpGrammar;
  readonly #requests = new Map<string, SentRequests>();
  readonly #lines: string[] = [];
  #ownRequests = 0;

  constructor(random: Random) {
    this.#random = random;
    this.#grammar = new McpGrammar(random);
    // A relative path that does not exist: there is no tmux server.
    const tmux = { TMUX: undefined, TMUX_PANE: undefined, TMUX_TMPDIR: 'nowhere' };
    this.server = new McpProcess({
      args: random.chance(0.5) ? args : [...args, '--artifact-dir', 'artifacts'],
      env: { TUISPEC_FUZZ_SEED: undefined, TUISPEC_FUZZ_RUNS: undefined, ...tmux },
    });
    createPathFixtures(this.server.directory);
    const first = { name: 'spawn_tui', arguments: { command: 'cat', name: 'one' } };
    this.server.send(JSON.stringify({ jsonrpc: '2.0', id: 'own first', method: 'tools/call', params: first }));
  }

  /** Sends that many pieces and checks the response to every request. */
  async send(pieces: number): Promise<void> {
    for (let sent = 0; sent < pieces && this.findings.length === 0; ) {
      const count = 1 + this.#random.below(12);
      const isReading = this.#random.chance(0.9);
      if (!isReading) this.server.process.stdout?.pause();
      for (let index = 0; index < count; index += 1) this.#send(this.#grammar.createLines());
      if (!isReading) this.server.process.stdout?.resume();
      sent += count;
      await this.#call('ping');
      await this.#waitFor(() => [...this.#requests.values()].every(({ required }) => required === 0));
    }
  }

  /** Uses the server as an agent does: it must still work. */
  async verify(): Promise<void> {
    const { tools = [] } = await this.#call('tools/list');
    if ((tools as unknown[]).length !== schemas.size) this.#report(`${(tools as unknown[]).length} tools`);
    const { sessions } = await this.#callTool('list_sessions', {});
    for (const { id } of sessions as ReceivedMessage[]) await this.#callTool('close_session', { session_id: id });
    const { session_id } = await this.#callTool('spawn_tui', { command: 'cat' });
    const input = { session_id, input: 'still here', expect: 'still here', timeout_ms: 45_000, screen: 'text' };
    const { found, screen_text } = await this.#callTool('send_input', input);
    // The maximum wait is short.
    if (found !== true) await this.#callTool('wait_for_text', { session_id, pattern: 'still here' });
    else if (!String(screen_text).includes('still here')) this.#report(`the screen is ${String(screen_text)}`);
  }

  /** Ends the server in one of several ways, and waits until no process is left. */
  async end(): Promise<void> {
    const { process: child, directory, pid } = this.server;
    const peak = readPeakMebibytes(pid);
    if (peak > maxMebibytes) this.#report(`${peak} MiB of memory`);
    for (let index = this.#random.below(5); index > 0; index -= 1) this.#send(this.#grammar.createLines());
    const exited = child.exitCode === null ? once(child, 'exit') : [];
    const closed = once(child, 'close');
    const expected = this.#random.pick<() => number | null>([
      () => {
        child.stdin?.end();
        return 0;
      },
      () => {
        const bytes = this.#grammar.createTruncatedLine();
        this.#expect(bytes);
        child.stdin?.end(bytes);
        return 0;
      },
      () => {
        child.kill('SIGTERM');
        return 0;
      },
      () => {
        child.stdout?.destroy();
        this.server.send('{"jsonrpc":"2.0","id":"own end","method":"ping"}');
        return 0;
      },
      () => {
        child.kill('SIGKILL');
        return null;
      },
    ])();
    await exited;
    await closed;
    if (child.exitCode !== expected) this.#report(`exit code ${child.exitCode}`);
    this.#checkMessages();
    const { stderr } = this.server;
    if (/\n\s+at |error:|[\0-\x09\x0b-\x1f\x7f-\x9f]/.test(stderr)) this.#report(stderr.slice(-4000));
    await pollUntil(() => findProcessesBelow(directory).length === 0);
  }

  /** The last lines that were sent, to find the cause. */
  get lastLines(): string {
    const lines = this.#lines.slice(-30).map((line) => (line.length > 3000 ? `${line.slice(0, 3000)}…\n` : line));
    return `${lines.join('')}\n${this.server.stderr.slice(-3000)}`;
  }

  #send(bytes: Buffer): void {
    this.#expect(bytes);
    this.#lines.push(bytes.toString('latin1', 0, 10_000));
    // A line may arrive in parts.
    for (const part of this.#random.chance(0.1) ? this.#random.cut(bytes, Math.max(3000, bytes.length / 50)) : [bytes])
      this.server.process.stdin?.write(part);
  }

  /** Registers the responses that some bytes require. */
  #expect(bytes: Buffer): void {
    for (const messages of parseLines(bytes, maxLineBytes))
      for (const message of messages) this.#expectResponse(message, messages.length > 1);
  }

  #expectResponse(message: unknown, isInBatch: boolean): void {
    const { id, method, params, result, error } = Object(message) as ReceivedMessage;
    const { requestId, name, _meta } = Object(params) as ReceivedMessage;
    if (id === undefined && method === 'notifications/cancelled') {
      const cancelled = this.#requests.get(toIdKey(requestId));
      if (cancelled !== undefined) cancelled.required = Math.max(0, cancelled.required - 1);
    }
    if (typeof id !== 'string' && typeof id !== 'number') return;
    const isResponse = !isInBatch && (result !== undefined || error !== undefined);
    const key = toIdKey(id);
    const before = this.#requests.get(key);
    const isModern = (Object(_meta) as ReceivedMessage)[versionKey] === '2026-07-28';
    this.#requests.set(key, {
      required: (before?.required ?? 0) + (isResponse ? 0 : 1),
      allowed: (before?.allowed ?? 0) + 1,
      era: isModern ? '2026-07-28' : '2025-11-25',
      ...(before === undefined && typeof method === 'string' ? { method, tool: name } : {}),
    });
  }

  async #waitFor(isDone: () => boolean): Promise<void> {
    const { stdout } = this.server.process;
    for (;;) {
      this.#checkMessages();
      if (isDone() || this.findings.length > 0) return;
      if (stdout === null || stdout.closed) {
        this.#report('the server has ended');
        return;
      }
      const wait = new AbortController();
      const { signal } = wait;
      await Promise.race([once(stdout, 'data', { signal }), once(stdout, 'close', { signal })]);
      wait.abort();
    }
  }

  async #call(method: string, params: ReceivedMessage = {}): Promise<ReceivedMessage> {
    this.#ownRequests += 1;
    const id = `own ${this.#ownRequests}`;
    this.server.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    const found: { response?: ReceivedMessage } = {};
    this.#onOwnResponse = (message) => {
      if (message['id'] === id) found.response = message;
    };
    await this.#waitFor(() => found.response !== undefined);
    const { result } = found.response ?? {};
    if (result === undefined) this.#report(`${method}: ${JSON.stringify(found.response)}`);
    return (result ?? {}) as ReceivedMessage;
  }

  #onOwnResponse: (message: ReceivedMessage) => void = () => {};

  async #callTool(name: string, parameters: ReceivedMessage): Promise<ReceivedMessage> {
    const result = await this.#call('tools/call', { name, arguments: parameters });
    this.#checkTool(name, result as unknown as McpToolResult);
    const { isError, structuredContent, content } = result as unknown as McpToolResult;
    if (isError === true) this.#report(`${name}: ${content[0]?.text}`);
    return structuredContent ?? {};
  }

  #checkMessages(): void {
    for (const message of this.server.inbox.messages.flat()) this.#checkMessage(message);
    this.server.inbox.clear();
  }

  #checkMessage(message: ReceivedMessage): void {
    const { id, method, error } = message;
    if (typeof id === 'string' && id.startsWith('own ')) this.#onOwnResponse(message);
    else if (method === undefined && id !== undefined) this.#checkResponse(message);
    else this.#checkLine(message, '2025-11-25');
    if (error !== undefined) this.#checkError(error as { code: number; message: string });
  }

  #checkResponse(message: ReceivedMessage): void {
    this.responses += 1;
    const sent = this.#requests.get(toIdKey(message['id']));
    if (sent === undefined || sent.allowed === 0) {
      this.#report(`unexpected response ${JSON.stringify(message).slice(0, 2000)}`);
      return;
    }
    sent.allowed -= 1;
    sent.required = Math.max(0, sent.required - 1);
    const { method, tool, era } = sent;
    // The official schemas accept only ids that are strings or safe integers.
    const isId = typeof message['id'] === 'string' || Number.isSafeInteger(message['id']);
    this.#checkLine(isId ? message : { ...message, id: 1 }, era, method);
    if (method === 'tools/call' && message['result'] !== undefined)
      this.#checkTool(tool, message['result'] as McpToolResult);
  }

  #checkLine(message: ReceivedMessage, era: McpEra, method?: string): void {
    try {
      checkMcpLine(message, era, method);
    } catch (error) {
      this.#report(`${String(error)}: ${JSON.stringify(message).slice(0, 2000)}`);
    }
  }

  #checkError({ code, message }: { code: number; message: string }): void {
    if (!knownCodes.includes(code) || !/^\S[^\n]*\S$/.test(message) || isMalformed(message))
      this.#report(`invalid error: ${code} ${JSON.stringify(message)}`);
  }

  #checkTool(tool: unknown, { content, structuredContent, isError, _meta }: McpToolResult): void {
    const text = content[0]?.text ?? '';
    if (content.length !== 1 || isMalformed(text)) this.#report(`invalid text: ${JSON.stringify(content)}`);
    const { kind } = Object(_meta?.['tuispec/error']) as { kind?: string };
    if (isError === true && (kind === undefined || brokenKinds.includes(kind)))
      this.#report(`${String(tool)}: ${text}`);
    if (structuredContent === undefined) return;
    JSON.stringify(structuredContent, (name, value: unknown) => {
      if (isMalformed(name) || (typeof value === 'string' && isMalformed(value)))
        this.#report(`half a character: ${JSON.stringify(value)}`);
      return value;
    });
    if (text !== JSON.stringify(structuredContent)) this.#report(`the text differs from the content: ${text}`);
    const schema = schemas.get(String(tool));
    try {
      if (schema?.hasResult === true) schema.checkResult(structuredContent);
    } catch (error) {
      this.#report(String(error));
    }
  }

  #report(what: string): void {
    this.findings.push(what);
  }
}

/** Whether a text contains half a character, which some clients cannot decode. */
const isMalformed = (text: string): boolean => /\p{Surrogate}/u.test(text);
