import { onPrivateModes, onReset } from './parser-hooks.js';
import type { SequenceParser } from './xterm/terminal.js';

const reverseScreen = 5;

/** Tracks whether foreground and background of the whole screen are swapped (DECSCNM), which xterm.js does not. */
export class ReverseScreen {
  isOn = false;

  constructor(parser: SequenceParser) {
    onPrivateModes(parser, (modes, isOn) => {
      if (modes.includes(reverseScreen)) this.isOn = isOn;
    });
    onReset(parser, () => {
      this.isOn = false;
    });
  }
}
