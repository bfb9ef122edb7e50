import { type Kind, kind } from '../unicode/character-kind.js';
import {
  beginCluster,
  type Cluster,
  canBecomeText,
  getClusterWidth,
  joinCluster,
  unknown,
} from '../unicode/cluster.js';
import { unicodeVersion } from '../unicode/generated/kinds.js';
import { loadKinds, widthOf } from '../unicode/kind-table.js';

/** Access to the emulator's cells right before the cursor. */
export interface LastCell {
  /** Makes a wide character narrow and moves the cursor back by one cell. */
  narrow(): void;
  /** Whether a narrow character can become wide: there is a cell after it, or a line that it can move to. */
  canWiden(): boolean;
  /** Prepares the cell for a combining mark: a blank cell becomes a space. */
  prepareForMark(): void;
}
const joins = 1;
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

  constructor(last: LastCell) {
    this.#last = last;
  }

  wcwidth(codePoint: number): 0 | 1 | 2 {
    return widthOf[this.#kinds[codePoint] as Kind];
  }

  charProperties(codePoint: number, preceding: number): number {
    if (codePoint < ascii.length) return ascii[codePoint] as number;
    const of = this.#kinds[codePoint] as Kind;
    return of <= kind.keycap ? (simple[of] as number) : this.#classify(of, preceding >> 3);
  }

  #classify(of: Kind, before: Cluster): number {
    if (before === unknown && widthOf[of] === 0) {
      this.#last.prepareForMark();
      return detachedMark;
    }
    const joined = before === unknown ? undefined : joinCluster(before, of);
    if (joined === undefined) return packProperties(beginCluster(of));
    if (getClusterWidth(joined) > getClusterWidth(before) && !this.#last.canWiden())
      return of === kind.emojiSelector ? detachedMark : packProperties(beginCluster(of));
    if (of === kind.textSelector && canBecomeText(before)) this.#last.narrow();
    return packProperties(joined) | joins;
  }
}
