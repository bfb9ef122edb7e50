import {
  type AssertionHooks,
  type AssertionOptions,
  startAssertion,
  type TextAssertionOptions,
  toSource,
} from './assertion.js';
import { checkText } from './check-text.js';
import { describeSelector, type Locator } from './locator.js';
import { retryOnChange, type UnmetReason } from './retry-on-change.js';
import { findStyleDifference } from './style-difference.js';
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
  toBeVisible(options: TextAssertionOptions = {}): Promise<void> {
    return this.#start('toBeVisible', [], 'visible', async () => await this.#checkVisible(!this.#isNegated, options));
  }

  /** There is no match on the screen. */
  toBeHidden(options: TextAssertionOptions = {}): Promise<void> {
    return this.#start('toBeHidden', [], 'hidden', async () => await this.#checkVisible(this.#isNegated, options));
  }

  /** There is this number of matches on the screen. */
  toHaveCount(count: number, options: CountOptions = {}): Promise<void> {
    return this.#start('toHaveCount', [count], count, async () => {
      const check = async (): Promise<UnmetReason> => {
        const actual = await this.#locator.count();
        const found = actual === 1 ? 'is 1 match' : `are ${actual} matches`;
        const reason = `There ${found} of ${describeSelector(this.#locator.selector)}.`;
        return (actual === count) === this.#isNegated ? { reason, actual } : undefined;
      };
      await retryOnChange(this.#locator.terminal, check, options);
    });
  }

  /** Every cell of the first match has this style. */
  toHaveStyle(style: StyleFilter, options: CountOptions = {}): Promise<void> {
    return this.#start('toHaveStyle', [style], style, async () => {
      const check = async (): Promise<UnmetReason> => {
        const difference = await findStyleDifference(this.#locator, style);
        if (!this.#isNegated || difference?.isMissing === true) return difference;
        return difference === undefined ? { reason: `Every cell has the style ${toSource(style)}.` } : undefined;
      };
      await retryOnChange(this.#locator.terminal, check, options);
    });
  }

  async #checkVisible(isVisible: boolean, options: TextAssertionOptions): Promise<void> {
    await checkText(this.#locator.terminal, this.#locator.selector, !isVisible, options);
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

/** Options of assertions that are checked again after each change. */
export type CountOptions = AssertionOptions & Pick<TextAssertionOptions, 'forMs'>;
