import { closeSync, openSync } from 'node:fs';
import { Failure } from '../protocol/failure.js';

// No part is made of more files.
const mostFiles = 24;

/**
 * A part of the program that is loaded when it is first asked for. What could not be read once Node never reads again, so
 * it is only let try when files can be opened; else kind `io`.
 */
export function part<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: { readonly part: T } | undefined;
  return async () => {
    if (loaded === undefined) {
      requireDescriptors();
      loaded = { part: await load() };
    }
    return loaded.part;
  };
}

function requireDescriptors(): void {
  const opened: number[] = [];
  try {
    while (opened.length < mostFiles) opened.push(openSync('/dev/null', 'r'));
  } catch (error) {
    throw new Failure('io', `A part of tuispec cannot be loaded: ${(error as Error).message}`, {}, { cause: error });
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}
