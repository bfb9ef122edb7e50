import type { Params } from '../protocol/message.js';
import { readMeta } from './eras.js';

const intervalMs = 5000;

/** Sends progress while a call runs, if the client has requested it; nothing is sent after it is disposed. */
export function startProgress(params: Params, notify: (method: string, params: Params) => void): Disposable {
  const { progressToken } = readMeta(params);
  if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return { [Symbol.dispose]: () => {} };
  const startedAt = Date.now();
  const tool = typeof params['name'] === 'string' ? params['name'] : 'tools/call';
  const timer = setInterval(() => {
    const progress = Math.round((Date.now() - startedAt) / 1000);
    notify('notifications/progress', { progressToken, progress, message: `${tool}: ${progress} s` });
  }, intervalMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
