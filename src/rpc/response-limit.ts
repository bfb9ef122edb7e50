import { codes, RpcError } from './errors.js';

/** What the answers to one batch may come to, in characters: they are one line, and kept until the last one is known. */
export const maxAnswerLength = 64 * 1024 * 1024;

/** Why nothing further of a batch is run. */
export const tooMuch = (): RpcError =>
  new RpcError(
    codes.invalidRequest,
    `The answers to this batch have passed ${maxAnswerLength} characters; send the rest in another one.`,
  );
