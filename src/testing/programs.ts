import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Whether a program that a test needs is on this machine. */
export const has = (command: string): boolean => spawnSync('which', [command]).status === 0;

/** The path of a program of `fixtures/programs`. */
export const fixture = (name: string): string => resolve('fixtures/programs', name);
