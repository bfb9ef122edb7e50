import type { Pattern } from '../../screen/selectors/selector.js';
import { PatternCost, type TextSize } from './cost.js';

// About 10 ms: compiled code takes 1 to 2 ns for a step. Only the first run on a short text is interpreted, at 15 ns.
const maxSteps = 4_000_000;

// state: keyed weakly by the pattern of one request.
const limits = new WeakMap<Pattern, InlineLimit>();

/** Whether a pattern is certain to match every text of this size in few steps. */
export const canRunInline = (pattern: Pattern, size: TextSize): boolean => getLimit(pattern).isAllowed(size);

/** Whether a pattern is certain to match this text in few steps. */
export const canRunInlineOn = (pattern: Pattern, text: string): boolean => getLimit(pattern).isTextAllowed(text);

function getLimit(pattern: Pattern): InlineLimit {
  let limit = limits.get(pattern);
  if (limit === undefined) {
    limit = new InlineLimit(new PatternCost(pattern));
    limits.set(pattern, limit);
  }
  return limit;
}

class InlineLimit {
  readonly #cost: PatternCost;
  /** A size that is allowed. Smaller texts take no more steps. */
  #allowed: TextSize = { chars: -1, lineChars: -1 };

  constructor(cost: PatternCost) {
    this.#cost = cost;
  }

  isAllowed(size: TextSize): boolean {
    if (size.chars <= this.#allowed.chars && size.lineChars <= this.#allowed.lineChars) return true;
    const isAllowed = this.#cost.computeMaxSteps(size) <= maxSteps;
    if (isAllowed) this.#allowed = size;
    return isAllowed;
  }

  isTextAllowed(text: string): boolean {
    const size = { chars: text.length, lineChars: measureLongestLine(text) };
    if (this.isAllowed(size)) return true;
    const { prefix } = this.#cost;
    return prefix !== '' && this.#cost.computeMaxStepsWithPrefix(size, countOccurrences(prefix, text)) <= maxSteps;
  }
}

function measureLongestLine(text: string): number {
  let [longest, from] = [0, 0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
    longest = Math.max(longest, end - from);
    from = end + 1;
  }
  return Math.max(longest, text.length - from);
}

function countOccurrences(part: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) count += 1;
  return count;
}
