// What the runs do, from the seed alone: kinds, keys, texts, sizes, and the numbers from which a position on the screen is
// chosen later. Integers only, so that a seed gives the same plan on every machine and in every version of Node.
import { Random } from '../base/random.js';
import { encodeKey, parseKey } from '../terminal/input/keys.js';

type Cells = readonly [cols: number, rows: number];

/** What is done, before anything is known about the program. A `place` is a number below a million. */
export type PlannedAction =
  | { readonly do: 'key'; readonly key: string }
  | { readonly do: 'type' | 'paste'; readonly text: string }
  | { readonly do: 'click'; readonly on: 'text' | 'screen'; readonly place: number; readonly button: MouseButton }
  | { readonly do: 'drag'; readonly from: number; readonly to: number }
  | { readonly do: 'wheel'; readonly direction: 'up' | 'down'; readonly count: number }
  | { readonly do: 'focus'; readonly isIn: boolean }
  | { readonly do: 'resize'; readonly cols: number; readonly rows: number }
  | { readonly do: 'signal' };
type MouseButton = 'left' | 'middle' | 'right';

/** What to plan. */
export interface PlanOptions {
  readonly seed: number;
  readonly actions: number;
  readonly size: Cells;
  /** Keys that are never pressed. */
  readonly excluded: readonly string[];
}

const words = (text: string): readonly string[] => text.split(' ');
const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const symbols = [...'0123456789ABGNQRXYZ/?:!.,;-+=*#@$%&|<>()[]{}~^_'];
const cursor = words('Up Down Left Right Home End PageUp PageDown');
const editing = words('Enter Tab Shift+Tab Escape Backspace Delete Insert Space');
// They stop the program or its output, and the terminal would seem to hang.
const stopping = new Set([...'zsq']);
const chord = (modifier: string, keys: readonly string[]): readonly string[] => keys.map((key) => `${modifier}+${key}`);
const someOf = words('Up Down Left Right Home End');
const keyGroups: readonly (readonly [weight: number, keys: readonly string[]])[] = [
  [22, cursor],
  [20, editing],
  [8, Array.from({ length: 12 }, (_, index) => `F${index + 1}`)],
  [22, letters],
  [8, symbols],
  [
    13,
    chord(
      'Ctrl',
      letters.filter((letter) => !stopping.has(letter)),
    ),
  ],
  [3, chord('Ctrl', someOf)],
  [5, chord('Alt', [...letters, 'Enter', 'Backspace'])],
  [2, chord('Alt', someOf)],
  [2, chord('Shift', [...someOf, 'F5'])],
];

// None is wider in the terminal than for the C library: a program would seem to overflow. No line breaks and no backticks:
// a string of a tape cannot contain them together with both quotes.
const texts: readonly string[] = [
  ...words('hello a ~ -1 0 999999 .. x/y "quoted" it\'s <b> ${x} 100% \\n'),
  ...words('e\u0301 n\u0303o\u0308 a\u0300\u0301\u0302 \u0e01\u0e33\u0e49 \u092e\u093e\u0928'),
  ...words('\ud55c\uae00 \u6f22\u5b57 \u65e5\u672c\u8a9e \uff21\uff22 \u3042'),
  ...words('\u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u{1f44d}\u{1f3fd} \u{1f600}'),
  ...words('\u{1f1e9}\u{1f1ea} \u{1f1ef}\u{1f1f5}\u{1f1ee}\u{1f1f9}'),
  ...words('\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627 \u00dfn'),
];
const longText = 200;

const sizes: readonly Cells[] = [
  ...([
    [20, 8],
    [10, 4],
    [5, 3],
    [2, 1],
    [80, 2],
    [200, 50],
  ] as const),
  ...([
    [40, 12],
    [132, 43],
    [79, 24],
    [80, 23],
    [81, 25],
    [30, 60],
    [12, 24],
    [120, 5],
  ] as const),
];
const maxSize = [160, 60] as const;

const kinds: readonly (readonly [weight: number, kind: PlannedAction['do']])[] = [
  [56, 'key'],
  [13, 'type'],
  [5, 'paste'],
  [8, 'click'],
  [2, 'drag'],
  [3, 'wheel'],
  [3, 'focus'],
  [8, 'resize'],
  [2, 'signal'],
];
const places = 1_000_000;

/** The actions of one run; the first run has number 1. */
export function planRun(run: number, options: PlanOptions): readonly PlannedAction[] {
  return new Plan(run, options).actions;
}

/** Whether a run keeps the size at its start: every third one, because a resize redraws what a bug has left. */
export const keepsSize = (run: number): boolean => run % 3 === 0;

