import { printable } from '../text/printable.js';
import { short } from '../text/short.js';

/** The names in a JSON pointer, from the outermost to the innermost. */
export const namesIn = (pointer: string): string[] => pointer.split('/').slice(1).map(unescapeName);

/** A JSON pointer to a member of what `pointer` refers to. */
export const memberPointer = (pointer: string, name: string): string =>
  `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The value that a JSON pointer refers to; undefined when there is none. */
export const valueAt = (root: unknown, pointer: string): unknown =>
  namesIn(pointer).reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    root,
  );

/** A JSON pointer as a reader writes it: `anyOf[0].visible`. */
export const pathOf = (pointer: string): string =>
  printable(
    short(
      namesIn(pointer)
        .map((name, index) => (/^\d+$/.test(name) ? `[${name}]` : `${index === 0 ? '' : '.'}${name}`))
        .join(''),
    ),
  );

const unescapeName = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');
