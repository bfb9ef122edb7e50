import { codes, RpcError } from '../protocol/message.js';

/** Maximum length of all responses to a batch, in characters. They form one line and are buffered until the last one. */
export const maxAnswerLength = 64 * 1024 * 1024;

/** The error of batch messages after the limit, which are not run. */
export const createBatchTooLargeError = (): RpcError =>
  new RpcError(
    codes.invalidRequest,
    `Batch responses exceed ${maxAnswerLength} characters. Send the remaining messages in another batch.`,
  );
