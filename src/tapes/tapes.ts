// The door of the area, which the command line loads late.
export { describeTape, findTapeFiles, readTape, TapeUsageError } from './read-tape.js';
