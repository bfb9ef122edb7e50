import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import { needing } from '../support/packages.js';

needing('vim')('the animation of README.md is made from its tape [20.4.readme]', () => {
  const path = join(createTemporaryDirectory(), 'demo.svg');
  execFileSync('bash', ['scripts/readme-animation', path]);
  const drawn = readFileSync(path, 'utf8');
  for (const text of ['1 failed', 'Closest text', '1 passed']) expect(drawn).toContain(text);
});
