import type { MethodResults } from '../../protocol/generated/types.js';
import type { ServerSetup, TestServer } from './client.js';
import { failureOf } from './failure-of.js';
import type { RpcFailure } from './inbox.js';
import { ScriptedProgram } from './scripted-program.js';

interface HasServer {
  readonly server: TestServer;
}

/** The setup of a server without the variable CI, also when the tests run in CI. */
export const outsideCi: ServerSetup = { env: { CI: undefined }, pool: 'outside CI' };
/** Starts a program in a session with a name. */
export const startProgram = async (session: object = {}, setup = outsideCi, cols = 20): Promise<ScriptedProgram> =>
  await ScriptedProgram.startRaw(cols, 4, { name: 'Some Session', ...session }, setup);
/** Returns the result of `expectSnapshot` for the current screen. */
export const expectSnapshot = async (
  { server }: HasServer,
  params: object = {},
): Promise<MethodResults['expectSnapshot']> => await server.request('expectSnapshot', { name: 'Main Menu', ...params });
/** Returns the error of `expectSnapshot` with a timeout of 0. */
export const mismatchOf = async (program: HasServer, params: object = {}): Promise<RpcFailure> =>
  await failureOf(expectSnapshot(program, { timeoutMs: 0, ...params }));

/** Closes the session of a program and starts it again in another session of its server. */
export async function restartProgram({ server }: HasServer, session: object = {}): Promise<ScriptedProgram> {
  await server.request('close');
  await server.request('initialize', { terminalCols: 20, terminalRows: 4, name: 'Some Session', ...session });
  return await ScriptedProgram.launch(server, {}, 'raw');
}

/** Starts a program whose screen has changed since its snapshot baseline was created. */
export async function startChanged(before: string, after: string, session: object = {}): Promise<ScriptedProgram> {
  const program = await startProgram(session);
  await program.show(before);
  await expectSnapshot(program, { stableMs: 0 });
  await program.show(`\x1b[0m\x1b[H\x1b[2J${after}`);
  return program;
}
