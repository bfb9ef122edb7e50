import { ScreenAssertionError, TuispecError } from 'tuispec';

/** Returns the error of a request of the library. */
export async function requestFailure(request: PromiseLike<unknown>): Promise<TuispecError> {
  const error = await rejection(request);
  if (error instanceof TuispecError) return error;
  throw error;
}

/** Returns the error of an assertion of the library. */
export async function assertionFailure(assertion: PromiseLike<unknown>): Promise<ScreenAssertionError> {
  const error = await rejection(assertion);
  if (error instanceof ScreenAssertionError) return error;
  throw error;
}

async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  let result: unknown;
  try {
    result = await promise;
  } catch (error) {
    return error;
  }
  return new Error(`Expected a rejection, but the result is ${JSON.stringify(result)}.`);
}
