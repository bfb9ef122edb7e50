import { readScreen } from '../observers/settled-screen.js';
import type { Handler } from './context.js';

export const viewSubscribe: Handler<'viewSubscribe'> =
  (params) =>
  async ({ app }) => {
    const { current } = app.requireSession();
    app.notifier?.subscribe(params, current && (await readScreen(current.program)));
    return { ok: true, ...params };
  };

export const viewUnsubscribe: Handler<'viewUnsubscribe'> =
  () =>
  ({ app }) => {
    app.notifier?.unsubscribe();
    return { ok: true };
  };
