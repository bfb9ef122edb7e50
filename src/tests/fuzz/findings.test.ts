import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { createPathFixtures } from '../support/path-fixtures.js';

/** A failure that a fuzzer has found: a file of fixtures/findings. */
interface Finding {
  readonly about: string;
  readonly proves: readonly string[];
  /** `gone`: the server's working directory has been removed. */
  readonly where?: 'gone';
  readonly lines: readonly string[];
  readonly answers: readonly { readonly id: unknown; readonly code?: number; readonly kind?: string }[];
}

const folder = 'fixtures/findings';
const findings = readdirSync(folder)
  .sort()
  .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Finding);
const inRemovedDirectory = ['sh', '-c', 'mkdir gone && cd gone && rmdir ../gone && exec "$@"', 'sh'];

test.each(findings.map((finding) => [`${finding.about} [${finding.proves.join(', ')}]`, finding] as const))(
  'regression: %s',
  async (_, { where, lines, answers }) => {
    const server = new TestServer(where === 'gone' ? { via: inRemovedDirectory } : {});
    createPathFixtures(server.directory);
    for (const line of lines) server.send(line);
    for (const { id, code, kind } of answers) {
      const { error } = (await server.inbox.waitForResponse(id)) as { error?: Record<string, unknown> };
      expect(error?.['code']).toBe(code);
      expect((error?.['data'] as { kind?: string } | undefined)?.kind).toBe(kind);
      if (error !== undefined) expect(error['message']).toMatch(/^\S[^\n\r\u2028]*\S$/);
    }
    expect(await server.end()).toBe(0);
    expect(server.stderr).toBe('');
  },
);
