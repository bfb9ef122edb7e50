import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryDirectory } from './client.js';
import { findProgram, pathOfProgram } from './programs.js';

/** What another version of tmux does differently; see fixtures/programs/fake-tmux.mjs. */
export interface FakeTmux {
  readonly version: string;
  readonly clientVersion?: string;
  readonly formats?: Readonly<Record<string, string>>;
  readonly fails?: string;
  readonly hangs?: boolean;
  readonly refusesClient?: boolean;
  readonly escapesPaste?: boolean;
  readonly losesEnd?: boolean;
  readonly drops?: string;
  readonly defersPause?: boolean;
  readonly log?: string;
  readonly afterList?: readonly string[];
}

/** Puts a `tmux` of another version first in PATH; returns the environment for it. */
export function installFakeTmux(fake: FakeTmux): Record<string, string> {
  const directory = createTemporaryDirectory();
  const tmux = findProgram('tmux');
  const script = `#!/bin/sh\nexec '${process.execPath}' '${pathOfProgram('fake-tmux.mjs')}' "$@"\n`;
  writeFileSync(join(directory, 'tmux'), script, { mode: 0o755 });
  return { PATH: `${directory}:${process.env['PATH']}`, FAKE_TMUX: JSON.stringify({ ...fake, tmux }) };
}
