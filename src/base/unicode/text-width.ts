import type { Kind } from './character-kind.js';
import { beginCluster, type Cluster, getClusterWidth, joinCluster, unknown } from './cluster.js';
import { loadKinds } from './kind-table.js';

/** The number of cells that a text without control characters takes in one line. */
export function measureText(text: string): number {
  const kinds = loadKinds();
  let cluster: Cluster = unknown;
  let width = 0;
  for (const character of text) {
    const kind = kinds[character.codePointAt(0) as number] as Kind;
    const joined = cluster === unknown ? undefined : joinCluster(cluster, kind);
    width += joined === undefined ? 0 : getClusterWidth(joined) - getClusterWidth(cluster);
    cluster = joined ?? beginCluster(kind);
    if (joined === undefined) width += getClusterWidth(cluster);
  }
  return width;
}