class Plan {
  readonly actions: PlannedAction[] = [];
  readonly #random: Random;
  readonly #keyGroups: typeof keyGroups;
  readonly #texts: readonly string[];
  readonly #letters: readonly string[];

  constructor(run: number, { seed, actions, size: [cols, rows], excluded }: PlanOptions) {
    this.#random = new Random(Math.imul(seed ^ 0x5bd1e995, 0x9e3779b1) ^ Math.imul(run, 0x85ebca6b));
    const excludedBytes = new Set(excluded.map(toBytes));
    const isAllowed = (key: string): boolean => !excludedBytes.has(toBytes(key));
    this.#keyGroups = keyGroups
      .map(([weight, keys]) => [weight, keys.filter(isAllowed)] as const)
      .filter(([, keys]) => keys.length > 0);
    this.#texts = texts.filter((text) => [...text].every((character) => !excludedBytes.has(character)));
    this.#letters = letters.filter(isAllowed);
    // The sizes come first: their evidence must not be redrawn away.
    const lastResize = keepsSize(run) ? 0 : Math.floor((actions * 2) / 3);
    let hasResized = false;
    for (let index = 0; index < actions; index += 1) {
      const action: PlannedAction =
        hasResized && index === lastResize ? { do: 'resize', cols, rows } : this.#choose(index < lastResize);
      hasResized ||= action.do === 'resize';
      this.actions.push(action);
    }
  }

  #choose(canResize: boolean): PlannedAction {
    const kind = this.#pickWeighted(canResize ? kinds : kinds.filter(([, one]) => one !== 'resize'));
    const random = this.#random;
    switch (kind) {
      case 'key':
        return this.#chooseKey();
      case 'type':
      case 'paste':
        return this.#texts.length === 0 ? this.#chooseKey() : { do: kind, text: this.#chooseText() };
      case 'click': {
        const on = random.chance(0.8) ? 'text' : 'screen';
        const button = this.#pickWeighted([[8, 'left'] as const, [1, 'middle'] as const, [1, 'right'] as const]);
        return { do: kind, on, place: random.below(places), button };
      }
      case 'drag':
        return { do: kind, from: random.below(places), to: random.below(places) };
      case 'wheel':
        return { do: kind, direction: random.pick(['up', 'down']), count: 1 + random.below(4) };
      case 'focus':
        return { do: kind, isIn: random.chance(0.5) };
      case 'resize': {
        const [cols, rows] = random.chance(0.7)
          ? random.pick(sizes)
          : [2 + random.below(maxSize[0] - 1), 1 + random.below(maxSize[1])];
        return { do: kind, cols, rows };
      }
      default:
        return { do: 'signal' };
    }
  }

  #chooseKey(): PlannedAction {
    if (this.#keyGroups.length === 0) return { do: 'signal' };
    return { do: 'key', key: this.#random.pick(this.#pickWeighted(this.#keyGroups)) };
  }

  #chooseText(): string {
    const random = this.#random;
    if (this.#letters.length > 0 && random.chance(0.08))
      return Array.from({ length: longText }, () => random.pick(this.#letters)).join('');
    const count = random.chance(0.7) ? 1 : 2 + random.below(3);
    return Array.from({ length: count }, () => random.pick(this.#texts)).join('');
  }

  #pickWeighted<T>(entries: readonly (readonly [weight: number, value: T])[]): T {
    let left = this.#random.below(entries.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, value] of entries) {
      left -= weight;
      if (left < 0) return value;
    }
    throw new RangeError('No entry.');
  }
}

const plainModes = {
  applicationCursorKeys: false,
  applicationKeypad: false,
  kittyKeyboard: 0,
  modifyOtherKeys: 0,
  formatOtherKeys: 0,
  newline: false,
};

/** What a key sends without modes: `Ctrl+m` is another name of Enter. Throws a KeyError. */
export const toBytes = (key: string): string => encodeKey(parseKey(key), plainModes);

/** An action as `--list` prints it. */
export function describeAction(action: PlannedAction): string {
  const capitalize = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
  switch (action.do) {
    case 'key':
      return `Key ${action.key}`;
    case 'type':
    case 'paste':
      return `${capitalize(action.do)} ${JSON.stringify(action.text)}`;
    case 'click':
      return `Click ${action.on} ${action.place}${action.button === 'left' ? '' : ` ${capitalize(action.button)}`}`;
    case 'drag':
      return `Drag ${action.from} ${action.to}`;
    case 'wheel':
      return `Wheel ${capitalize(action.direction)} ${action.count}`;
    case 'focus':
      return `Focus ${action.isIn ? 'In' : 'Out'}`;
    case 'resize':
      return `Resize ${action.cols} ${action.rows}`;
    default:
      return 'Signal WINCH';
  }
}
