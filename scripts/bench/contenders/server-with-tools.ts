import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { BenchProgram, Contender, ContenderTerminal } from '../contender.js';
import { listChildren } from '../process-cost.js';

/** What the bench reads in results of tools. */
interface ToolOutcome {
  readonly session_id?: string;
  readonly terminal_id?: string;
  readonly found?: boolean;
  readonly output?: string;
}

/** Calls a tool, and returns the JSON of its result. Rejects if the tool reports an error. */
export type CallTool = (name: string, args: Record<string, unknown>) => Promise<ToolOutcome>;

/** How an agent uses the tools of a server. */
export interface McpTools {
  /** Starts a program; returns the id of its session. */
  spawn(call: CallTool, program: BenchProgram): Promise<unknown>;
  type(call: CallTool, id: unknown, text: string): Promise<unknown>;
  /** Types, and waits for what that causes, in one call. */
  typeAndWait?(call: CallTool, id: unknown, text: string, expected: string, timeoutMs: number): Promise<unknown>;
  wait(call: CallTool, id: unknown, text: string, timeoutMs: number): Promise<unknown>;
  read?(call: CallTool, id: unknown): Promise<unknown>;
}

/** An MCP server, as agents use it: with the official client, on standard input and output. */
export interface ServerWithTools {
  readonly name: string;
  readonly version: string;
  readonly args: readonly string[];
  readonly tools: McpTools;
  /** Whether its processes are servers of its own (default: false); otherwise they are the program. */
  readonly hasServers?: boolean;
}

/** A contender that is driven by tool calls. */
export function createMcpContender(server: ServerWithTools): Contender {
  const connect = async (): Promise<Client> => (await connectClient(server, 'artifacts/bench')).client;
  const { name, version } = server;
  return { name, version, isTerminal: true, connect, open: async (program) => await open(server, program) };
}

async function connectClient({ args }: ServerWithTools, cwd: string): Promise<{ client: Client; pid: number }> {
  const client = new Client({ name: 'tuispec-bench', version: '1' });
  const env = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? '']));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...args],
    cwd,
    env,
    stderr: 'ignore',
  });
  await client.connect(transport);
  return { client, pid: transport.pid ?? 0 };
}

async function open(server: ServerWithTools, program: BenchProgram): Promise<ContenderTerminal> {
  const directory = mkdtempSync(join(tmpdir(), 'tuispec-bench-'));
  const { tools, hasServers = false } = server;
  const { client, pid } = await connectClient(server, directory);
  const call: CallTool = async (name, args) => {
    const { content, isError } = await client.callTool({ name, arguments: args });
    const text = content[0]?.type === 'text' ? content[0].text : '';
    if (isError === true) throw new Error(text);
    return JSON.parse(text) as ToolOutcome;
  };
  const close = async (): Promise<void> => {
    await client.close();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    const id = await tools.spawn(call, program);
    const { read, typeAndWait } = tools;
    const processes = [pid, ...(hasServers ? listChildren(pid) : [])];
    return {
      memoryOf: processes,
      workOf: processes,
      write: async (text) => {
        await tools.type(call, id, text);
      },
      waitFor: async (text, timeoutMs) => {
        await tools.wait(call, id, text, timeoutMs);
        return process.hrtime.bigint();
      },
      ...(typeAndWait && {
        writeAndWait: async (text: string, expected: string, timeoutMs: number) => {
          await typeAndWait(call, id, text, expected, timeoutMs);
          return process.hrtime.bigint();
        },
      }),
      ...(read && { readScreen: async () => await read(call, id) }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
