import type { MouseEncoding } from './input/mouse.js';
import { onPrivateModes, onReset } from './parser-hooks.js';
import type { SequenceParser } from './xterm/terminal.js';

const encodings: Readonly<Record<number, MouseEncoding>> = {
  1005: 'utf8',
  1006: 'sgr',
  1015: 'urxvt',
  1016: 'sgrPixels',
};
const alternateScroll = 1007;

/** Mouse modes that xterm.js does not track: all encodings, and whether the wheel sends arrow keys. */
export class MouseSettings {
  encoding: MouseEncoding = 'default';
  /** Without mouse tracking, the wheel sends arrow keys in the alternate screen (mode 1007). */
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

  /** The modes by name. */
  get named(): Readonly<Record<string, boolean | string>> {
    return { mouseEncoding: this.encoding, alternateScroll: this.alternateScroll };
  }

  /** Which modes are on, by number. */
  get switches(): Readonly<Record<number, boolean>> {
    const isOn = Object.entries(encodings).map(([mode, encoding]) => [mode, this.encoding === encoding] as const);
    return { ...Object.fromEntries(isOn), [alternateScroll]: this.alternateScroll };
  }

  // As in xterm, the last encoding wins, and only resetting its own mode disables it.
  #switch(mode: number, isOn: boolean): void {
    if (mode === alternateScroll) this.alternateScroll = isOn;
    const encoding = encodings[mode];
    if (encoding === undefined) return;
    if (isOn) this.encoding = encoding;
    else if (this.encoding === encoding) this.encoding = 'default';
  }
}
