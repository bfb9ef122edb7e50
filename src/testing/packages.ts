import { test } from 'vitest';
import type { debianPackages } from './debian-packages.js';
import { has } from './programs.js';

/** The test function for what needs programs: skipped, and named at the end of the run, where one is not there. */
export const needing = (...programs: readonly (keyof typeof debianPackages)[]): typeof test =>
  test.skipIf(!programs.every(has)) as typeof test;
