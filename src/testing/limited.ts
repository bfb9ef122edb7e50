import { execFileSync } from 'node:child_process';
import { descriptorsOf } from './footprint.js';
import { has } from './programs.js';

/** Whether the limits of a process that runs can be changed. */
export const isLimitable = has('prlimit');

/** Lets a process open as many files as `spare` says, and no more; undefined takes the limit away. */
export function limitDescriptors(pid: number, spare: number | undefined): void {
  const taken = new Set(descriptorsOf(pid));
  // What is limited is the number of a descriptor, and the lowest that is free is taken.
  const free = Array.from({ length: 1024 }, (_, number) => number).filter((number) => !taken.has(number));
  const most = spare === undefined ? 1024 : free[spare];
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${most}:4096`]);
}
