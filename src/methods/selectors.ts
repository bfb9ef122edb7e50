import type * as wire from '../protocol/generated/types.js';
import { compile, type Selector } from '../screen/selector.js';
import { Unacceptable } from '../session/failure.js';

/** A selector out of params; its pattern is judged here. */
export function selectorOf(selector: wire.Selector, pointer: string): Selector {
  if (selector.type === 'exact') return { ...selector, style: undefined };
  try {
    compile(selector.pattern, selector.flags);
  } catch (error) {
    throw new Unacceptable(`${pointer}/pattern`, (error as Error).message);
  }
  return { ...selector, style: undefined };
}
