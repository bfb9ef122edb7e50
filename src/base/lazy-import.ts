import { closeSync, openSync } from 'node:fs';
import { createSystemError } from './errors.js';

// No library consists of more files.
const maxFiles = 24;

/**
 * Loads a library on first use. Node caches a failed import permanently, so the import is only attempted if files can
 * be opened; otherwise fails with kind `io`.
 */
export function createLazyImport<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: { readonly library: T } | undefined;
  return async () => {
    if (loaded === undefined) {
      requireDescriptors();
      try {
        loaded = { library: await load() };
      } catch (error) {
        throw createSystemError('io', 'Cannot load a library', error);
      }
    }
    return loaded.library;
  };
}

function requireDescriptors(): void {
  const opened: number[] = [];
  try {
    while (opened.length < maxFiles) opened.push(openSync('/dev/null', 'r'));
  } catch (error) {
    throw createSystemError('io', 'Cannot load a library', error);
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}
