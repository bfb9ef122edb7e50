import { type Kind, kind, loadKinds, widthOf } from '../../base/unicode/characters.js';
import {
  beginCluster,
  type Cluster,
  canBecomeText,
  getClusterWidth,
  joinCluster,
  unknown,
} from '../../base/unicode/cluster.js';
import { unicodeVersion } from '../../base/unicode/generated/kinds.js';

/** Access to the emulator's cells right before the cursor. */
export interface LastCell {
  /** Makes a wide character narrow and moves the cursor back by one cell. */
  narrow(): void;
  /** Whether a narrow character can become wide: there is a cell after it, or a line that it can move to. */
  canWiden(): boolean;
  /** Prepares the cell for a combining mark: a blank cell becomes a space, a long character is cut off. */
  prepareForMark(): void;
}
const joins = 1;
// With so few joined code points, a character is shorter than the limit on its length: no need to look it up.
const maxUnchecked = 12;
// A mark after a control sequence joins the character before the cursor, and changes no widths.
const detachedMark = (beginCluster(kind.empty) << 3) | joins;

// The format of xterm.js: bit 0 is whether it joins the previous character, bits 1–2 the width; the rest is ours.
const packProperties = (cluster: Cluster): number => (cluster << 3) | (getClusterWidth(cluster) << 1);

const simple = [kind.narrow, kind.wide, kind.keycap].map((of) => packProperties(beginCluster(of)));
// ASCII is nearly all output; other characters need a lookup in a table of 1 MB.
const ascii = Int32Array.from({ length: 128 }, (_, code) => simple[loadKinds()[code] as number] as number);

/** Widths by grapheme clusters: the rules of kitty's text sizing protocol, as far as `joinCluster` implements them. */
export class ClusterWidths {
  readonly version = `${unicodeVersion} clusters`;
  readonly #last: LastCell;
  readonly #kinds = loadKinds();
  /** How many code points have joined the last character. */
  #joined = 0;

  constructor(last: LastCell) {
    this.#last = last;
  }

  wcwidth(codePoint: number): 0 | 1 | 2 {
    return widthOf[this.#kinds[codePoint] as Kind];
  }

  charProperties(codePoint: number, preceding: number): number {
    if (codePoint < ascii.length) return ascii[codePoint] as number;
    const of = this.#kinds[codePoint] as Kind;
    return of <= kind.keycap ? (simple[of] as number) : this.#classify(of, preceding);
  }

  #classify(of: Kind, preceding: number): number {
    const before = preceding >> 3;
    if (before === unknown && widthOf[of] === 0) {
      this.#last.prepareForMark();
      return detachedMark;
    }
    const joined = before === unknown ? undefined : joinCluster(before, of);
    if (joined === undefined) return packProperties(beginCluster(of));
    if (getClusterWidth(joined) > getClusterWidth(before) && !this.#last.canWiden()) {
      if (of !== kind.emojiSelector) return packProperties(beginCluster(of));
      this.#countJoined(preceding);
      return detachedMark;
    }
    this.#countJoined(preceding);
    if (of === kind.textSelector && canBecomeText(before)) this.#last.narrow();
    return packProperties(joined) | joins;
  }

  /** A code point joins the character before it. */
  #countJoined(preceding: number): void {
    this.#joined = (preceding & joins) === 0 ? 1 : this.#joined + 1;
    if (this.#joined > maxUnchecked) this.#last.prepareForMark();
  }
}
