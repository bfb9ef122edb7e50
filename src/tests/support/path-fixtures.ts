import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Fills a directory with every kind of path target: files, devices, a pipe, a folder, a loop. */
export function createPathFixtures(directory: string): void {
  mkdirSync(join(directory, 'folder'));
  writeFileSync(join(directory, 'text'), 'some text\n');
  writeFileSync(join(directory, 'a.ansi.txt'), '\x1b[31mred\x1b[0m\n');
  writeFileSync(join(directory, 'theme.json'), '{"name":1}');
  for (const device of ['full', 'zero']) symlinkSync(`/dev/${device}`, join(directory, device));
  symlinkSync('loop', join(directory, 'loop'));
  spawnSync('mkfifo', [join(directory, 'pipe')]);
}
