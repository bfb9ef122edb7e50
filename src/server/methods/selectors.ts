import { InvalidParamError } from '../../base/errors.js';
import type * as wire from '../../protocol/generated/types.js';
import { formatPath } from '../../protocol/validation.js';
import type { CellRect } from '../../screen/screen.js';
import {
  compilePattern,
  crossesLines,
  describePatternError,
  isAboutFlags,
  type Pattern,
  type Selector,
  type StyleFilter,
} from '../../screen/selectors/selector.js';
import { colorFrom, positionFrom, rectFrom } from './wire.js';

const maxDepth = 32;

/**
 * A selector from the wire. Each member is translated by its name, whatever the type of the selector. Validates what a
 * schema cannot: its depth and its patterns.
 */
export function selectorFrom(selector: wire.Selector, pointer: string, depth = 1): Selector {
  if (depth > maxDepth)
    throw new InvalidParamError(pointer, `Selectors are nested deeper than ${maxDepth} levels, the maximum.`);
  if (typeof selector === 'string')
    return { type: 'exact', text: textFrom(selector, pointer), ignoreCase: false, style: undefined };
  return {
    ...selector,
    ...('text' in selector && { text: textFrom(selector.text, `${pointer}/text`) }),
    ...('pattern' in selector && patternFrom(selector.pattern, selector.flags, pointer)),
    ...('pattern' in selector && crossesLines(selector.pattern, selector.flags) && { isMultiline: true }),
    ...('style' in selector && { style: styleFrom(selector.style) }),
    ...('row' in selector && { place: positionFrom(selector) }),
    ...('rect' in selector && { rect: rectFrom(selector.rect) }),
    ...('selector' in selector && { selector: selectorFrom(selector.selector, `${pointer}/selector`, depth + 1) }),
    ...('selectors' in selector && {
      selectors: selector.selectors.map((inner, index) =>
        selectorFrom(inner, `${pointer}/selectors/${index}`, depth + 1),
      ),
    }),
  } as Selector;
}

// A terminal acts on control characters; it displays none.
const control = /[\0-\x09\x0b-\x1f\x7f-\x9f]/;

/** A text to find. Rejects control characters, which could never match. */
function textFrom(text: string, pointer: string): string {
  const [found] = control.exec(text) ?? [];
  if (found === undefined) return text;
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  const advice =
    found === '\t'
      ? 'A tab is displayed as blanks: use those'
      : found === '\r'
        ? 'Separate lines by "\\n" only'
        : 'Remove it, or use a regular expression';
  throw new InvalidParamError(
    pointer,
    `\`${formatPath(pointer)}\` contains the control character U+${code}, which no cell of a screen can contain. ${advice}.`,
  );
}

/** An area from the wire: a rectangle, or the matches of a selector. */
export const areaFrom = (area: wire.Rect | wire.Selector, pointer: string): CellRect | Selector =>
  typeof area === 'string' || 'type' in area ? selectorFrom(area, pointer) : rectFrom(area);

/** A pattern from the wire. Rejects an invalid regular expression with the engine's reason. */
export function patternFrom(pattern: string, flags: string, pointer: string, member = 'pattern'): Pattern {
  const result = { pattern, flags, pointer: `${pointer}/${member}` };
  try {
    compilePattern(result);
  } catch (error) {
    throw new InvalidParamError(isAboutFlags(error) ? `${pointer}/flags` : result.pointer, describePatternError(error));
  }
  return result;
}

function styleFrom(style: wire.StyleFilter | undefined): StyleFilter | undefined {
  if (style === undefined) return undefined;
  const { fg, bg, ...flags } = style;
  return {
    ...flags,
    ...(fg === undefined ? {} : { fg: colorFrom(fg) }),
    ...(bg === undefined ? {} : { bg: colorFrom(bg) }),
  };
}
