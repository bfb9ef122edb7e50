import type { SequenceParser } from '../xterm/terminal.js';

const reverseScreen = 5;

/** Whether the foreground and the background of the whole screen have changed places (DECSCNM), which xterm.js does not keep. */
export class ReverseScreen {
  isOn = false;

  constructor(parser: SequenceParser) {
    const set = (final: string, isOn: boolean): unknown =>
      parser.registerCsiHandler({ prefix: '?', final }, (modes) => {
        if (modes.includes(reverseScreen)) this.isOn = isOn;
        return false;
      });
    set('h', true);
    set('l', false);
    parser.registerEscHandler({ final: 'c' }, () => {
      this.isOn = false;
      return false;
    });
  }
}
