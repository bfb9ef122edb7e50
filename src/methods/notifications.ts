import { readScreen } from '../observers/settled-screen.js';
import type { Handler } from './context.js';

export const viewSubscribe: Handler<'viewSubscribe'> =
  (params) =>
  async ({ app }) => {
    const { stage } = app.requireSession();
    app.notifier?.subscribe(params, stage && (await readScreen(stage.program)));
    return { ok: true, ...params };
  };

export const viewUnsubscribe: Handler<'viewUnsubscribe'> =
  () =>
  ({ app }) => {
    app.notifier?.unsubscribe();
    return { ok: true };
  };
