import { resolve } from 'node:path';
import type { ToolCall } from './tool-host.js';

/** Where the files of a session are stored. */
export function chooseDirectories({ host }: ToolCall): { artifactDir?: string; snapshotDir?: string } {
  const { artifactDir } = host.options;
  return artifactDir === undefined ? {} : { artifactDir, snapshotDir: resolve(artifactDir, 'snapshots') };
}
