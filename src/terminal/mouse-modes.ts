import type { MouseEncoding } from '../input/mouse.js';
import type { SequenceParser } from '../xterm/terminal.js';
import { onPrivateModes, onReset } from './notices.js';

const encodings: Readonly<Record<number, MouseEncoding>> = {
  1005: 'utf8',
  1006: 'sgr',
  1015: 'urxvt',
  1016: 'sgrPixels',
};
const alternateScroll = 1007;

/** What xterm.js does not keep of the mouse: every encoding, and whether the wheel stands for arrow keys. */
export class MouseSettings {
  encoding: MouseEncoding = 'default';
  /** Without mouse tracking, the wheel presses arrow keys in the alternate screen (mode 1007). */
  alternateScroll = false;

  /** `answer` gets what the terminal replies to the program's questions; false when there is no room for it. */
  constructor(parser: SequenceParser, answer: (text: string) => unknown) {
    onPrivateModes(parser, (modes, isOn) => {
      for (const mode of modes) this.#switch(Number(mode), isOn);
    });
    parser.registerCsiHandler({ prefix: '?', intermediates: '$', final: 'p' }, ([mode]) => {
      const isOn = this.isOn(Number(mode));
      if (isOn !== undefined) answer(`\x1b[?${String(mode)};${isOn ? 1 : 2}$y`);
      return isOn !== undefined;
    });
    onReset(parser, () => {
      this.encoding = 'default';
      this.alternateScroll = false;
    });
  }

  /** The same by name. */
  get named(): Readonly<Record<string, boolean | string>> {
    return { mouseEncoding: this.encoding, alternateScroll: this.alternateScroll };
  }

  /** Whether a mode is on; undefined for modes of other things. */
  isOn(mode: number): boolean | undefined {
    if (mode === alternateScroll) return this.alternateScroll;
    const encoding = encodings[mode];
    return encoding === undefined ? undefined : this.encoding === encoding;
  }

  // As in xterm, the last encoding counts, and only its own mode takes it back.
  #switch(mode: number, isOn: boolean): void {
    if (mode === alternateScroll) this.alternateScroll = isOn;
    const encoding = encodings[mode];
    if (encoding === undefined) return;
    if (isOn) this.encoding = encoding;
    else if (this.encoding === encoding) this.encoding = 'default';
  }
}
