import type * as wire from '../client/wire-types.js';
import { ToolError } from './tool-result.js';

/** A regular expression that a caller has passed. */
export interface TextPattern {
  readonly source: string;
  readonly flags: string;
}

// Their effect is on the result of a match, not on whether there is one.
const flagsWithoutEffect = /[dgy]/g;

/** Checks a regular expression; throws an error with the engine's reason. */
export function parsePattern(source: string, flags = ''): TextPattern {
  try {
    new RegExp(source, flags);
  } catch (error) {
    const reason = (error as Error).message.replace(/^Invalid regular expression: /, '');
    throw new ToolError({
      kind: 'pattern',
      sentence: `Invalid regular expression ${JSON.stringify(source)}${flags === '' ? '' : ` with flags ${JSON.stringify(flags)}`}: ${reason}.`,
      advice: 'Escape characters that are meant literally with a backslash.',
    });
  }
  return { source: acceptLineEnds(source, flags.includes('v')), flags: flags.replaceAll(flagsWithoutEffect, '') };
}

/**
 * Blank cells at the end of a line are spaces on the screen, but not in its text. A space or `\s` at the end of an
 * alternative therefore matches the end of a line too: otherwise `\$ $` would never match a prompt.
 */
function acceptLineEnds(source: string, hasNestedClasses: boolean): string {
  let result = '';
  let classDepth = 0;
  for (const [piece] of source.matchAll(/\\[\s\S]|[\s\S]/g)) {
    if (piece === '[' && (classDepth === 0 || hasNestedClasses)) classDepth += 1;
    else if (piece === ']' && classDepth > 0) classDepth -= 1;
    result += piece;
    const isBlank = classDepth === 0 && (piece === ' ' || piece === '\\s');
    result += isBlank ? '\0' : '';
  }
  // NUL marks the blanks outside of character classes.
  return result.replaceAll(/( |\\s)\0(?=\$|\||\)|$)/g, '(?:$1|$)').replaceAll('\0', '');
}

const addLineAnchors = (flags: string): string => (flags.includes('m') ? flags : `${flags}m`);

/** The pattern as a selector: it matches within lines, also in those that have scrolled off during a wait. */
export const toSelector = ({ source, flags }: TextPattern): wire.Selector => ({
  type: 'regex',
  pattern: source,
  flags,
});

/** Conditions that are met when the pattern matches a line, or several lines of the screen. */
export const createFoundConditions = (pattern: TextPattern): wire.Condition[] => [
  { visible: toSelector(pattern) },
  { pattern: pattern.source, flags: addLineAnchors(pattern.flags) },
];

/** The condition that is met when the pattern matches nowhere on the screen. */
export const createGoneCondition = ({ source, flags }: TextPattern): wire.Condition => ({
  // Anchored to the start of the text, which `^` is not with the flag m.
  pattern: `(?<![\\s\\S])(?![\\s\\S]*(?:${source}))`,
  flags: addLineAnchors(flags),
});

/** Whether a match may span several lines. */
export const canSpanLines = ({ source }: TextPattern): boolean => /\\n|\n|\[\\s\\S\]|\\r/.test(source);
