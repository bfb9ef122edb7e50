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
export type { LaunchOptions, SessionOptions } from '../launch.js';
export type { Locator, Region } from '../locator.js';
export type { Terminal } from '../terminal.js';
export { expect, type TerminalExpect, type VitestTerminalAssertions } from './expect.js';
export type { TerminalFactory, TestTerminalOptions } from './terminal-factory.js';
export { type TerminalFixtures, test, test as it } from './test.js';
