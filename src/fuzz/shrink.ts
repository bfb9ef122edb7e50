// The shortest list of actions that still shows a finding: delta debugging, then simpler forms of each action.
import type { TapeAction } from '../tapes/commands.js';
import { splitCharacters } from '../terminal/input/key-table.js';

type Size = readonly [cols: number, rows: number];

/** What is tried, and how often. */
export interface ShrinkOptions {
  readonly maxRuns: number;
  /** The size at the start. */
  readonly size: Size;
  /** Whether a list of actions shows the finding. */
  holds(actions: readonly TapeAction[]): Promise<boolean>;
}

/** The shortest list that was found, and the number of runs. */
export async function shrinkActions(
  actions: readonly TapeAction[],
  options: ShrinkOptions,
): Promise<{ readonly actions: readonly TapeAction[]; readonly runs: number }> {
  const shrinking = new Shrinking(actions, options);
  await shrinking.run();
  return { actions: shrinking.actions, runs: shrinking.runs };
}

class Shrinking {
  actions: readonly TapeAction[];
  runs = 0;
  readonly #options: ShrinkOptions;
  readonly #tried = new Set<string>();

  constructor(actions: readonly TapeAction[], options: ShrinkOptions) {
    this.actions = actions;
    this.#options = options;
  }

  async run(): Promise<void> {
    // Most findings are caused by what was done last, and some by nothing but the start.
    for (let length = 0; length < this.actions.length; length = length === 0 ? 1 : length * 2)
      if (await this.#try(this.actions.slice(this.actions.length - length))) break;
    let before: number;
    do {
      before = this.actions.length;
      await this.#removeParts();
    } while (this.actions.length < before);
    await this.#simplify();
  }

  /** Removes parts, from halves to single actions. */
  async #removeParts(): Promise<void> {
    for (let size = Math.ceil(this.actions.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
      for (let end = this.actions.length; end > 0; end -= size) {
        const start = Math.max(0, end - size);
        await this.#try([...this.actions.slice(0, start), ...this.actions.slice(end)]);
      }
  }

  async #simplify(): Promise<void> {
    for (let index = 0; index < this.actions.length; index += 1) {
      let hasChanged: boolean;
      do {
        hasChanged = false;
        for (const simpler of simplify(this.actions[index] as TapeAction, this.#options.size)) {
          hasChanged = await this.#try(this.actions.with(index, simpler));
          if (hasChanged) break;
        }
      } while (hasChanged);
    }
  }

  /** Takes a list if it shows the finding. */
  async #try(actions: readonly TapeAction[]): Promise<boolean> {
    const key = JSON.stringify(actions);
    if (this.#tried.has(key) || this.runs >= this.#options.maxRuns) return false;
    this.#tried.add(key);
    this.runs += 1;
    if (!(await this.#options.holds(actions))) return false;
    this.actions = actions;
    return true;
  }
}

/** Simpler forms of an action, the simplest first. */
export function simplify(action: TapeAction, size: Size): TapeAction[] {
  switch (action.do) {
    case 'type':
      return simplifyText(action.text).map((text) => ({ ...action, text }));
    case 'paste':
      return action.text === 'a' ? [] : [{ ...action, text: 'a' }];
    case 'resize':
      return simplifySize([action.cols, action.rows], size).map(([cols, rows]) => ({ ...action, cols, rows }));
    case 'click':
      return action.button === 'left' ? [] : [{ ...action, button: 'left' }];
    case 'wheel':
      return action.count === 1 ? [] : [{ ...action, count: 1 }];
    default:
      return [];
  }
}

/** A letter, halves of the text, and as many letters. */
function simplifyText(text: string): string[] {
  const characters = [...splitCharacters(text)];
  const half = Math.ceil(characters.length / 2);
  const halves = [characters.slice(0, half), characters.slice(half)].map((part) => part.join(''));
  const texts = ['a', ...halves, 'a'.repeat(characters.length)];
  return texts.filter((one) => one !== '' && one !== text && one.length <= text.length);
}

/** The size at the start, and that in one direction. */
const simplifySize = ([cols, rows]: Size, [startCols, startRows]: Size): Size[] =>
  (
    [
      [startCols, startRows],
      [cols, startRows],
      [startCols, rows],
    ] as const
  ).filter((one) => one[0] !== cols || one[1] !== rows);
