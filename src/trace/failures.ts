import type { ResponseEvent } from '../film/messages.js';
import { codes } from '../rpc/errors.js';

type Members = Readonly<Record<string, unknown>>;

/** The error in a response, or that of the failed step of a batch; undefined if it succeeded or was cancelled. */
export function findError({ error, result }: ResponseEvent): Members | undefined {
  if (error !== undefined) return error['code'] === codes.cancelled ? undefined : error;
  if (!isObject(result) || result['ok'] !== false) return undefined;
  return isObject(result['error']) ? result['error'] : undefined;
}

/** The `data` of an error. */
export const dataOf = (error: Members): Members => (isObject(error['data']) ? error['data'] : {});

/** The message of an error. Recordings are not trusted: it may be anything. */
export const messageOf = ({ message }: Members): string => (typeof message === 'string' ? message : 'Unknown error.');

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
