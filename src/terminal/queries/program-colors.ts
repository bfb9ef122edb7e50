import { type Colors, channelsOf, type OwnColors, type Rgb } from '../../base/colors.js';

/** One part of a color sequence: queries, sets or resets a color. */
export type ColorRequest =
  | { readonly kind: 'query'; readonly place: ColorPlace }
  | { readonly kind: 'set'; readonly place: ColorPlace; readonly color: Rgb }
  | { readonly kind: 'reset'; readonly place: ColorPlace | undefined };
/** Identifies a color: a palette slot, the foreground, the background or the cursor. */
export type ColorPlace = number | Ground;
type Ground = 'foreground' | 'background' | 'cursor';

const grounds: Readonly<Record<number, Ground>> = { 10: 'foreground', 11: 'background', 12: 'cursor' };

/** The OSC sequences that query, set or reset colors. */
export const colorSequences = [4, 10, 11, 12, 104, 110, 111, 112] as const;

/** The requests of a color sequence, in order, without invalid parts. */
export function parseColorRequests(osc: number, data: string): ColorRequest[] {
  if (osc === 4) return parsePaletteRequests(data.split(';'));
  if (osc === 104) return data === '' ? [{ kind: 'reset', place: undefined }] : data.split(';').flatMap(parseReset);
  if (osc >= 110) return [{ kind: 'reset', place: grounds[osc - 100] as Ground }];
  // `OSC 10 ; a ; b` is also `OSC 11 ; b`.
  return data.split(';', 3).flatMap((part, index) => {
    const ground = grounds[osc + index];
    return ground === undefined ? [] : parseRequest(ground, part);
  });
}

function parsePaletteRequests(parts: readonly string[]): ColorRequest[] {
  const requests: ColorRequest[] = [];
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const slot = parseSlot(parts[index] as string);
    if (slot !== undefined) requests.push(...parseRequest(slot, parts[index + 1] as string));
  }
  return requests;
}

function parseReset(part: string): ColorRequest[] {
  const place = parseSlot(part);
  return place === undefined ? [] : [{ kind: 'reset', place }];
}

const parseSlot = (text: string): number | undefined =>
  /^\d{1,3}$/.test(text) && Number(text) < 256 ? Number(text) : undefined;

function parseRequest(place: ColorPlace, text: string): ColorRequest[] {
  if (text === '?') return [{ kind: 'query', place }];
  const color = parseColor(text);
  return color === undefined ? [] : [{ kind: 'set', place, color }];
}

// X11 color specifications: `rgb:r/g/b` or `#rgb`, with one to four digits per component.
function parseColor(text: string): Rgb | undefined {
  const slashed = /^rgb:([0-9a-f]{1,4})\/([0-9a-f]{1,4})\/([0-9a-f]{1,4})$/i.exec(text);
  if (slashed !== null) return combineChannels(slashed.slice(1).map((digits) => scaleChannel(digits)));
  const digits = /^#((?:[0-9a-f]{3}){1,4})$/i.exec(text)?.[1];
  if (digits === undefined) return undefined;
  const length = digits.length / 3;
  // Here the digits are the most significant ones: #fff is #f0f0f0.
  return combineChannels([0, 1, 2].map((index) => parseHighByte(digits.slice(index * length, (index + 1) * length))));
}

const scaleChannel = (digits: string): number =>
  Math.round((Number.parseInt(digits, 16) * 255) / (16 ** digits.length - 1));
const parseHighByte = (digits: string): number => Number.parseInt(digits.padEnd(2, '0').slice(0, 2), 16);
const combineChannels = ([red = 0, green = 0, blue = 0]: readonly number[]): Rgb => (red << 16) | (green << 8) | blue;

/** The reply to a color query, without its terminator. */
export function createColorReport(place: ColorPlace, color: Rgb): string {
  const [red, green, blue] = channelsOf(color).map(formatDoubled);
  const what = typeof place === 'number' ? `4;${place}` : groundNumbers[place];
  return `\x1b]${what};rgb:${red}/${green}/${blue}`;
}

const formatDoubled = (byte: number): string => byte.toString(16).padStart(2, '0').repeat(2);
const groundNumbers: Readonly<Record<Ground, number>> = { foreground: 10, background: 11, cursor: 12 };

const formatHex = (color: Rgb): string => `#${color.toString(16).padStart(6, '0')}`;

/** The colors of a terminal, including those that its program has set. */
export class ProgramColors {
  readonly #first: Colors;
  readonly #given = new Map<ColorPlace, Rgb>();
  #own: OwnColors | undefined;
  #isStale = false;
  #described: { readonly own: OwnColors; readonly text: string } | undefined;

  constructor(first: Colors) {
    this.#first = first;
  }

  /** The colors that the program has set; the same object as long as they do not change. */
  get own(): OwnColors | undefined {
    if (this.#isStale) this.#own = this.#copy();
    this.#isStale = false;
    return this.#own;
  }

  getColor(place: ColorPlace): Rgb {
    const first = typeof place === 'number' ? (this.#first.palette[place] as Rgb) : this.#first[place];
    return this.#given.get(place) ?? first;
  }

  /** A color that differs from the initial one, as `#rrggbb`; else `default`. */
  describe(place: ColorPlace): string {
    const color = this.#given.get(place);
    const first = typeof place === 'number' ? this.#first.palette[place] : this.#first[place];
    return color === undefined || color === first ? 'default' : formatHex(color);
  }

  /** The palette slots whose color differs from the initial one, as in `1 #ff0000, 4 #0000ff`; else `default`. */
  describePalette(): string {
    const { own } = this;
    if (own === undefined) return 'default';
    if (this.#described?.own !== own) {
      const slots = [...own.palette.keys()].sort((a, b) => a - b);
      const changed = slots.map((slot) => `${slot} ${this.describe(slot)}`).filter((text) => !text.endsWith('default'));
      this.#described = {
        own,
        text: changed.length === 0 ? 'default' : changed.join(', '),
      };
    }
    return this.#described.text;
  }

  set(place: ColorPlace, color: Rgb): void {
    if (this.#given.get(place) === color) return;
    this.#given.set(place, color);
    this.#isStale = true;
  }

  /** Resets one color, or the whole palette, to the initial value. */
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
