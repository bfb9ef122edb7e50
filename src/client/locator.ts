import { checkOptions, checkStyle } from './check-options.js';
import type { Terminal } from './terminal.js';
import type {
  ClickOptions,
  HoverOptions,
  MouseTarget,
  TextTarget,
  WaitCondition,
  WaitForTextOptions,
} from './terminal-options.js';
import type * as wire from './wire.js';
import type { Condition, Match, Selector, Target, WaitForTextResult } from './wire.js';

/** A literal text or a regular expression. */
export type TextQuery = string | RegExp;
/** A row or a column: its number, 1-based, or counted from the end: `{ fromEnd: 1 }` is the last one at that moment. */
export type Position = wire.Position;
/** A rectangle of cells. */
export interface Rect {
  /** The first row. */
  readonly row: Position;
  /** The first column. */
  readonly col: Position;
  /** The number of columns. */
  readonly width: number;
  /** The number of rows. */
  readonly height: number;
}
/** Narrows a text query. */
export interface TextOptions {
  /** Style that every cell of the match must have. */
  readonly style?: wire.StyleFilter | undefined;
  /** Whether case is ignored. Default: false, or the flag `i` of the regular expression. */
  readonly ignoreCase?: boolean | undefined;
}

// The server searches all matches, and indices of groups are not reported.
const flagsWithoutMeaning = /[dgy]/g;

/** Converts a text, a regular expression or a selector to a selector. */
export function toSelector(query: TextQuery | wire.Selector, { style, ignoreCase }: TextOptions = {}): wire.Selector {
  const styled = style === undefined ? {} : { style };
  if (typeof query === 'string')
    return { type: 'exact', text: query, ...(ignoreCase === undefined ? {} : { ignoreCase }), ...styled };
  if (!(query instanceof RegExp)) return query;
  return { type: 'regex', ...toPattern(query, ignoreCase), ...styled };
}

/** Converts a regular expression to a pattern and flags; `ignoreCase` overrides its flag `i`. */
export function toPattern(query: RegExp, ignoreCase = query.ignoreCase): { pattern: string; flags: string } {
  const flags = query.flags.replaceAll(flagsWithoutMeaning, '').replace('i', '');
  return { pattern: query.source, flags: ignoreCase ? `${flags}i` : flags };
}

/** Options of `Locator.waitFor` and `Locator.text`. */
type LocatorWaitOptions = Pick<WaitForTextOptions, 'state' | 'since' | 'timeout' | 'signal'>;

/** Describes where to look on the screen. It is evaluated each time it is used, and it never changes. */
export class Locator {
  /** The terminal that the locator searches. */
  readonly terminal: Terminal;
  /** The selector that is sent to the server. */
  readonly selector: Selector;

  /** @internal */
  constructor(terminal: Terminal, selector: Selector) {
    this.terminal = terminal;
    this.selector = selector;
  }

  /** The match with this 0-based position; negative positions count from the end. */
  nth(index: number): Locator {
    return this.#with({ type: 'nth', index, selector: this.selector });
  }

  /** The first match. */
  first(): Locator {
    return this.nth(0);
  }

  /** The last match. */
  last(): Locator {
    return this.nth(-1);
  }

  /** Only matches that are completely inside a region. */
  within(region: Region | Rect): Locator {
    return this.#with({ type: 'within', rect: rectOf(region), selector: this.selector });
  }

  /** Clicks the match, as soon as it is on the screen and the program has enabled the mouse. */
  async click(options: ClickOptions = {}): Promise<void> {
    await this.terminal.click(this, options);
  }

  /** Moves the mouse over the match. */
  async hover(options: HoverOptions = {}): Promise<void> {
    await this.terminal.hover(this, options);
  }

  /** The number of matches on the screen now. */
  async count(): Promise<number> {
    return (await this.terminal.request('find', { selector: this.selector, limit: 1 })).matchCount;
  }

