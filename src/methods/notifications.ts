import type { Handler } from './handler.js';

export const viewSubscribe: Handler<'viewSubscribe'> =
  (params) =>
  async ({ app }) => {
    const session = app.requireSession();
    await session.stage?.program.drain();
    app.notifier?.subscribe(params);
    return { ok: true, ...params };
  };

export const viewUnsubscribe: Handler<'viewUnsubscribe'> =
  () =>
  ({ app }) => {
    app.notifier?.unsubscribe();
    return { ok: true };
  };
