import type { SequenceParser } from '../../xterm/terminal.js';

/** Records a query that was not answered: the sequence, such as `CSI > q`, and what it requests. */
export type Note = (sequence: string, meaning: string) => void;

interface UnsupportedQuery {
  readonly meaning: string;
  /** Whether the data of the sequence is a query. */
  isQuery(data: string): boolean;
}

const whenEndingInMark = (meaning: string): UnsupportedQuery => ({ meaning, isQuery: (data) => data.endsWith('?') });
const always = (meaning: string): UnsupportedQuery => ({ meaning, isQuery: () => true });

/** OSC queries that are not answered. */
const unsupportedOsc: Readonly<Record<number, UnsupportedQuery>> = {
  5: whenEndingInMark('a special color'),
  13: whenEndingInMark('the color of the pointer'),
  14: whenEndingInMark('the background of the pointer'),
  17: whenEndingInMark('the selection background'),
  19: whenEndingInMark('the selection color'),
  21: whenEndingInMark('colors (kitty)'),
  22: { meaning: 'shape of the pointer', isQuery: (data) => data.startsWith('?') },
  50: whenEndingInMark('the font'),
  52: whenEndingInMark('the clipboard'),
  60: always('what is allowed (XTQALLOWED)'),
  61: always('what is not allowed (XTQDISALLOWED)'),
  99: { meaning: 'support of notifications (kitty)', isQuery: (data) => /^[^;]*\bp=\?/.test(data) },
  1337: { meaning: 'a report (iTerm2)', isQuery: (data) => /^(?:Report|Capabilities)/.test(data) },
};

/** Records OSC and DCS queries that are not answered. */
export function noteUnsupportedQueries(parser: SequenceParser, note: Note): void {
  parser.registerDcsHandler({ intermediates: '+', final: 'Q' }, (data) => {
    note(`DCS + Q ${data}`, 'X resources (XTGETXRES)');
    return true;
  });
  for (const [number, { meaning, isQuery }] of Object.entries(unsupportedOsc))
    parser.registerOscHandler(Number(number), (data) => {
      if (isQuery(data)) note(data === '' ? `OSC ${number}` : `OSC ${number} ; ${data}`, meaning);
      return false;
    });
}

/** Records a command (APC) that queries support of pictures. */
export function noteCommand(text: string, note: Note): void {
  if (/^G[^;]*\ba=q\b/.test(text)) note(`APC ${text}`, 'support of pictures (kitty graphics)');
}
