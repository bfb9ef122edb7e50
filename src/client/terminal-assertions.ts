import {
  type AssertionHooks,
  type AssertionOptions,
  isUnmet,
  Mismatch,
  startAssertion,
  type TextAssertionOptions,
  textChecks,
  toSource,
  type UpdateMode,
} from './assertion.js';
import { checkOptions, checks } from './check-options.js';
import { checkText } from './check-text.js';
import type { Region } from './locator.js';
import { areaFrom } from './queries.js';
import { retryOnChange, type UnmetReason } from './retry-on-change.js';
import { escapePattern, patternFrom, type Rect, type TextQuery, toSelector } from './selectors.js';
import { connectionOf, type Terminal } from './terminal.js';
import type { TextTarget } from './terminal-options.js';

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
    return this.#start('toHaveText', [query], query, async () => {
      checkOptions('toHaveText', options, { ...textChecks, exact: 'boolean' });
      if (options.exact === true) await this.#checkWholeText(query, options);
      else await checkText(this.#terminal, toSelector(query), this.#isNegated, options, 'first');
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

  /** The title of the terminal equals a text or matches a regular expression. */
  toHaveTitle(title: TextQuery, options: AssertionOptions = {}): Promise<void> {
    return this.#start('toHaveTitle', [title], title, async () => {
      checkOptions('toHaveTitle', options, checks.wait);
      const { pattern, flags } = typeof title === 'string' ? createExactPattern(title) : patternFrom(title);
      const condition = { title: this.#isNegated ? `^(?![\\s\\S]*(?:${pattern}))` : pattern, flags };
      await this.#terminal.waitFor({ anyOf: [condition], ...options }).catch(async (error: unknown) => {
        const { title: actual } = await this.#terminal.view();
        if (!isUnmet(error)) throw error;
        throw new Mismatch(`The title is ${JSON.stringify(actual)}.`, actual, error.data);
      });
    });
  }

  /** The cursor is in a cell, 1-based. */
  toHaveCursor(row: number, col: number, options: AssertionOptions = {}): Promise<void> {
    return this.#start('toHaveCursor', [row, col], { row, col }, async () => {
      checkOptions('toHaveCursor', options, checks.wait);
      const check = async (): Promise<UnmetReason> => {
        const { cursor } = await this.#terminal.view();
        const isThere = cursor.row === row && cursor.col === col;
        const reason = `The cursor is in row ${cursor.row}, column ${cursor.col}.`;
        return isThere === this.#isNegated ? { reason, actual: cursor } : undefined;
      };
      if (this.#isNegated) return await retryOnChange(this.#terminal, check, options);
      await this.#terminal.waitFor({ anyOf: [{ cursor: { row, col } }], ...options }).catch(async (error: unknown) => {
        const finding = isUnmet(error) ? await check() : undefined;
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

  async #checkWholeText(query: TextQuery, { since, ...options }: TextAssertionOptions): Promise<void> {
    if (since !== undefined && since !== 'any') throw new TypeError('Invalid `since`: not supported with `exact`.');
    const check = async (): Promise<UnmetReason> => {
      const actual = (await this.#terminal.text()).trimEnd();
      if (isWholeText(query, actual) !== this.#isNegated) return undefined;
      return { reason: `The screen ${this.#isNegated ? 'still has this text' : 'has another text'}.`, actual };
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
      mask: mask?.map(areaFrom),
      normalize: normalize?.map(({ pattern, replacement }) => ({ pattern: readPatternSource(pattern), replacement })),
      region: region === undefined ? undefined : areaFrom(region),
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
      if ((error as { kind?: unknown }).kind === 'snapshot-mismatch') return undefined;
      throw error;
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

const createExactPattern = (text: string): { pattern: string; flags: string } => ({
  pattern: `^${escapePattern(text)}$`,
  flags: '',
});

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
