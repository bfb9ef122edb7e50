import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { createTemporaryDirectory } from './client.js';
import { Inbox, type ReceivedMessage } from './inbox.js';
import { checkMcpLine, type McpEra } from './mcp-lines.js';

/** Options for starting an MCP server. */
interface McpSetup {
  readonly args?: readonly string[];
  readonly era?: McpEra;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The command that starts it, with its first arguments. */
  readonly via?: readonly string[];
}

/** A result of a tool. */
export interface McpToolResult {
  readonly content: readonly { readonly type: string; readonly text?: string; readonly data?: string }[];
  readonly structuredContent?: ReceivedMessage;
  readonly isError?: boolean;
  readonly _meta?: ReceivedMessage;
}

/** A `tuispec mcp` for one test, in a temporary directory. Every line that it writes is checked by the schema of its era. */
export class McpProcess {
  readonly directory = createTemporaryDirectory();
  readonly process: ChildProcess;
  readonly inbox = new Inbox();
  readonly era: McpEra;
  stderr = '';
  #lastId = 0;
  readonly #methods = new Map<unknown, string>();

  constructor({ args = [], era = '2025-11-25', env = {}, via = [] }: McpSetup = {}) {
    this.era = era;
    const [command = '', ...argv] = [...via, process.execPath, resolve('dist/cli.js'), 'mcp', ...args];
    const own = { HOME: this.directory, TMPDIR: this.directory, TUISPEC_LOG_LEVEL: undefined, ...env };
    this.process = spawn(command, argv, { cwd: this.directory, env: { ...process.env, ...own } });
    this.process.stdout?.setEncoding('utf8').on('data', (text: string) => this.inbox.push(text));
    this.process.stdout?.on('close', () => this.inbox.end());
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.process.stdin?.on('error', () => {});
    onTestFinished(async () => {
      await this.end();
      for (const message of this.inbox.messages.flat())
        checkMcpLine(message, this.era, this.#methods.get(message['id']));
    });
  }

  get pid(): number {
    return this.process.pid as number;
  }

  /** Writes a line unchanged. */
  send(line: string | Buffer): void {
    this.process.stdin?.write(line);
    this.process.stdin?.write('\n');
  }

  /** Sends a request without waiting; returns its id. */
  post(method: string, params: ReceivedMessage = {}): number {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#methods.set(id, method);
    this.send(JSON.stringify({ jsonrpc: '2.0', id, method, params: this.#withMeta(params) }));
    return id;
  }

  /** Sends a request and resolves with its result; rejects with an RpcFailure. */
  async request(method: string, params: ReceivedMessage = {}): Promise<ReceivedMessage> {
    return (await this.inbox.waitForResult(this.post(method, params))) as ReceivedMessage;
  }

  notify(method: string, params: ReceivedMessage = {}): void {
    this.send(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  /** Calls a tool and resolves with its complete result. */
  async callTool(name: string, args: ReceivedMessage = {}): Promise<McpToolResult> {
    return (await this.request('tools/call', { name, arguments: args })) as unknown as McpToolResult;
  }

  /** Calls a tool and resolves with its JSON result; throws its error. */
  async json(name: string, args: ReceivedMessage = {}): Promise<ReceivedMessage> {
    const { content, isError } = await this.callTool(name, args);
    const text = content[0]?.text ?? '';
    if (isError === true) throw new Error(text);
    return JSON.parse(text) as ReceivedMessage;
  }

  /** Calls a tool that must fail, and resolves with the text of its error. */
  async failure(name: string, args: ReceivedMessage = {}): Promise<string> {
    const { content, isError } = await this.callTool(name, args);
    if (isError !== true) throw new Error(`${name} did not fail: ${content[0]?.text}`);
    return content[0]?.text ?? '';
  }

  /** Starts a program; returns the id of its session. */
  async spawn(command: string, more: ReceivedMessage = {}): Promise<string> {
    return String((await this.json('spawn_tui', { command, ...more }))['session_id']);
  }

  /** Starts a shell with the prompt `$ `. */
  async shell(more: ReceivedMessage = {}): Promise<string> {
    return await this.spawn('bash --norc --noprofile', { env: { PS1: '$ ' }, wait_for: '^\\$ ', ...more });
  }

  /** Closes the server's input and resolves with its exit code. */
  async end(): Promise<number | null> {
    this.process.stdin?.end();
    if (this.process.exitCode === null && this.process.signalCode === null) await once(this.process, 'exit');
    return this.process.exitCode;
  }

  #withMeta(params: ReceivedMessage): ReceivedMessage {
    if (this.era !== '2026-07-28') return params;
    const meta = {
      'io.modelcontextprotocol/protocolVersion': this.era,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    return { ...params, _meta: { ...meta, ...(params['_meta'] as ReceivedMessage | undefined) } };
  }
}
