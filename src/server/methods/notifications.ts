import { readScreen } from '../../session/observe.js';
import { defineMethod } from './context.js';

export const viewSubscribe = defineMethod('viewSubscribe', {
  run: async ({ server, session: { current } }, params) => {
    server.notifications?.subscribe(params, current && (await readScreen(current.program)));
    return { ok: true, ...params };
  },
});

export const viewUnsubscribe = defineMethod('viewUnsubscribe', {
  run: ({ server }) => {
    server.notifications?.unsubscribe();
    return { ok: true };
  },
});
