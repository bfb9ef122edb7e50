// The door of the area, which the command line loads late.
export { TapeUsageError } from './read-tape.js';
export { listTapes, runTests } from './run-tests.js';
