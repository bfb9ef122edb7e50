import type { Kind } from './character-kind.js';
import { begin, type Cluster, clusterWidth, join, unknown } from './cluster.js';
import { kindsOfAll } from './kind-table.js';

/** The number of cells that a text without control characters takes in one line. */
export function textWidth(text: string): number {
  const kinds = kindsOfAll();
  let cluster: Cluster = unknown;
  let width = 0;
  for (const character of text) {
    const kind = kinds[character.codePointAt(0) as number] as Kind;
    const joined = cluster === unknown ? undefined : join(cluster, kind);
    width += joined === undefined ? 0 : clusterWidth(joined) - clusterWidth(cluster);
    cluster = joined ?? begin(kind);
    if (joined === undefined) width += clusterWidth(cluster);
  }
  return width;
}
