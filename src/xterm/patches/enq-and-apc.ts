import type { Core } from '../internals.js';
import type { SequenceParser } from '../terminal.js';

/** What xterm passes over, and its parser offers no handlers for. */
export interface Unheard {
  /** A program asks for the answerback message (ENQ). */
  enquiry(): void;
  /** A program gives a command (APC). */
  command(text: string): void;
}

// States of xterm's parser; a row of its table has 256 codes.
const inEscape = 1;
const atDcs = 9;
const rowLength = 256;
const apc = '_';

/** Tells of what programs say and xterm passes over. */
export function hearUnheard(core: Core, parser: SequenceParser, { enquiry, command }: Unheard): void {
  const inner = core._inputHandler._parser;
  inner.setExecuteHandler('\x05', enquiry);
  // ESC _ opens a string as DCS _ does, which means nothing else. The table serves all terminals; whoever asks for nothing hears nothing.
  const { table } = inner._transitions;
  table[inEscape * rowLength + apc.charCodeAt(0)] = table[atDcs * rowLength + apc.charCodeAt(0)] as number;
  parser.registerDcsHandler({ final: apc }, (text) => {
    command(text);
    return true;
  });
}
