import { type Kind, kind } from '../unicode/character-kind.js';
import { becomesText, begin, type Cluster, clusterWidth, join, unknown } from '../unicode/cluster.js';
import { unicodeVersion } from '../unicode/generated/kinds.js';
import { kindsOfAll, widthOf } from '../unicode/kind-table.js';

/** What widths need of the emulator's cells: those right before the cursor. */
export interface LastCell {
  /** Makes a wide character narrow and takes the cursor back by a cell. */
  narrow(): void;
  /** Whether a narrow character can become wide: there is a cell behind it, or a line that it can move to. */
  canWiden(): boolean;
  /** Gets ready for a mark: what is blank becomes a space. */
  prepare(): void;
}
const joins = 1;
// A mark behind a control sequence joins whatever stands before the cursor, and changes no widths.
const adrift = (begin(kind.empty) << 3) | joins;

// As xterm keeps it: whether it joins what precedes, the width in two bits, the rest as it pleases the provider.
const propertiesOf = (cluster: Cluster): number => (cluster << 3) | (clusterWidth(cluster) << 1);

const simple = [kind.narrow, kind.wide, kind.keycap].map((of) => propertiesOf(begin(of)));
// Nearly all that is printed; the rest costs a look into a table of a megabyte.
const ascii = Int32Array.from({ length: 128 }, (_, code) => simple[kindsOfAll()[code] as number] as number);

/** Widths by grapheme clusters: the rules of kitty's text sizing protocol, as far as `join` follows them. */
export class ClusterWidths {
  readonly version = `${unicodeVersion} clusters`;
  readonly #last: LastCell;
  readonly #kinds = kindsOfAll();

  constructor(last: LastCell) {
    this.#last = last;
  }

  wcwidth(codePoint: number): 0 | 1 | 2 {
    return widthOf[this.#kinds[codePoint] as Kind];
  }

  charProperties(codePoint: number, preceding: number): number {
    if (codePoint < ascii.length) return ascii[codePoint] as number;
    const of = this.#kinds[codePoint] as Kind;
    return of <= kind.keycap ? (simple[of] as number) : this.#judge(of, preceding >> 3);
  }

  #judge(of: Kind, before: Cluster): number {
    if (before === unknown && widthOf[of] === 0) {
      this.#last.prepare();
      return adrift;
    }
    const joined = before === unknown ? undefined : join(before, of);
    if (joined === undefined) return propertiesOf(begin(of));
    if (clusterWidth(joined) > clusterWidth(before) && !this.#last.canWiden())
      return of === kind.emojiSelector ? adrift : propertiesOf(begin(of));
    if (of === kind.textSelector && becomesText(before)) this.#last.narrow();
    return propertiesOf(joined) | joins;
  }
}
