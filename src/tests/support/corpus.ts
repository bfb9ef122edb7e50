import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Inbox, ReceivedMessage } from './inbox.js';

/** One message and its response: a file of fixtures/messages. */
export interface MessageCase {
  readonly name: string;
  readonly about: string;
  readonly proves: readonly string[];
  /** The line without its newline: as text, or in base64 if it is not valid text. */
  readonly line?: string;
  readonly base64?: string;
  readonly flags?: readonly string[];
  /** The expected response in the form of `essenceOf`; null if there is none. */
  readonly answer: ReceivedMessage | readonly ReceivedMessage[] | null;
  /** Text that the response line contains literally. */
  readonly contains?: string;
  /** Words in the error's message or in a reason. */
  readonly says?: string;
}

/** The cases of a folder of fixtures/messages. */
export function readMessageCases(folder: 'accepted' | 'rejected'): MessageCase[] {
  const directory = join('fixtures/messages', folder);
  return readdirSync(directory)
    .sort()
    .map((file) => ({
      name: basename(file, '.json'),
      ...(JSON.parse(readFileSync(join(directory, file), 'utf8')) as Omit<MessageCase, 'name'>),
    }));
}

/** The bytes of a case, with the newline. */
export function bytesOf({ line, base64 }: MessageCase): Buffer {
  const bytes = base64 === undefined ? Buffer.from(line ?? '') : Buffer.from(base64, 'base64');
  return Buffer.concat([bytes, Buffer.from('\n')]);
}

/** What is the same on every machine: no message text, version or path; `*` replaces those. */
export function normalizeResponse(answer: ReceivedMessage | ReceivedMessage[]): unknown {
  if (Array.isArray(answer)) return answer.map(normalizeResponse);
  const { id, error, result } = answer as { id: unknown; error?: ErrorObject; result?: object };
  return {
    jsonrpc: answer['jsonrpc'],
    // JSON cannot represent infinity.
    id: typeof id === 'number' && !Number.isFinite(id) ? '*' : id,
    ...(error === undefined ? {} : { error: normalizeError(error) }),
    ...(result === undefined ? {} : { result: normalizeResult(result) }),
  };
}

/** Every text of a response that is written for people. */
export function errorTextsOf(inbox: Inbox): string {
  return inbox.messages
    .flat()
    .map(({ error }) => error as ErrorObject | undefined)
    .flatMap((error) => [error?.message, ...(error?.data?.errors ?? []).map(({ reason }) => reason)])
    .join('\n');
}

interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: { readonly errors?: readonly { readonly pointer: string; readonly reason: string }[] };
}

function normalizeError({ code, data }: ErrorObject): object {
  if (data === undefined) return { code };
  const errors = data.errors?.map(({ pointer }) => ({ pointer }));
  return { code, data: errors === undefined ? data : { ...data, errors } };
}

const normalizeResult = (result: object): object => ({
  ...result,
  ...('version' in result ? { version: '*' } : {}),
  ...('artifactRoot' in result ? { artifactRoot: '*' } : {}),
});
