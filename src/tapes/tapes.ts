// The door of the area, which the command line loads late.
export { type Animation, exportTape } from './export-tape.js';
export { TapeUsageError } from './read-tape.js';
export { listTapes, runTests } from './run-tests.js';
