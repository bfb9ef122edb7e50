// The assertions of `expect(terminal)` and `expect(locator)`.
import { escapePattern } from '../base/text.js';
import { now, ownTimers } from '../base/timers.js';
import {
  type AssertionHooks,
  type AssertionOptions,
  isTimeout,
  isUnmet,
  Mismatch,
  retryOnChange,
  startAssertion,
  type TextAssertionOptions,
  textChecks,
  toSource,
  type UnmetReason,
  type UpdateMode,
} from './assertion.js';
import { checkOptions, checkStyle, checks } from './check-options.js';
import { Cost } from './cost.js';
import { CostAssertions } from './cost-assertions.js';
import { compareRows, findStyleDifference } from './difference.js';
import {
  formatSelector,
  Locator,
  type Rect,
  type Region,
  type TextQuery,
  toArea,
  toPattern,
  toSelector,
} from './locator.js';
import { checkEachEnding, checkRestored, type Ending, type TerminalChange } from './restored.js';
import { connectionOf, Terminal } from './terminal.js';
import type { AmbiguityOptions, TextTarget } from './terminal-options.js';
import {
  type AmbiguityMode,
  type Cursor,
  type FailureKind,
  type MethodParams,
  omitUndefined,
  type Selector,
  type StyleFilter,
} from './wire.js';

/** Waits until a selector matches, or until it does not; with `forMs`, continuously for that long. */
async function checkVisibility(
  terminal: Terminal,
  selector: Selector,
  isNegated: boolean,
  options: TextAssertionOptions,
  ambiguity?: AmbiguityMode,
): Promise<void> {
  const { since, forMs, timeout, signal } = options;
  if (isNegated && since !== undefined && since !== 'any') return await checkNothingNew(terminal, selector, options);
  const state = isNegated ? 'hidden' : 'visible';
  const ambiguityMode = isNegated ? undefined : ambiguity;
  const startedAt = now();
  const timeoutMs = connectionOf(terminal).limitTimeout(timeout);
  if (since !== undefined)
    await connectionOf(terminal).request(
      'waitForText',
      { selector, since, state, timeoutMs, ambiguityMode },
      { signal },
    );
  if (since !== undefined && forMs === undefined) return;
  const method = isNegated ? 'expectNotVisible' : 'expectVisible';
  const remainingMs = Math.max(0, Math.round(timeoutMs - (now() - startedAt)));
  await connectionOf(terminal).request(method, { selector, forMs, timeoutMs: remainingMs, ambiguityMode }, { signal });
}

