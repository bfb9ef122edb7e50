import { AssertionError } from 'node:assert';
import { type ErrorData, withScreen } from './errors.js';
import type { ClosestText } from './wire-types.js';

/** An `AssertionError` of `node:assert`; its type must not depend on the types of Node. */
export interface NodeAssertionError extends Error {
  readonly code: 'ERR_ASSERTION';
  readonly generatedMessage: boolean;
  actual: unknown;
  expected: unknown;
  operator: string;
}
interface NodeAssertionErrorOptions {
  readonly message: string;
  readonly actual: unknown;
  readonly expected: unknown;
  readonly operator: string;
}
const BaseError = AssertionError as unknown as new (options: NodeAssertionErrorOptions) => NodeAssertionError;

/** What a failed assertion reports. */
export interface AssertionFacts {
  /** The assertion as it was written, such as `expect(terminal).toHaveText("Save")`. */
  readonly call: string;
  /** Why it failed, in a sentence. */
  readonly reason: string;
  readonly actual?: unknown;
  readonly expected?: unknown;
  readonly data?: ErrorData | undefined;
  readonly step?: string | undefined;
  readonly picturePath?: string | undefined;
}

/** A failed assertion. The message contains the call, the reason, the last step, paths of evidence and the screen. */
export class ScreenAssertionError extends BaseError {
  // Members of the prototype: test runners print own members, and the message says the same.
  readonly #facts: AssertionFacts;

  /** @internal */
  constructor(facts: AssertionFacts) {
    const { call, actual, expected } = facts;
    super({ message: messageOf(facts), actual, expected, operator: call });
    this.#facts = facts;
    // Runners print a difference of `actual` and `expected`; it is only useful if both are screens.
    if (typeof actual !== 'string' || typeof expected !== 'string' || !expected.includes('\n'))
      Object.defineProperty(this, 'showDiff', { value: false });
    for (const name of ['generatedMessage', 'operator', 'actual', 'expected'])
      Object.defineProperty(this, name, { enumerable: false });
  }

  /** The visible text at the time of the failure. */
  get screen(): string | undefined {
    return this.data.screen;
  }
  /** The text on the screen that is closest to the expected one. */
  get closestText(): ClosestText | undefined {
    return this.data.nearest;
  }
  /** Path of a picture of the screen. */
  get picturePath(): string | undefined {
    return this.#facts.picturePath;
  }
  /** Path of a picture that shows the expected screen, the actual screen and the difference. */
  get diffPath(): string | undefined {
    return this.data.diffPngPath;
  }
  /** Path of the trace of the session. */
  get tracePath(): string | undefined {
    return this.data.tracePath;
  }
  /** The title of the last `step`. */
  get step(): string | undefined {
    return this.#facts.step;
  }
  /** Everything that the server reported. */
  get data(): ErrorData {
    return this.#facts.data ?? {};
  }
}

function messageOf({ call, reason, data = {}, step, picturePath }: AssertionFacts): string {
  const evidence = [
    ['Last step', step && JSON.stringify(step)],
    ['Picture', picturePath],
    ['Difference', data.diffPngPath],
    ['Trace', data.tracePath],
  ] as const;
  const lines = evidence.flatMap(([title, text]) => (text === undefined ? [] : [`${title}: ${text}`]));
  return withScreen([`${call} failed`, '', reason, ...lines].join('\n'), data);
}
