import { spawnSync } from 'node:child_process';

/** Whether a program that a test needs is on this machine. */
export const isInstalled = (command: string): boolean => spawnSync('which', [command]).status === 0;
