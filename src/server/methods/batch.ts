import { RpcError } from '../../protocol/message.js';
import { createBatchTooLargeError, maxAnswerLength } from '../response-limit.js';
import { defineMethod } from './context.js';

export const batch = defineMethod('batch', {
  run: async ({ server, cancel, run }, { steps }) => {
    const results: unknown[] = [];
    let length = 0;
    for (const { method, params } of steps) {
      cancel.throwIfAborted();
      try {
        if (length > maxAnswerLength) throw createBatchTooLargeError();
        const result = await run(method, params ?? {});
        length += JSON.stringify(result).length;
        results.push(result);
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        server.handleStepFailure(error);
        const completed = results.length;
        return { ok: false, completed, results, errorStep: completed + 1, error: { ...error.toJSON() } };
      }
    }
    return { ok: true, completed: results.length, results };
  },
});