  /** All matches that are on the screen now. */
  async all(): Promise<Match[]> {
    return await this.terminal.find(this);
  }

  /** Waits for a match and returns its text. */
  async text(options: Omit<LocatorWaitOptions, 'state'> = {}): Promise<string> {
    return (await this.waitFor(options)).match?.text ?? '';
  }

  /** Waits until there is a match, or none with `state: 'hidden'`. */
  async waitFor(options: LocatorWaitOptions = {}): Promise<WaitForTextResult> {
    return await this.terminal.waitForText(this, options);
  }

  /** Describes the locator in messages. */
  toString(): string {
    return formatSelector(this.selector);
  }

  #with(selector: Selector): Locator {
    return new Locator(this.terminal, selector);
  }
}

/** A rectangle of the screen. */
export class Region {
  /** The terminal that shows the region. */
  readonly terminal: Terminal;
  /** The cells of the region, 1-based. */
  readonly rect: Rect;

  /** @internal */
  constructor(terminal: Terminal, rect: Rect) {
    this.terminal = terminal;
    this.rect = rect;
  }

  /** Finds text in the region. */
  getByText(query: TextQuery, options: TextOptions = {}): Locator {
    checkTextOptions(options);
    return new Locator(this.terminal, toSelector(query, options)).within(this);
  }

  /** The text in the region. */
  async text(): Promise<string> {
    return (await this.terminal.view({ region: this.rect, trim: true })).text;
  }
}

/** Throws a `TypeError` for options of `getByText` that do not exist. */
export function checkTextOptions(options: TextOptions): void {
  checkOptions('getByText', options, { style: 'any', ignoreCase: 'boolean' });
  if (options.style !== undefined) checkStyle('getByText', options.style);
}

const rectOf = (region: Region | Rect): Rect => (region instanceof Region ? region.rect : region);

/** Describes a selector in messages, like the code that created it. */
export function formatSelector(selector: Selector): string {
  if (typeof selector === 'string') return JSON.stringify(selector);
  switch (selector.type) {
    case 'exact':
      return JSON.stringify(selector.text) + formatStyle(selector.style);
    case 'regex':
      return `/${selector.pattern}/${selector.flags ?? ''}${formatStyle(selector.style)}`;
    case 'at':
      return `cell ${formatPlace(selector.row)}:${formatPlace(selector.col)}`;
    case 'nth':
      return `${formatSelector(selector.selector)}.nth(${selector.index})`;
    case 'within':
      return `${formatSelector(selector.selector)}.within(${JSON.stringify(selector.rect)})`;
    case 'any':
      return `any of ${selector.selectors.map(formatSelector).join(', ')}`;
    default:
      return JSON.stringify(selector);
  }
}

const formatPlace = (position: Position): string =>
  typeof position === 'number' ? String(position) : `-${position.fromEnd}`;

const formatStyle = (style: object | undefined): string => (style === undefined ? '' : ` ${JSON.stringify(style)}`);

/** Converts what a caller may pass to a selector. */
export const toTargetSelector = (query: TextTarget): Selector =>
  query instanceof Locator ? query.selector : toSelector(query);

/** Converts the target of a mouse action to params. */
export function toTargetParams(target: MouseTarget): Target {
  if (typeof target === 'object' && 'row' in target && !('type' in target)) return { row: target.row, col: target.col };
  return { selector: toTargetSelector(target) };
}

/** Converts a condition of `waitFor`. */
export const conditionFrom = ({ visible, hidden, ...others }: WaitCondition): Condition => ({
  ...others,
  ...(visible === undefined ? {} : { visible: toTargetSelector(visible) }),
  ...(hidden === undefined ? {} : { hidden: toTargetSelector(hidden) }),
});

/** Converts an area of the screen to a rectangle or a selector. */
export function toArea(area: TextTarget | Rect | Region): Rect | Selector {
  if (area instanceof Region) return area.rect;
  return typeof area === 'object' && 'width' in area ? area : toTargetSelector(area);
}
