import { escapeControls, truncate } from '../base/text.js';

/** The names in a JSON pointer, from the outermost to the innermost. */
export const splitPointer = (pointer: string): string[] => pointer.split('/').slice(1).map(unescapeName);

/** A JSON pointer to a member of what `pointer` refers to. */
export const appendName = (pointer: string, name: string): string =>
  `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The value that a JSON pointer refers to; undefined when there is none. */
export const getValueAt = (root: unknown, pointer: string): unknown =>
  splitPointer(pointer).reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    root,
  );

/** A JSON pointer as a reader writes it: `anyOf[0].visible`. */
export const formatPath = (pointer: string): string =>
  escapeControls(
    truncate(
      splitPointer(pointer)
        .map((name, index) => (/^\d+$/.test(name) ? `[${name}]` : `${index === 0 ? '' : '.'}${name}`))
        .join(''),
    ),
  );

const unescapeName = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');
