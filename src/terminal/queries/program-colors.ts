import type { Colors, OwnColors, Rgb } from '../../screen/colors.js';

/** What one part of a color sequence does: asks, sets or takes back. */
export type ColorRequest =
  | { readonly kind: 'ask'; readonly place: ColorPlace }
  | { readonly kind: 'set'; readonly place: ColorPlace; readonly color: Rgb }
  | { readonly kind: 'reset'; readonly place: ColorPlace | undefined };
/** One of the colors: a slot of the palette, or a ground. */
export type ColorPlace = number | Ground;
type Ground = 'foreground' | 'background' | 'cursor';

const grounds: Readonly<Record<number, Ground>> = { 10: 'foreground', 11: 'background', 12: 'cursor' };

/** The OSC sequences that ask for colors, set them or take them back. */
export const colorSequences = [4, 10, 11, 12, 104, 110, 111, 112] as const;

/** What a color sequence wants, in order; parts that make no sense are left out. */
export function colorRequests(osc: number, data: string): ColorRequest[] {
  if (osc === 4) return paletteRequests(data.split(';'));
  if (osc === 104) return data === '' ? [{ kind: 'reset', place: undefined }] : data.split(';').flatMap(resetOf);
  if (osc >= 110) return [{ kind: 'reset', place: grounds[osc - 100] as Ground }];
  // `OSC 10 ; a ; b` is also `OSC 11 ; b`.
  return data.split(';', 3).flatMap((part, index) => {
    const ground = grounds[osc + index];
    return ground === undefined ? [] : requestOf(ground, part);
  });
}

function paletteRequests(parts: readonly string[]): ColorRequest[] {
  const requests: ColorRequest[] = [];
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const slot = slotOf(parts[index] as string);
    if (slot !== undefined) requests.push(...requestOf(slot, parts[index + 1] as string));
  }
  return requests;
}

function resetOf(part: string): ColorRequest[] {
  const place = slotOf(part);
  return place === undefined ? [] : [{ kind: 'reset', place }];
}

const slotOf = (text: string): number | undefined =>
  /^\d{1,3}$/.test(text) && Number(text) < 256 ? Number(text) : undefined;

function requestOf(place: ColorPlace, text: string): ColorRequest[] {
  if (text === '?') return [{ kind: 'ask', place }];
  const color = parseColor(text);
  return color === undefined ? [] : [{ kind: 'set', place, color }];
}

// As X11 spells it in digits: `rgb:r/g/b` or `#rgb`, with one to four digits each.
function parseColor(text: string): Rgb | undefined {
  const slashed = /^rgb:([0-9a-f]{1,4})\/([0-9a-f]{1,4})\/([0-9a-f]{1,4})$/i.exec(text);
  if (slashed !== null) return joined(slashed.slice(1).map((digits) => scaled(digits)));
  const digits = /^#((?:[0-9a-f]{3}){1,4})$/i.exec(text)?.[1];
  if (digits === undefined) return undefined;
  const length = digits.length / 3;
  // Here digits are the highest ones: #fff is #f0f0f0.
  return joined([0, 1, 2].map((index) => highByte(digits.slice(index * length, (index + 1) * length))));
}

const scaled = (digits: string): number => Math.round((Number.parseInt(digits, 16) * 255) / (16 ** digits.length - 1));
const highByte = (digits: string): number => Number.parseInt(digits.padEnd(2, '0').slice(0, 2), 16);
const joined = ([red = 0, green = 0, blue = 0]: readonly number[]): Rgb => (red << 16) | (green << 8) | blue;

/** A color as an answer spells it. */
export function colorReport(place: ColorPlace, color: Rgb): string {
  const [red, green, blue] = [16, 8, 0].map((shift) => doubled((color >> shift) & 0xff));
  const what = typeof place === 'number' ? `4;${place}` : groundNumbers[place];
  return `\x1b]${what};rgb:${red}/${green}/${blue}`;
}

const doubled = (byte: number): string => byte.toString(16).padStart(2, '0').repeat(2);
const groundNumbers: Readonly<Record<Ground, number>> = { foreground: 10, background: 11, cursor: 12 };

/** The colors of a terminal, some of which its program may have set. */
export class ProgramColors {
  readonly #first: Colors;
  readonly #given = new Map<ColorPlace, Rgb>();
  #own: OwnColors | undefined;
  #isStale = false;

  constructor(first: Colors) {
    this.#first = first;
  }

  /** Those that the program has set; the same object as long as it sets no others. */
  get own(): OwnColors | undefined {
    if (this.#isStale) this.#own = this.#copy();
    this.#isStale = false;
    return this.#own;
  }

  at(place: ColorPlace): Rgb {
    const first = typeof place === 'number' ? (this.#first.palette[place] as Rgb) : this.#first[place];
    return this.#given.get(place) ?? first;
  }

  set(place: ColorPlace, color: Rgb): void {
    if (this.#given.get(place) === color) return;
    this.#given.set(place, color);
    this.#isStale = true;
  }

  /** Takes one color back to what it was at first, or the whole palette. */
  reset(place: ColorPlace | undefined): void {
    const places = place === undefined ? [...this.#given.keys()].filter((given) => typeof given === 'number') : [place];
    for (const each of places) if (this.#given.delete(each)) this.#isStale = true;
  }

  resetAll(): void {
    if (this.#given.size > 0) this.#isStale = true;
    this.#given.clear();
  }

  #copy(): OwnColors | undefined {
    if (this.#given.size === 0) return undefined;
    const all = [...this.#given];
    const palette = new Map(all.filter((given): given is [number, Rgb] => typeof given[0] === 'number'));
    return { ...Object.fromEntries(all.filter(([place]) => typeof place === 'string')), palette };
  }
}
