import type { SequenceParser } from '../xterm/terminal.js';
import { onPrivateModes, onReset } from './parser-hooks.js';

const reverseScreen = 5;

/** Whether the foreground and the background of the whole screen have changed places (DECSCNM), which xterm.js does not keep. */
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
