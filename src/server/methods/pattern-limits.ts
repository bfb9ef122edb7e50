import { InvalidParamError } from '../../base/errors.js';

// Compilation blocks the event loop: for up to 50 ms with this many characters, 120 ms with this many properties. The
// engine itself rejects most patterns of half this length.
const maxChars = 100_000;
const maxProperties = 100;
// Properties of strings take ten times as long as others: 11 ms each with the flags `iv` on Node 20.
const property = /\\p\{(Basic_Emoji|Emoji_Keycap|RGI_)?/gi;
const stringPropertyWeight = 10;
// The members of params that contain patterns.
const members = new Set(['pattern', 'title']);

/** Rejects params whose patterns would block the event loop while they are compiled. */
export function checkPatternLimits(params: object): void {
  let [chars, properties] = [0, 0];
  const check = (pattern: string, pointer: string): void => {
    chars += pattern.length;
    if (chars > maxChars)
      throw new InvalidParamError(
        pointer,
        `The patterns of a request exceed the maximum of ${maxChars} characters in total.`,
      );
    for (const [, ofStrings] of pattern.matchAll(property))
      properties += ofStrings === undefined ? 1 : stringPropertyWeight;
    if (properties > maxProperties)
      throw new InvalidParamError(
        pointer,
        `The patterns of a request exceed the maximum of ${maxProperties} Unicode properties in total. Properties of ` +
          `strings, such as RGI_Emoji, count ${stringPropertyWeight} times.`,
      );
  };
  // Not recursive: selectors can be nested deeper than the stack allows.
  const pending: { readonly value: object; readonly pointer: string }[] = [{ value: params, pointer: '' }];
  for (const parent of pending)
    for (const name of Object.keys(parent.value)) {
      if (name === 'env') continue;
      const value = (parent.value as Readonly<Record<string, unknown>>)[name];
      const pointer = `${parent.pointer}/${name}`;
      if (typeof value === 'object' && value !== null) pending.push({ value, pointer });
      else if (typeof value === 'string' && members.has(name)) check(value, pointer);
    }
}
