import { codes } from '../../protocol/rpc-error.js';
import type { ResponseEvent } from '../film/messages.js';
import { isObject, type JsonMembers } from '../film/messages.js';

/** The error in a response, or that of the failed step of a batch; undefined if it succeeded or was cancelled. */
export function findError({ error, result }: ResponseEvent): JsonMembers | undefined {
  if (error !== undefined) return error['code'] === codes.cancelled ? undefined : error;
  if (!isObject(result) || result['ok'] !== false) return undefined;
  return isObject(result['error']) ? result['error'] : undefined;
}

/** The `data` of an error. */
export const dataOf = (error: JsonMembers): JsonMembers => (isObject(error['data']) ? error['data'] : {});

/** The message of an error. Recordings are not trusted: it may be anything. */
export const messageOf = ({ message }: JsonMembers): string =>
  typeof message === 'string' ? message : 'Unknown error.';
