import { loadSnapshot } from '../../pictures/ansi.js';
import type { ComparisonData } from '../../viewer/format.js';
import { encodeRow } from './encode-row.js';
import { dataOf } from './failures.js';

// Recordings are not trusted: they must not make a trace include other files.
const snapshotExtension = '.ansi.txt';

/** Loads the expected and the actual screen of a snapshot mismatch; undefined if their files cannot be read. */
export function loadComparison(error: Readonly<Record<string, unknown>>): ComparisonData | undefined {
  const { kind, baselinePath, actualPath } = dataOf(error);
  if (kind !== 'snapshot-mismatch' || !isSnapshot(baselinePath) || !isSnapshot(actualPath)) return undefined;
  try {
    const [expected, actual] = [loadSnapshot(baselinePath), loadSnapshot(actualPath)];
    return {
      cols: Math.max(expected.cols, actual.cols),
      expected: expected.lines.map(encodeRow),
      actual: actual.lines.map(encodeRow),
    };
  } catch {
    return undefined;
  }
}

const isSnapshot = (path: unknown): path is string => typeof path === 'string' && path.endsWith(snapshotExtension);
