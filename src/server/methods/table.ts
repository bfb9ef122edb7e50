import { attach } from './attach.js';
import { batch } from './batch.js';
import type { MethodTable } from './context.js';
import { serverMethods } from './control-plane.js';
import { expectSnapshot } from './expect-snapshot.js';
import { expectNotVisible, expectVisible } from './expectations.js';
import { find } from './find.js';
import { health } from './health.js';
import { focus, sendBytes, sendKey, sendLine, sendText } from './input.js';
import { close, initialize, launch, resize, signal } from './lifecycle.js';
import { startView, statusView, stopView } from './live-view.js';
import { click, drag, hover, scroll } from './mouse.js';
import { viewSubscribe, viewUnsubscribe } from './notifications.js';
import { startRecording, statusRecording, step, stopRecording } from './recording.js';
import { replay } from './replay.js';
import { diffView, dumpView, renderView } from './snapshot.js';
import { submit } from './submit.js';
import { currentView, terminalState } from './view.js';
import { mark, waitForChange, waitForExit, waitForStable, waitForText, waitUntil } from './wait.js';
import { waitForConditions } from './wait-for.js';

/** Every method. */
export const methodTable: MethodTable = {
  initialize,
  launch,
  attach,
  health,
  resize,
  signal,
  close,
  sendKey,
  sendText,
  sendLine,
  sendBytes,
  submit,
  click,
  scroll,
  drag,
  hover,
  focus,
  waitForText,
  waitUntil,
  waitForStable,
  waitForChange,
  waitForExit,
  waitFor: waitForConditions,
  expectVisible,
  expectNotVisible,
  mark,
  currentView,
  find,
  terminalState,
  dumpView,
  renderView,
  diffView,
  expectSnapshot,
  viewSubscribe,
  viewUnsubscribe,
  batch,
  'recording.start': startRecording,
  'recording.stop': stopRecording,
  'recording.status': statusRecording,
  step,
  replay,
  'view.start': startView,
  'view.stop': stopView,
  'view.status': statusView,
  ...serverMethods,
};
