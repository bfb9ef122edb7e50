import type { MethodResults } from '../protocol/generated/types.js';
import type { ServerSetup } from './client.js';
import { failureOf } from './failure-of.js';
import type { RpcFailure } from './inbox.js';
import { Puppet } from './puppet.js';

/** Without the variable CI, also when the tests run in CI. */
export const locally: ServerSetup = { env: { CI: undefined } };
/** A puppet in a session with a name. */
export const started = async (session: object = {}, setup = locally, cols = 20): Promise<Puppet> =>
  await new Puppet(setup).start(cols, 4, { name: 'Some Session', ...session });
/** The result of `expectSnapshot` for the screen that it shows. */
export const expected = async (puppet: Puppet, params: object = {}): Promise<MethodResults['expectSnapshot']> =>
  await puppet.server.request('expectSnapshot', { name: 'Main Menu', ...params });
/** The error with a timeout of 0. */
export const mismatch = async (puppet: Puppet, params: object = {}): Promise<RpcFailure> =>
  await failureOf(expected(puppet, { timeoutMs: 0, ...params }));

/** A puppet whose screen has changed since its baseline was created. */
export async function changed(before: string, after: string, session: object = {}): Promise<Puppet> {
  const puppet = await started(session);
  await puppet.write(before);
  await expected(puppet, { stableMs: 0 });
  await puppet.write(`\x1b[0m\x1b[H\x1b[2J${after}`);
  return puppet;
}
