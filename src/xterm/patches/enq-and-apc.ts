import type { Core } from '../internals.js';
import type { SequenceParser } from '../terminal.js';

/** Listeners for sequences that xterm.js ignores and that its parser has no handlers for. */
export interface IgnoredSequences {
  /** A program requested the answerback message (ENQ). */
  handleEnquiry(): void;
  /** A program sent a command (APC). */
  handleCommand(text: string): void;
}

// States of xterm's parser; a row of its table has 256 codes.
const inEscape = 1;
const atDcs = 9;
const rowLength = 256;
const apc = '_';

/** Calls listeners for sequences that xterm.js ignores. */
export function hookIgnoredSequences(
  core: Core,
  parser: SequenceParser,
  { handleEnquiry, handleCommand }: IgnoredSequences,
): void {
  const inner = core._inputHandler._parser;
  inner.setExecuteHandler('\x05', handleEnquiry);
  // Make ESC _ open a string like DCS _, which has no other meaning. All terminals share this table; those without a
  // handler for DCS _ ignore the string.
  const { table } = inner._transitions;
  table[inEscape * rowLength + apc.charCodeAt(0)] = table[atDcs * rowLength + apc.charCodeAt(0)] as number;
  parser.registerDcsHandler({ final: apc }, (text) => {
    handleCommand(text);
    return true;
  });
}
