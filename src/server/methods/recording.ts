import { defineMethod } from './context.js';

export const startRecording = defineMethod('recording.start', {
  parse: ({ path, frameIntervalMs, styled, append }) => ({ path, frameIntervalMs, isStyled: styled, appends: append }),
  run: async ({ server }, options) => {
    const path = await server.recorder.start(options);
    return { ok: true, path, frameIntervalMs: options.frameIntervalMs, styled: options.isStyled };
  },
});

export const stopRecording = defineMethod('recording.stop', {
  run: async ({ server }) => {
    await server.recorder.stop();
    return { ok: true };
  },
});

export const statusRecording = defineMethod('recording.status', {
  run: ({ server }) => {
    const { path, error } = server.recorder.status;
    return { active: path !== undefined, path: path ?? null, ...(error === undefined ? {} : { error }) };
  },
});

// The server records the request.
export const step = defineMethod('step', { run: () => ({ ok: true }) });
