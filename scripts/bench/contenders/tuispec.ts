import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import {
  type BenchProgram,
  type Contender,
  type ContenderTerminal,
  ownName,
  type RecordedSession,
} from '../contender.js';
import { LineClient } from '../line-client.js';

/** The executable of the package. */
export const program = resolve('dist/cli.js');
const serverArgv = [process.execPath, program, 'server'];
// The maximum number of alternatives in one selector.
const maxAlternatives = 100;
const createExactSelector = (text: string) => ({ type: 'exact', text });

/** tuispec, through its public protocol. */
export const tuispec: Contender = {
  name: ownName,
  version: (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version,
  isTerminal: true,
  server: { argv: serverArgv, ping: 'server.ping' },
  open: async (program) => await open(program),
  openTraced: async (program) => await open(program, { trace: 'on' }),
  animations: {
    cast: async (session, path) => await writeAnimation(session, path, '--cast-version', '2'),
    svg: async (session, path) => await writeAnimation(session, path, '--fps', '50'),
    gif: async (session, path) => await writeAnimation(session, path, '--fps', '50'),
  },
};

/** Opens a program in a session with these additional params of `initialize`. */
async function open({ command, args, cols, rows }: BenchProgram, more: object = {}): Promise<ContenderTerminal> {
  const launch = async (client: LineClient): Promise<void> => {
    await client.request('launch', { command, args });
  };
  return await openSession({ cols, rows }, launch, more);
}

/** Starts a server with a session, and its program. */
export async function openSession(
  { cols, rows }: Pick<BenchProgram, 'cols' | 'rows'>,
  start: (client: LineClient) => Promise<void>,
  more: object = {},
): Promise<ContenderTerminal> {
  const directory = mkdtempSync(join(tmpdir(), 'tuispec-bench-'));
  const client = new LineClient([...serverArgv, '--artifact-dir', directory]);
  const session = { terminalCols: cols, terminalRows: rows, ambiguityMode: 'first', ...more };
  const close = async (): Promise<void> => {
    await client.end();
    rmSync(directory, { recursive: true, force: true });
  };
  let artifactRoot: string;
  try {
    ({ artifactRoot } = (await client.request('initialize', session)) as { artifactRoot: string });
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
    endTraced: async () => {
      await client.request('close');
      return join(artifactRoot, 'trace.html');
    },
    close,
  };
}

/** Converts a recording with `tuispec export`. */
async function writeAnimation(
  { recording }: RecordedSession,
  path: string,
  ...options: readonly string[]
): Promise<void> {
  await promisify(execFile)(process.execPath, [program, 'export', recording, '--out', path, ...options]);
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
