import type { SequenceParser } from '../xterm/terminal.js';

/** Records a query that was not answered: the sequence, such as `CSI > q`, and what it requests. */
export type Note = (sequence: string, meaning: string) => void;

interface UnsupportedQuery {
  readonly meaning: string;
  /** Whether the data of the sequence is a query. */
  isQuery(data: string): boolean;
}

const createMarkedQuery = (meaning: string): UnsupportedQuery => ({ meaning, isQuery: (data) => data.endsWith('?') });
const createQuery = (meaning: string): UnsupportedQuery => ({ meaning, isQuery: () => true });

/** OSC queries that are not answered. */
const unsupportedOsc: Readonly<Record<number, UnsupportedQuery>> = {
  5: createMarkedQuery('a special color'),
  13: createMarkedQuery('the color of the pointer'),
  14: createMarkedQuery('the background of the pointer'),
  17: createMarkedQuery('the selection background'),
  19: createMarkedQuery('the selection color'),
  21: createMarkedQuery('colors (kitty)'),
  22: { meaning: 'shape of the pointer', isQuery: (data) => data.startsWith('?') },
  50: createMarkedQuery('the font'),
  52: createMarkedQuery('the clipboard'),
  60: createQuery('what is allowed (XTQALLOWED)'),
  61: createQuery('what is not allowed (XTQDISALLOWED)'),
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
