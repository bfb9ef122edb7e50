export {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  onTestFailed,
  onTestFinished,
  vi,
} from 'vitest';
export type { LaunchOptions } from '../client/launch.js';
export type { Locator, Region } from '../client/locator.js';
export type { SessionOptions } from '../client/session-options.js';
export type { Terminal } from '../client/terminal.js';
export { expect, type TerminalExpect, type VitestTerminalAssertions } from './expect.js';
export type { TerminalFactory, TestTerminalOptions } from './terminal-factory.js';
export { type TerminalFixtures, test, test as it } from './test.js';