/** Waits until a selector has no new match: the server's `state: hidden` counts all text. */
async function checkNothingNew(terminal: Terminal, selector: Selector, options: TextAssertionOptions): Promise<void> {
  const since = options.since === 'now' ? await terminal.mark() : options.since;
  const check = async (): Promise<UnmetReason> => {
    try {
      const { match } = await terminal.waitForText(selector, { since, timeout: 0, ambiguity: 'first' });
      return { reason: `There is a new match of ${formatSelector(selector)}.`, actual: match?.text };
    } catch (error) {
      if (isTimeout(error)) return undefined;
      throw error;
    }
  };
  await retryOnChange(terminal, check, options);
}

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
        const reason = `There ${found} of ${formatSelector(this.#locator.selector)}.`;
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
    await checkVisibility(this.#locator.terminal, this.#locator.selector, !isVisible, options, options.ambiguity);
  }

  #start(
    method: keyof LocatorAssertions,
    args: readonly unknown[],
    expected: unknown,
    run: () => Promise<unknown>,
  ): Promise<void> {
    const { terminal, selector } = this.#locator;
    const title = `expect(${formatSelector(selector)})${this.#isNegated ? '.not' : ''}.${method}(${args.map(toSource).join(', ')})`;
    const caller = LocatorAssertions.prototype[method as 'toBeVisible'];
    return startAssertion({ terminal, hooks: this.#hooks, title, expected, run, caller });
  }
}

const matchChecks = { ...textChecks, ambiguity: checks.ambiguity };
const countChecks = { ...checks.wait, forMs: 'time' } as const;

/** Options of assertions about one match. */
type MatchAssertionOptions = TextAssertionOptions & AmbiguityOptions;
/** Options of `toHaveStyle`. */
type StyleAssertionOptions = CountOptions & AmbiguityOptions;
/** Options of assertions that are checked again after each change. */
type CountOptions = AssertionOptions & Pick<TextAssertionOptions, 'forMs'>;

/** Options of `toMatchScreen`. */
export interface MatchScreenOptions extends AssertionOptions {
  /** Areas to exclude: rectangles, regions, or the cells of texts. */
  readonly mask?: readonly (TextTarget | Rect | Region)[] | undefined;
  /** Replaces text in both screens before the comparison, such as times. */
  readonly normalize?: readonly { readonly pattern: string | RegExp; readonly replacement: string }[] | undefined;
  /** The part of the screen to compare. */
  readonly region?: TextTarget | Rect | Region | undefined;
  /** How long the screen must be unchanged before a baseline is written, in milliseconds. Default: 250. */
  readonly stable?: number | undefined;
}

/** Options of `toRestoreTerminal`. */
export interface RestoreTerminalOptions extends AssertionOptions {
  /** A mark to compare with. Default: the launch. */
  readonly since?: string | undefined;
  /** Ways to end the program: a key, several keys, or a signal such as `SIGTERM`. */
  readonly after?: readonly Ending[] | undefined;
  /** Changes to accept, by name. */
  readonly allow?: readonly TerminalChange[] | undefined;
  /** Whether changes also count after SIGKILL and SIGHUP. Default: false. */
  readonly strict?: boolean | undefined;
}

function rethrowUnlessNotRestored(error: unknown): false {
  if (error instanceof Mismatch || (error as { kind?: unknown }).kind === 'not-restored') return false;
  throw error;
}

/** Options of `toHaveLines`. */
interface LinesOptions extends AssertionOptions {
  /** Whether a text must not be there more often than it is listed. Default: true. */
  readonly once?: boolean | undefined;
  /** Whether the texts must be there in this order. Default: true. */
  readonly inOrder?: boolean | undefined;
}

/** Sizes of the terminal. */
type Sizes = readonly (readonly [cols: number, rows: number])[];
/** Sizes that depend on a seed alone. */
interface Storm {
  readonly seed: number;
  /** The number of sizes. Default: 20. */
  readonly steps?: number | undefined;
  /** The smallest width and height. Default: 20 × 5. */
  readonly min?: readonly [cols: number, rows: number] | undefined;
  /** The largest width and height. Default: 200 × 60. */
  readonly max?: readonly [cols: number, rows: number] | undefined;
}
/** Options of `toSurviveResize`; `timeout` is for each size. */
interface ResizeOptions extends AssertionOptions {
  /** Texts that must be there once and in this order, before the first resize and after each. */
  readonly lines?: readonly string[] | undefined;
  /** Areas that may change. */
  readonly ignore?: readonly (TextTarget | Rect | Region)[] | undefined;
  /** How long the screen must be unchanged at each size, in milliseconds. Default: 200. */
  readonly stable?: number | undefined;
}

/** Options of `toHaveContrast`. */
interface ContrastOptions extends AssertionOptions {
  /** The lowest ratio that is accepted. Default: 4.5. */
  readonly ratio?: number | undefined;
  /** Names of themes, or paths of JSON files. Default: the colors that the terminal reports to the program. */
  readonly themes?: readonly string[] | undefined;
  /** The part of the screen to evaluate. */
  readonly region?: TextTarget | Rect | Region | undefined;
  /** Areas to exclude. */
  readonly ignore?: readonly (TextTarget | Rect | Region)[] | undefined;
}

/** Options of `toBeIdle`. */
interface IdleOptions {
  /** How long, in milliseconds. Default: 3000. */
  readonly forMs?: number | undefined;
  /** How many bytes it may write. Default: 0. */
  readonly maxBytes?: number | undefined;
  /** Cancels the assertion when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** Assertions about a terminal. */
export class TerminalAssertions {
  readonly #terminal: Terminal;
  readonly #hooks: AssertionHooks;
  readonly #isNegated: boolean;

  /** @internal */
  constructor(terminal: Terminal, hooks: AssertionHooks, isNegated = false) {
    this.#terminal = terminal;
    this.#hooks = hooks;
    this.#isNegated = isNegated;
  }

  /** The opposite: waits until the assertion does not hold. */
  get not(): TerminalAssertions {
    return new TerminalAssertions(this.#terminal, this.#hooks, !this.#isNegated);
  }

  /**
   * The screen contains a text, which may have several lines; with `exact`, it contains nothing else. A regular
   * expression is searched line by line, or in all lines at once if it contains `\n` or `[^]`, or has the flag `s`.
   * `^` and `$` are ends of lines. Without `exact`, soft-wrapped rows are one line.
   */
  toHaveText(
    query: TextQuery,
    options: TextAssertionOptions & { readonly exact?: boolean | undefined } = {},
  ): Promise<void> {
    const shown = options.exact === true ? [query, { exact: true }] : [query];
    return this.#start('toHaveText', shown, query, async () => {
      checkOptions('toHaveText', options, { ...textChecks, exact: 'boolean' });
      if (options.exact === true) await this.#checkWholeText(query, options);
      else await checkVisibility(this.#terminal, toSelector(query), this.#isNegated, options, 'first');
    });
  }

  /** The screen equals a snapshot baseline in characters and styles. */
  toMatchScreen(name?: string, options: MatchScreenOptions = {}): Promise<void> {
    const used = this.#hooks.nameSnapshot?.(name) ?? name ?? connectionOf(this.#terminal).createName('screen');
    return this.#start('toMatchScreen', name === undefined ? [] : [name], undefined, async () => {
      checkOptions('toMatchScreen', options, {
        ...checks.wait,
        mask: 'any',
        normalize: 'any',
        region: 'any',
        stable: 'time',
      });
      if (!this.#isNegated) await this.#compareScreen(used, options, this.#hooks.updateMode?.(), options.timeout);
      else await retryOnChange(this.#terminal, async () => await this.#findMatchingBaseline(used, options), options);
    });
  }

  /** The program has exited; with `code`, with this exit code. */
  toHaveExited(code?: number, options: AssertionOptions = {}): Promise<void> {
    return this.#start('toHaveExited', code === undefined ? [] : [code], code, async () => {
      checkOptions('toHaveExited', options, checks.wait);
      if (this.#isNegated && code === undefined) return await this.#checkRunning();
      const { exitCode, signal } = await this.#terminal.waitForExit(options);
      if (code === undefined || (exitCode === code) !== this.#isNegated) return;
      const how = signal === null ? `with exit code ${exitCode}` : `by signal ${signal}`;
      throw new Mismatch(
        `The program exited ${how}, expected ${this.#isNegated ? 'another code than ' : ''}${code}.`,
        exitCode,
      );
    });
  }

  /**
   * The program has exited and left the terminal as it was before the launch. With a mark as `since`, it may be a shell
   * that keeps running. With `after`, the program is launched again for each way to end it.
   */
  toRestoreTerminal(options: RestoreTerminalOptions = {}): Promise<void> {
    return this.#start('toRestoreTerminal', [], undefined, async () => {
      checkOptions('toRestoreTerminal', options, {
        ...checks.wait,
        since: 'text',
        after: 'any',
        allow: 'any',
        strict: 'boolean',
      });
      const { after, ...params } = options;
      if (after !== undefined && (!Array.isArray(after) || after.length === 0))
        throw new TypeError('`after` must be a list of at least one way to end the program.');
      if (after !== undefined && params.since !== undefined)
        throw new TypeError('`since` and `after` cannot be combined.');
      const connection = connectionOf(this.#terminal);
      const check =
        after === undefined ? checkRestored(connection, params) : checkEachEnding(connection, after, params);
      if (!this.#isNegated) return await check;
      const isRestored = await check.then(() => true, rethrowUnlessNotRestored);
      if (isRestored) throw new Mismatch('The terminal is as it was.');
    });
  }

  /** The title of the terminal equals a text or matches a regular expression. */
  toHaveTitle(title: TextQuery, options: AssertionOptions = {}): Promise<void> {
    return this.#start('toHaveTitle', [title], title, async () => {
      checkOptions('toHaveTitle', options, checks.wait);
      const { pattern, flags } =
        typeof title === 'string' ? { pattern: `^${escapePattern(title)}$`, flags: '' } : toPattern(title);
      const condition = { title: this.#isNegated ? `^(?![\\s\\S]*(?:${pattern}))` : pattern, flags };
      await this.#terminal.waitFor({ anyOf: [condition], ...options }).catch(async (error: unknown) => {
        if (!isUnmet(error)) throw error;
        const { title: actual } = await this.#terminal.view();
        throw new Mismatch(`The title is ${JSON.stringify(actual)}.`, actual, error.data);
      });
    });
  }

  /** The cursor is in a cell, 1-based. */
  toHaveCursor(row: number, col: number, options: AssertionOptions = {}): Promise<void> {
    return this.#start('toHaveCursor', [row, col], { row, col }, async () => {
      checkOptions('toHaveCursor', options, checks.wait);
      const check = (cursor: Cursor | undefined): UnmetReason => {
        if (cursor === undefined || (cursor.row === row && cursor.col === col) !== this.#isNegated) return undefined;
        return { reason: `The cursor is in row ${cursor.row}, column ${cursor.col}.`, actual: cursor };
      };
      if (this.#isNegated)
        return await retryOnChange(this.#terminal, async () => check((await this.#terminal.view()).cursor), options);
      await this.#terminal.waitFor({ anyOf: [{ cursor: { row, col } }], ...options }).catch((error: unknown) => {
        const finding = isUnmet(error) ? check(error.data.cursor) : undefined;
        if (!isUnmet(error) || finding === undefined) throw error;
        throw new Mismatch(finding.reason, finding.actual, error.data);
      });
    });
  }

  /** The text of the screen does not change for `ms` milliseconds (default: 100). */
  toBeStable(options: AssertionOptions & { readonly ms?: number | undefined } = {}): Promise<void> {
    return this.#start('toBeStable', [], undefined, async () => {
      checkOptions('toBeStable', options, { ...checks.wait, ms: 'time' });
      const { ms, ...others } = options;
      if (!this.#isNegated) return await this.#terminal.waitForStable(ms, others);
      const { changed } = await this.#terminal.waitForChange({ ...others, since: 'now', stable: 0 });
      if (!changed) throw new Mismatch('The screen did not change.');
      return undefined;
    });
  }

  /** The lines of the screen and its scrollback contain these texts, each once and in this order. */
  toHaveLines(lines: readonly string[], options: LinesOptions = {}): Promise<void> {
    return this.#start('toHaveLines', [lines], lines, async () => {
      checkOptions('toHaveLines', options, { ...checks.wait, once: 'boolean', inOrder: 'boolean' });
      const { once, inOrder, ...others } = options;
      const params = omitUndefined({ once, inOrder });
      await this.#checkOnServer('expectLines', { lines: [...lines], ...params }, 'lines-mismatch', others);
    });
  }

  /**
   * The program survives that the terminal is resized to each size and back: it still runs, no line of the screen and
   * its scrollback is lost or repeated, and the alternate screen is the same again.
   */
  toSurviveResize(sizes: Sizes | Storm, options: ResizeOptions = {}): Promise<void> {
    return this.#start('toSurviveResize', [sizes], undefined, async () => {
      checkOptions('toSurviveResize', options, { ...checks.wait, lines: 'any', ignore: 'any', stable: 'time' });
      const { lines, ignore, stable, timeout, signal } = options;
      const params = {
        ...(isSizes(sizes) ? { sizes: [...sizes] } : { storm: omitUndefined({ ...sizes }) }),
        lines: lines && [...lines],
        ignore: ignore?.map(toArea),
        stableMs: stable,
        timeoutMs: connectionOf(this.#terminal).limitTimeout(timeout),
      };
      const request = connectionOf(this.#terminal).request('expectSurvivesResize', omitUndefined(params), { signal });
      if (!this.#isNegated) return await request;
      await request.then(failAsHolding, ignoreKind('resize-damage'));
      return undefined;
    });
  }

  /** All text on the screen has a WCAG 2 contrast ratio of at least `ratio`, or that of the theme's own text. */
  toHaveContrast(options: ContrastOptions = {}): Promise<void> {
    return this.#start('toHaveContrast', [], undefined, async () => {
      const own = { ratio: 'any', themes: 'any', region: 'any', ignore: 'any' } as const;
      checkOptions('toHaveContrast', options, { ...checks.wait, ...own });
      const { ratio, themes, region, ignore, ...others } = options;
      const params = omitUndefined({
        ratio,
        themes: themes && [...themes],
        region: region === undefined ? undefined : toArea(region),
        ignore: ignore?.map(toArea),
      });
      await this.#checkOnServer('expectContrast', params, 'low-contrast', others);
    });
  }

  /** No cell of the screen or its scrollback has a color beyond `max` (default: what the terminal promises). */
  toUseColors(max?: 'none' | '16' | '256' | 'truecolor', options: AssertionOptions = {}): Promise<void> {
    return this.#start('toUseColors', max === undefined ? [] : [max], max, async () => {
      checkOptions('toUseColors', options, checks.wait);
      await this.#checkOnServer('expectColors', omitUndefined({ max }), 'too-many-colors', options);
    });
  }

  /** The program writes at most `maxBytes` (default: 0) in `forMs` milliseconds (default: 3000). */
  toBeIdle(options: IdleOptions = {}): Promise<void> {
    return this.#start('toBeIdle', [], undefined, async () => {
      checkOptions('toBeIdle', options, { forMs: 'time', maxBytes: 'count', signal: 'any' });
      const { forMs = 3000, maxBytes = 0, signal } = options;
      const connection = connectionOf(this.#terminal);
      // No measurement: one that runs would begin again.
      const countBytes = async (): Promise<number> => (await connection.request('terminalState', {}, { signal })).bytes;
      await this.#checkRunning();
      const before = await countBytes();
      const waitMs = connection.limitTimeout(forMs);
      await new Promise<void>((resolve) => ownTimers.setTimeout(resolve, waitMs));
      const bytes = (await countBytes()) - before;
      if (bytes <= maxBytes !== this.#isNegated) return;
      const limit = this.#isNegated ? 'expected more than' : 'expected at most';
      throw new Mismatch(`The program wrote ${bytes} bytes within ${waitMs} ms, ${limit} ${maxBytes}.`, bytes);
    });
  }

  /** A request that retries until it holds; negated, it is sent again until it fails. */
  async #checkOnServer<M extends RetryingMethod>(
    method: M,
    params: Omit<MethodParams[M], 'timeoutMs'>,
    kind: FailureKind,
    { timeout, signal }: AssertionOptions,
  ): Promise<void> {
    const connection = connectionOf(this.#terminal);
    const send = async (timeoutMs: number): Promise<unknown> =>
      await connection.request(method, { ...params, timeoutMs } as MethodParams[M], { signal });
    if (!this.#isNegated) return void (await send(connection.limitTimeout(timeout)));
    const check = async (): Promise<UnmetReason> => await send(0).then(() => ({ reason: holds }), ignoreKind(kind));
    await retryOnChange(this.#terminal, check, { timeout, signal });
  }

  async #checkWholeText(query: TextQuery, { since, ...options }: TextAssertionOptions): Promise<void> {
    if (since !== undefined && since !== 'any') throw new TypeError('Invalid `since`: not supported with `exact`.');
    const check = async (): Promise<UnmetReason> => {
      const actual = (await this.#terminal.text()).trimEnd();
      if (isWholeText(query, actual) !== this.#isNegated) return undefined;
      if (this.#isNegated) return { reason: 'The screen still has this text.', actual };
      const difference = typeof query === 'string' ? `\n${compareRows(removeTrailingBlanks(query), actual)}` : '';
      return { reason: `The screen has another text.${difference}`, actual };
    };
    await retryOnChange(this.#terminal, check, options);
  }

  async #compareScreen(
    name: string,
    { mask, normalize, region, stable, signal }: MatchScreenOptions,
    update: UpdateMode | undefined,
    timeout: number | undefined,
  ): Promise<void> {
    const params = {
      name,
      mask: mask?.map(toArea),
      normalize: normalize?.map(({ pattern, replacement }) => ({ pattern: readPatternSource(pattern), replacement })),
      region: region === undefined ? undefined : toArea(region),
      stableMs: stable,
      update,
      timeoutMs: connectionOf(this.#terminal).limitTimeout(timeout),
    };
    await connectionOf(this.#terminal).request('expectSnapshot', params, { signal });
  }

  async #findMatchingBaseline(name: string, options: MatchScreenOptions): Promise<UnmetReason> {
    try {
      await this.#compareScreen(name, options, 'none', 0);
    } catch (error) {
      return ignoreKind('snapshot-mismatch')(error);
    }
    return { reason: `The screen equals the snapshot baseline ${JSON.stringify(name)}.` };
  }

  async #checkRunning(): Promise<void> {
    const { exited } = await this.#terminal.view();
    if (exited) throw new Mismatch('The program has exited.');
  }

  #start(
    method: keyof TerminalAssertions,
    args: readonly unknown[],
    expected: unknown,
    run: () => Promise<unknown>,
  ): Promise<void> {
    const title = `expect(terminal)${this.#isNegated ? '.not' : ''}.${method}(${args.map(toSource).join(', ')})`;
    const caller = TerminalAssertions.prototype[method as 'toHaveText'];
    return startAssertion({ terminal: this.#terminal, hooks: this.#hooks, title, expected, run, caller });
  }
}

type RetryingMethod = 'expectLines' | 'expectContrast' | 'expectColors';
const holds = 'It holds.';
const isSizes = (sizes: Sizes | Storm): sizes is Sizes => Array.isArray(sizes);

const failAsHolding = (): void => {
  throw new Mismatch(holds);
};

/** Throws every error but one of a kind. */
const ignoreKind =
  (kind: FailureKind) =>
  (error: unknown): undefined => {
    if ((error as { kind?: unknown }).kind !== kind) throw error;
  };

// Trailing blanks of lines and blank lines at the end do not count.
function isWholeText(query: TextQuery, text: string): boolean {
  if (typeof query === 'string') return removeTrailingBlanks(query).trimEnd() === text;
  return new RegExp(`^(?:${query.source})$`, query.flags.replaceAll(/[gmy]/g, '')).test(text);
}

const removeTrailingBlanks = (text: string): string => text.replaceAll(/[ \t]+$/gm, '');

function readPatternSource(pattern: string | RegExp): string {
  if (typeof pattern === 'string') return pattern;
  const flags = pattern.flags.replace('g', '');
  if (flags !== '')
    throw new TypeError(`Cannot use ${pattern} in \`normalize\`: the flags "${flags}" are not supported.`);
  return pattern.source;
}

/** Creates assertions that retry until they hold or the timeout passes. */
export interface Expect {
  (terminal: Terminal): TerminalAssertions;
  (locator: Locator): LocatorAssertions;
  (cost: Cost): CostAssertions;
}

/** @internal Creates the assertions about a terminal, a locator or a cost; undefined for anything else. */
export function createAssertions(
  subject: unknown,
  hooks: (terminal: Terminal) => AssertionHooks,
): TerminalAssertions | LocatorAssertions | CostAssertions | undefined {
  if (subject instanceof Terminal) return new TerminalAssertions(subject, hooks(subject));
  if (subject instanceof Locator) return new LocatorAssertions(subject, hooks(subject.terminal));
  if (subject instanceof Cost) return new CostAssertions(subject, hooks(subject.terminal));
  return undefined;
}

const throwError: AssertionHooks = {
  settle: (error) => {
    if (error !== undefined) throw error;
  },
};

/** Asserts about a terminal, a locator or a cost, in any test runner. Failures are instances of `AssertionError`. */
export const expect = ((subject: unknown) => {
  const assertions = createAssertions(subject, () => throwError);
  if (assertions === undefined) throw new TypeError('`expect` received neither a terminal nor a locator nor a cost.');
  return assertions;
}) as Expect;
