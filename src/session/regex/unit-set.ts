// One unit of a pattern that cannot match beyond ASCII. Without the flags `u` and `v`, `i` does not change that.
const asciiOnly =
  /^(?:[^[\\.\x80-\uffff]|\\(?:[dfnrtvw]|[^\w\x80-\uffff])|\[(?!\^)(?:[^\\\x80-\uffff]|\\(?:[dfnrtvw]|[^\w\x80-\uffff]))*\])$/;
const ascii = String.fromCharCode(...Array.from({ length: 0x80 }, (_, code) => code));

/** The UTF-16 code units that one unit of a pattern matches. It may contain more units than that, never fewer. */
export class UnitSet {
  readonly #ascii: string;
  readonly #hasOthers: boolean;

  constructor(source: string, flags: string) {
    const literal = parseLiteral(source);
    const isAscii = literal !== undefined && literal < '\x80';
    if (!isAscii) this.#ascii = (ascii.match(new RegExp(source, `${flags}g`)) ?? []).join('');
    else this.#ascii = flags.includes('i') ? literal.toLowerCase() + literal.toUpperCase() : literal;
    this.#hasOthers = !isAscii && !asciiOnly.test(source);
  }

  has(unit: string): boolean {
    return unit < '\x80' ? this.#ascii.includes(unit) : this.#hasOthers;
  }

  isDisjointFrom(other: UnitSet): boolean {
    if (this.#hasOthers && other.#hasOthers) return false;
    for (const unit of this.#ascii) if (other.#ascii.includes(unit)) return false;
    return true;
  }
}

// state: a cache of constants.
// Classes recur, and the engine takes some 20 µs for each.
const sets = new Map<string, UnitSet>();
const maxSets = 1000;

/** The set of a unit of a pattern with these flags. */
export function getUnitSet(source: string, flags: string): UnitSet {
  const key = `${flags}/${source}`;
  let set = sets.get(key);
  if (set === undefined) {
    if (sets.size >= maxSets) sets.clear();
    set = new UnitSet(source, flags);
    sets.set(key, set);
  }
  return set;
}

/** The character that a unit of a pattern represents, if the unit is that character or its escape. */
export function parseLiteral(source: string): string | undefined {
  if (source.length === 1) return source === '.' ? undefined : source;
  return /^\\[^\w\x80-\uffff]$/.test(source) ? source[1] : undefined;
}
