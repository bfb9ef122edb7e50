// upstream: #2300 (closed), handlers added by #5617 and #5840 (merged); obsolete in: 6.1
import type { Core, TransitionTable } from '../internals.js';
import type { SequenceParser } from '../terminal.js';

// States of xterm's parser; a row of its table has 256 codes.
const inEscape = 1;
const atDcs = 9;
const rowLength = 256;
const apc = '_';

/** Calls a listener when a program sends a command (APC), which xterm.js ignores. */
export function onCommand(core: Core, parser: SequenceParser, listener: (text: string) => void): void {
  const inner = core._inputHandler._parser;
  const { _transitions: shared } = inner;
  // All terminals of the process share the table of the parser, so this one gets its own. An object of the same class
  // is as fast to read.
  const own = Object.assign(Object.create(Object.getPrototypeOf(shared) as object) as TransitionTable, {
    table: shared.table.slice(),
  });
  // Make ESC _ open a string like DCS _, which has no other meaning.
  own.table[inEscape * rowLength + apc.charCodeAt(0)] = own.table[atDcs * rowLength + apc.charCodeAt(0)] as number;
  inner._transitions = own;
  parser.registerDcsHandler({ final: apc }, (text) => {
    listener(text);
    return true;
  });
}
