import { TuispecError } from '../client/errors.js';

/** How a wait ended, if that is not an error. */
export interface WaitOutcome<T> {
  readonly reason: 'matched' | 'timeout' | 'exited';
  /** The response of a wait that was successful. */
  readonly met?: T;
  /** The text that is closest to the one that was searched for. */
  readonly closest?: string;
}

/** Waits; a timeout and the end of the program are outcomes, other failures and those that `isFailure` names are thrown. */
export async function awaitOutcome<T>(
  wait: Promise<T>,
  isFailure: (error: TuispecError) => boolean = () => false,
): Promise<WaitOutcome<T>> {
  try {
    return { reason: 'matched', met: await wait };
  } catch (error) {
    if (!(error instanceof TuispecError) || (error.kind !== 'timeout' && error.kind !== 'exited')) throw error;
    if (isFailure(error)) throw error;
    const { nearest } = error.data;
    if (nearest === undefined) return { reason: error.kind };
    const place = `(row ${nearest.row}, column ${nearest.col})`;
    return { reason: error.kind, closest: `Closest text: ${JSON.stringify(nearest.text)} ${place}.` };
  }
}

/** Joins what a result notes about a wait that was not successful. */
export function createNote(
  { reason, closest }: WaitOutcome<unknown>,
  limit: string | undefined,
): { readonly note?: string } {
  const notes = [closest, reason === 'timeout' ? limit : undefined].filter((one) => one !== undefined);
  return reason === 'matched' || notes.length === 0 ? {} : { note: notes.join(' ') };
}
