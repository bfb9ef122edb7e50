// Generated from schemas/ by `npm run generate`; do not edit.
import type { MethodName } from './types.js';

/** What must be known of a method before it runs. */
export interface MethodFacts {
  readonly needs: 'nothing' | 'session' | 'program';
  readonly control: boolean;
  readonly batchable: boolean;
}
/** Every method with its facts. */
export const methodFacts: Readonly<Record<MethodName, MethodFacts>> = {
  "batch": {
    "needs": "nothing",
    "control": false,
    "batchable": false
  },
  "close": {
    "needs": "session",
    "control": false,
    "batchable": true
  },
  "currentView": {
    "needs": "program",
    "control": false,
    "batchable": true
  },
  "diffView": {
    "needs": "session",
    "control": false,
    "batchable": true
  },
  "dumpView": {
    "needs": "program",
    "control": false,
    "batchable": true
  },
  "expectNotVisible": {
    "needs": "program",
    "control": false,
    "batchable": true
  },
  "expectSnapshot": {
    "needs": "program",
    "control": false,
    "batchable": true
  },
  "expectVisible": {
    "needs": "program",
    "control": false,
    "batchable": true
  },
  "find": {
    "needs": "program",
    "control": false,
    "batchable": true
  },
  "initialize": {
    "needs": "nothing",
    "control": false,
    "batchable": true
  },
  "launch": {
    "needs": "session",
    "control": false,
    "batchable": true
  },
  "mark": {
    "needs": "program",
    "control": false,
    "batchable": true
  },
  "recording.start": {
    "needs": "nothing",
    "control": false,
    "batchable": true
  },
  "recording.status": {
    "needs": "nothing",
    "control": false,
    "batchable": true
  },
  "recording.stop": {
    "needs": "nothing",
    "control": false,
    "batchable": true
  },
  "renderView": {
    "needs": "program",
    "control": false,
    "batchable": true
  },
  "replay": {
    "needs": "nothing",
    "control": false,
    "batchable": false
  },
  "resize": {
    "needs": "session",
    "control": false,
    "batchable": true
  },
  "rpc.discover": {
    "needs": "nothing",
    "control": true,
    "batchable": true
  },
  "sendBytes": {
    "needs": "program",
    "control": false,
    "batchable": true
  },
  "sendKey": {
    "needs": "program",
    "control": false,
    "batchable": true
  },
  "sendLine": {
    "needs": "program",
    "control": false,
    "batchable": true
  },
  "sendText": {
    "needs": "program",
    "control": false,
    "batchable": true
  },
  "server.ping": {
    "needs": "nothing",
    "control": true,
    "batchable": true
  },
  "server.shutdown": {
    "needs": "nothing",
    "control": false,
    "batchable": false
  },
  "signal": {
    "needs": "program",
    "control": false,
    "batchable": true
  },
  "terminalState": {
    "needs": "program",
    "control": false,
    "batchable": true
  },
  "viewSubscribe": {
    "needs": "session",
    "control": false,
    "batchable": true
  },
  "viewUnsubscribe": {
    "needs": "nothing",
    "control": false,
    "batchable": true
  },
  "waitFor": {
    "needs": "program",
    "control": false,
    "batchable": true
  },
  "waitForChange": {
    "needs": "program",
    "control": false,
    "batchable": true
  },
  "waitForExit": {
    "needs": "program",
    "control": false,
    "batchable": true
  },
  "waitForStable": {
    "needs": "program",
    "control": false,
    "batchable": true
  },
  "waitForText": {
    "needs": "program",
    "control": false,
    "batchable": true
  },
  "waitUntil": {
    "needs": "program",
    "control": false,
    "batchable": true
  }
};
/** The types a selector can have. */
export const selectorTypes: readonly string[] = ["exact","regex","at","within","nth","any"];
/** The version of tuispec. */
export const version = "0.1.0";
