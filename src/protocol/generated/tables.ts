// Generated from schemas/ by `npm run generate`; do not edit.
import type { MethodName } from './types.js';

/** Facts that are needed before a method runs. */
export interface MethodFacts {
  readonly needs: 'nothing' | 'session' | 'program';
  readonly control: boolean;
  readonly batchable: boolean;
  /** Whether a user at a terminal could perform it. */
  readonly isInput: boolean;
}
/** Every method with its facts. */
export const methodFacts = {
  "attach": {
    "needs": "session",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "batch": {
    "needs": "nothing",
    "control": false,
    "batchable": false,
    "isInput": false
  },
  "click": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": true
  },
  "close": {
    "needs": "session",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "currentView": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "diffView": {
    "needs": "session",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "drag": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": true
  },
  "dumpView": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "events": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "expectColors": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "expectContrast": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "expectLines": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "expectNotVisible": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "expectRestored": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "expectSnapshot": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "expectSurvivesResize": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "expectVisible": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "find": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "focus": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": true
  },
  "health": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "hover": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": true
  },
  "initialize": {
    "needs": "nothing",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "launch": {
    "needs": "session",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "mark": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "measure.start": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "measure.stop": {
    "needs": "session",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "recording.start": {
    "needs": "nothing",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "recording.status": {
    "needs": "nothing",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "recording.stop": {
    "needs": "nothing",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "renderView": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "replay": {
    "needs": "nothing",
    "control": false,
    "batchable": false,
    "isInput": false
  },
  "resize": {
    "needs": "session",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "rpc.discover": {
    "needs": "nothing",
    "control": true,
    "batchable": true,
    "isInput": false
  },
  "scroll": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": true
  },
  "sendBytes": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": true
  },
  "sendKey": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": true
  },
  "sendLine": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": true
  },
  "sendText": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": true
  },
  "server.ping": {
    "needs": "nothing",
    "control": true,
    "batchable": true,
    "isInput": false
  },
  "server.shutdown": {
    "needs": "nothing",
    "control": false,
    "batchable": false,
    "isInput": false
  },
  "signal": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "step": {
    "needs": "session",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "submit": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": true
  },
  "terminalState": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "view.start": {
    "needs": "nothing",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "view.status": {
    "needs": "nothing",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "view.stop": {
    "needs": "nothing",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "viewSubscribe": {
    "needs": "session",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "viewUnsubscribe": {
    "needs": "nothing",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "waitFor": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "waitForChange": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "waitForExit": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "waitForStable": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "waitForText": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": false
  },
  "waitUntil": {
    "needs": "program",
    "control": false,
    "batchable": true,
    "isInput": false
  }
} as const satisfies Readonly<Record<MethodName, MethodFacts>>;
/** The version of tuispec. */
export const version = "0.1.0";
