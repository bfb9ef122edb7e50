import {
  type AssertionHooks,
  type AssertionOptions,
  startAssertion,
  type TextAssertionOptions,
  textChecks,
  toSource,
} from './assertion.js';
import { checkOptions, checkStyle, checks } from './check-options.js';
import { checkText } from './check-text.js';
import { describeSelector, type Locator } from './locator.js';
import { retryOnChange, type UnmetReason } from './retry-on-change.js';
import { findStyleDifference } from './style-difference.js';
import type { AmbiguityOptions } from './terminal-options.js';
import type { StyleFilter } from './wire-types.js';

/** Assertions about the text that a locator describes. */
export class LocatorAssertions {
  readonly #locator: Locator;
  readonly #hooks: AssertionHooks;
  readonly #isNegated: boolean;

  /** @internal */
  constructor(locator: Locator, hooks: AssertionHooks, isNegated = false) {
    this.#locator = locator;
    this.#hooks = hooks;
    this.#isNegated = isNegated;
  }

  /** The opposite: waits until the assertion does not hold. */
  get not(): LocatorAssertions {
    return new LocatorAssertions(this.#locator, this.#hooks, !this.#isNegated);
  }

  /** There is a match on the screen. */
  toBeVisible(options: MatchAssertionOptions = {}): Promise<void> {
    return this.#start('toBeVisible', [], 'visible', async () => {
      checkOptions('toBeVisible', options, matchChecks);
      await this.#checkVisible(!this.#isNegated, options);
    });
  }

  /** There is no match on the screen. */
  toBeHidden(options: TextAssertionOptions = {}): Promise<void> {
    return this.#start('toBeHidden', [], 'hidden', async () => {
      checkOptions('toBeHidden', options, this.#isNegated ? matchChecks : textChecks);
      await this.#checkVisible(this.#isNegated, options);
    });
  }

  /** There is this number of matches on the screen. */
  toHaveCount(count: number, options: CountOptions = {}): Promise<void> {
    return this.#start('toHaveCount', [count], count, async () => {
      checkOptions('toHaveCount', options, countChecks);
      const check = async (): Promise<UnmetReason> => {
        const actual = await this.#locator.count();
        const found = actual === 1 ? 'is 1 match' : `are ${actual} matches`;
        const reason = `There ${found} of ${describeSelector(this.#locator.selector)}.`;
        return (actual === count) === this.#isNegated ? { reason, actual } : undefined;
      };
      await retryOnChange(this.#locator.terminal, check, options);
    });
  }

  /** There is one match, and every cell of it has this style. */
  toHaveStyle(style: StyleFilter, options: StyleAssertionOptions = {}): Promise<void> {
    return this.#start('toHaveStyle', [style], style, async () => {
      checkStyle('toHaveStyle', style);
      checkOptions('toHaveStyle', options, { ...countChecks, ambiguity: checks.ambiguity });
      const check = async (): Promise<UnmetReason> => {
        const difference = await findStyleDifference(this.#locator, style, options.ambiguity);
        if (!this.#isNegated || difference?.isMissing === true) return difference;
        return difference === undefined ? { reason: `Every cell has the style ${toSource(style)}.` } : undefined;
      };
      await retryOnChange(this.#locator.terminal, check, options);
    });
  }

  async #checkVisible(isVisible: boolean, options: MatchAssertionOptions): Promise<void> {
    await checkText(this.#locator.terminal, this.#locator.selector, !isVisible, options, options.ambiguity);
  }

  #start(
    method: keyof LocatorAssertions,
    args: readonly unknown[],
    expected: unknown,
    run: () => Promise<unknown>,
  ): Promise<void> {
    const { terminal, selector } = this.#locator;
    const title = `expect(${describeSelector(selector)})${this.#isNegated ? '.not' : ''}.${method}(${args.map(toSource).join(', ')})`;
    const caller = LocatorAssertions.prototype[method as 'toBeVisible'];
    return startAssertion({ terminal, hooks: this.#hooks, title, expected, run, caller });
  }
}

const matchChecks = { ...textChecks, ambiguity: checks.ambiguity };
const countChecks = { ...checks.wait, forMs: 'time' } as const;

/** Options of assertions about one match. */
export type MatchAssertionOptions = TextAssertionOptions & AmbiguityOptions;
/** Options of `toHaveStyle`. */
export type StyleAssertionOptions = CountOptions & AmbiguityOptions;
/** Options of assertions that are checked again after each change. */
export type CountOptions = AssertionOptions & Pick<TextAssertionOptions, 'forMs'>;
