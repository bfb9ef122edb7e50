import { execFileSync } from 'node:child_process';
import { descriptorsOf } from './footprint.js';
import { isInstalled } from './programs.js';

/** Whether the limits of a running process can be changed. */
export const canLimitDescriptors = isInstalled('prlimit');

/** Allows a process to open `spare` more files; undefined removes the limit. */
export function limitDescriptors(pid: number, spare: number | undefined): void {
  const taken = new Set(descriptorsOf(pid));
  // The limit applies to descriptor numbers, and the lowest free number is used.
  const free = Array.from({ length: 1024 }, (_, number) => number).filter((number) => !taken.has(number));
  const limit = spare === undefined ? 1024 : free[spare];
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${limit}:4096`]);
}
