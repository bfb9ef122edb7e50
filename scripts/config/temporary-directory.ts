import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The path of a socket, such as one of tmux or Chromium, has at most 108 bytes (104 on macOS).
const maxLength = 48;

/** Gives a run its own directory for temporary files, so that a worker that is killed leaves nothing either. */
export default function setup(): () => void {
  const inherited = process.env['TMPDIR'];
  const parent = tmpdir().length > maxLength ? '/tmp' : tmpdir();
  const directory = mkdtempSync(join(parent, 'tuispec-'));
  process.env['TMPDIR'] = directory;
  return () => {
    if (inherited === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = inherited;
    rmSync(directory, { recursive: true, force: true });
  };
}
