import type { SequenceParser } from '../../xterm/terminal.js';

/** Notes a question that got no answer: as in `CSI > q`, and what it asks for. */
export type Note = (sequence: string, meaning: string) => void;

interface StrangeQuestion {
  readonly meaning: string;
  /** Whether the data of the sequence asks something. */
  asks(data: string): boolean;
}

const ending = (meaning: string): StrangeQuestion => ({ meaning, asks: (data) => data.endsWith('?') });
const always = (meaning: string): StrangeQuestion => ({ meaning, asks: () => true });

/** Of each OSC what nobody answers. */
const strangeOsc: Readonly<Record<number, StrangeQuestion>> = {
  5: ending('a special color'),
  13: ending('the color of the pointer'),
  14: ending('the background of the pointer'),
  17: ending('the selection background'),
  19: ending('the selection color'),
  21: ending('colors (kitty)'),
  22: { meaning: 'shape of the pointer', asks: (data) => data.startsWith('?') },
  50: ending('the font'),
  52: ending('the clipboard'),
  60: always('what is allowed (XTQALLOWED)'),
  61: always('what is not allowed (XTQDISALLOWED)'),
  99: { meaning: 'support of notifications (kitty)', asks: (data) => /^[^;]*\bp=\?/.test(data) },
  1337: { meaning: 'a report (iTerm2)', asks: (data) => /^(?:Report|Capabilities)/.test(data) },
};

/** Notes the strings (OSC, DCS) that ask what nobody answers. */
export function hearStrange(parser: SequenceParser, note: Note): void {
  parser.registerDcsHandler({ intermediates: '+', final: 'Q' }, (data) => {
    note(`DCS + Q ${data}`, 'X resources (XTGETXRES)');
    return true;
  });
  for (const [number, { meaning, asks }] of Object.entries(strangeOsc))
    parser.registerOscHandler(Number(number), (data) => {
      if (asks(data)) note(data === '' ? `OSC ${number}` : `OSC ${number} ; ${data}`, meaning);
      return false;
    });
}

/** Notes a command (APC) that asks whether pictures can be shown. */
export function noteCommand(text: string, note: Note): void {
  if (/^G[^;]*\ba=q\b/.test(text)) note(`APC ${text}`, 'support of pictures (kitty graphics)');
}
