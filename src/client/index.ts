export type { AssertionOptions, TextAssertionOptions } from './assertion.js';
export type {
  LocatorAssertions,
  MatchScreenOptions,
  RestoreTerminalOptions,
  TerminalAssertions,
} from './assertions.js';
export { type Expect, expect } from './assertions.js';
export { Cost, type MeasureOptions } from './cost.js';
export type { CostAssertions, CostLimits } from './cost-assertions.js';
export { ScreenAssertionError, TuispecError } from './errors.js';
export type { SessionOptions } from './launch.js';
export { type AttachOptions, attach, type LaunchOptions, launch } from './launch.js';
export type { Position, Rect, TextOptions, TextQuery } from './locator.js';
export { Locator, Region } from './locator.js';
export { Terminal } from './terminal.js';
export type * from './terminal-options.js';
export type * as wire from './wire.js';
