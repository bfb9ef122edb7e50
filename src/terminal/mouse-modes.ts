import type { MouseEncoding } from '../input/mouse.js';
import type { SequenceParser } from '../xterm/terminal.js';
import { onPrivateModes, onReset } from './parser-hooks.js';

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

  constructor(parser: SequenceParser) {
    onPrivateModes(parser, (modes, isOn) => {
      for (const mode of modes) this.#switch(Number(mode), isOn);
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

  /** The same by number: which of their modes are on. */
  get switches(): Readonly<Record<number, boolean>> {
    const isOn = Object.entries(encodings).map(([mode, encoding]) => [mode, this.encoding === encoding] as const);
    return { ...Object.fromEntries(isOn), [alternateScroll]: this.alternateScroll };
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
