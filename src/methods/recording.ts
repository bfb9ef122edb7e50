import type { Handler } from './context.js';

export const start: Handler<'recording.start'> =
  ({ path, frameIntervalMs, styled, append }) =>
  async ({ app }) => ({
    ok: true,
    path: await app.recorder.start({ path, frameIntervalMs, isStyled: styled, appends: append }),
    frameIntervalMs,
    styled,
  });

export const stop: Handler<'recording.stop'> =
  () =>
  async ({ app }) => {
    await app.recorder.stop();
    return { ok: true };
  };

export const status: Handler<'recording.status'> =
  () =>
  ({ app }) => {
    const { path, error } = app.recorder.status;
    return { active: path !== undefined, path: path ?? null, ...(error === undefined ? {} : { error }) };
  };

// The server records the request.
export const step: Handler<'step'> = () => () => ({ ok: true });
