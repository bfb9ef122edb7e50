import type { debianPackages } from './debian-packages.js';
import { isInstalled } from './programs.js';
import { test } from './terminal-test.js';

/** The test function for tests that need programs: skipped, and listed at the end of the run, if one is missing. */
export const needing = (...programs: readonly (keyof typeof debianPackages)[]): typeof test =>
  test.skipIf(!programs.every(isInstalled)) as typeof test;
