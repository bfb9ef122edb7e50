import { RpcFailure } from './inbox.js';

/** Returns the error of a request. */
export async function failureOf(request: Promise<unknown>): Promise<RpcFailure> {
  const result = await request.catch((error: unknown) => error);
  if (result instanceof RpcFailure) return result;
  throw new Error(`Expected a failure, got ${JSON.stringify(result)}.`);
}
