import { closeSync, openSync } from 'node:fs';
import { MethodError } from '../protocol/errors.js';

// None is made of more files.
const maxFiles = 24;

/**
 * A library that is loaded when it is first asked for. What could not be read once Node never reads again, so it is only
 * let try when files can be opened; else kind `io`.
 */
export function library<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: { readonly library: T } | undefined;
  return async () => {
    if (loaded === undefined) {
      requireDescriptors();
      loaded = { library: await load() };
    }
    return loaded.library;
  };
}

function requireDescriptors(): void {
  const opened: number[] = [];
  try {
    while (opened.length < maxFiles) opened.push(openSync('/dev/null', 'r'));
  } catch (error) {
    throw new MethodError('io', `A library cannot be loaded: ${(error as Error).message}`, {}, { cause: error });
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}
