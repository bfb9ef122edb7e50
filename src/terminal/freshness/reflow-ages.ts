import { wordsPerCell } from '../../screen/cells.js';
import type { RawLine, RawLines } from '../xterm/internals.js';
import { type CellAges, styleAgeAt, textAgeAt } from './line-history.js';

/**
 * Runs `resize`, which moves cells between lines, and returns the ages of all lines afterwards. While it runs, each cell
 * has its own number instead of a foreground color, because xterm.js moves whole cells and does not read their colors.
 */
export function reflowWithAges(
  lines: RawLines,
  agesOf: (raw: RawLine) => CellAges,
  resize: () => void,
): Map<RawLine, CellAges> {
  let count = 1;
  for (let index = 0; index < lines.length; index += 1)
    count += (lines.get(index) as RawLine)._data.length / wordsPerCell;
  // Cells that the resize adds have the number 0: they are blank and old.
  const foregrounds = new Uint32Array(count);
  const texts = new Uint32Array(count);
  const styles = new Uint32Array(count);
  let next = 1;
  for (let index = 0; index < lines.length; index += 1) {
    const raw = lines.get(index) as RawLine;
    const { _data: data } = raw;
    const ages = agesOf(raw);
    for (let col = 0; col * wordsPerCell < data.length; col += 1) {
      foregrounds[next] = data[col * wordsPerCell + 1] as number;
      texts[next] = textAgeAt(ages, col);
      styles[next] = styleAgeAt(ages, col);
      data[col * wordsPerCell + 1] = next;
      next += 1;
    }
  }
  resize();
  const carried = new Map<RawLine, CellAges>();
  for (let index = 0; index < lines.length; index += 1) {
    const raw = lines.get(index) as RawLine;
    const { _data: data } = raw;
    const ages = {
      born: 0,
      texts: new Uint32Array(data.length / wordsPerCell),
      styles: new Uint32Array(data.length / wordsPerCell),
    };
    for (let col = 0; col * wordsPerCell < data.length; col += 1) {
      const number = data[col * wordsPerCell + 1] as number;
      data[col * wordsPerCell + 1] = foregrounds[number] as number;
      ages.texts[col] = texts[number] as number;
      ages.styles[col] = styles[number] as number;
    }
    carried.set(raw, isUniform(ages) ? { born: ages.styles[0] ?? 0, texts: undefined, styles: undefined } : ages);
  }
  return carried;
}

const isUniform = ({ texts, styles }: { texts: Uint32Array; styles: Uint32Array }): boolean =>
  styles.every((age, col) => age === styles[0] && texts[col] === age);
