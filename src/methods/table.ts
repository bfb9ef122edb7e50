import type { MethodTable } from './handler.js';
import { sendBytes, sendKey, sendLine, sendText } from './input.js';
import { close, initialize, launch, resize, signal } from './lifecycle.js';
import { discover, ping, shutdown } from './server.js';
import { currentView } from './view.js';

/** Every method. */
export const methodTable: MethodTable = {
  initialize,
  launch,
  resize,
  signal,
  close,
  sendKey,
  sendText,
  sendLine,
  sendBytes,
  currentView,
  'server.ping': ping,
  'server.shutdown': shutdown,
  'rpc.discover': discover,
};
