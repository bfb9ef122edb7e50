import type { Core, RawLine } from '../xterm/internals.js';
import type { CellAges } from './line-history.js';

/**
 * The ages of all lines after `draw` has drawn the whole terminal again, with its scrollback. Lines whose text was there
 * before are old, the others are new: nothing else is known about what was displayed meanwhile.
 */
export function redrawWithAges(
  core: Core,
  textOfLine: (raw: RawLine) => string,
  fresh: CellAges,
  draw: () => void,
): ReadonlyMap<RawLine, CellAges> {
  const counts = new Map<string, number>();
  for (const raw of listLines(core)) {
    const text = textOfLine(raw);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  draw();
  const ages = new Map<RawLine, CellAges>();
  for (const raw of listLines(core)) {
    const text = textOfLine(raw);
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    ages.set(raw, count > 0 ? { ...fresh, born: 0 } : fresh);
  }
  return ages;
}

const listLines = (core: Core): RawLine[] =>
  [core.buffers.normal, core.buffers.alt].flatMap(({ lines }) =>
    Array.from({ length: lines.length }, (_, index) => lines.get(index) as RawLine),
  );
