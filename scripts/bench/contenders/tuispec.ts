import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BenchProgram, type Contender, type ContenderTerminal, ownName } from '../contender.js';
import { LineClient } from '../line-client.js';

const serverArgv = [process.execPath, resolve('dist/cli.js'), 'server'];
// The maximum number of alternatives in one selector.
const maxAlternatives = 100;
const createExactSelector = (text: string) => ({ type: 'exact', text });

/** tuispec, through its public protocol. */
export const tuispec: Contender = {
  name: ownName,
  version: (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version,
  isTerminal: true,
  server: { argv: serverArgv, ping: 'server.ping' },
  open,
};

async function open({ command, args, cols, rows }: BenchProgram): Promise<ContenderTerminal> {
  return await openSession({ cols, rows }, async (client) => {
    await client.request('launch', { command, args });
  });
}

/** Starts a server with a session, and its program. */
export async function openSession(
  { cols, rows }: Pick<BenchProgram, 'cols' | 'rows'>,
  start: (client: LineClient) => Promise<void>,
): Promise<ContenderTerminal> {
  const directory = mkdtempSync(join(tmpdir(), 'tuispec-bench-'));
  const client = new LineClient([...serverArgv, '--artifact-dir', directory]);
  const session = { terminalCols: cols, terminalRows: rows, ambiguityMode: 'first' };
  const close = async (): Promise<void> => {
    await client.end();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await client.request('initialize', session);
    await start(client);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    memoryOf: [client.pid],
    workOf: [client.pid],
    write: async (text) => {
      await client.request('sendText', { text, settleMs: 0 });
    },
    waitFor: async (text, timeoutMs) =>
      await requestAt(client, 'waitForText', { selector: createExactSelector(text), timeoutMs }),
    waitForAny: async (texts, timeoutMs) =>
      await requestAt(client, 'waitFor', { anyOf: createConditions(texts), timeoutMs }),
    readScreen: async () => await client.request('currentView'),
    renderPicture: async () => await renderPicture(client),
    ask: async (method, params) => await client.request(method, params),
    close,
  };
}

async function requestAt(client: LineClient, method: string, params: object): Promise<bigint> {
  await client.request(method, params);
  return process.hrtime.bigint();
}

function createConditions(texts: readonly string[]): object[] {
  const groups = Array.from({ length: Math.ceil(texts.length / maxAlternatives) }, (_, group) =>
    texts.slice(group * maxAlternatives, (group + 1) * maxAlternatives),
  );
  return groups.map((group) => ({ visible: { type: 'any', selectors: group.map(createExactSelector) } }));
}

async function renderPicture(client: LineClient): Promise<number> {
  const { pngPath } = (await client.request('renderView', { name: 'picture' })) as { pngPath: string };
  return statSync(pngPath).size;
}
