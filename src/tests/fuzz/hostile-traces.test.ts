import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { createHostileOutput } from '../support/hostile-output.js';
import { Random } from '../support/random.js';

// Characters that may control a terminal: all controls except line breaks.
const controls = /[\0-\x09\x0b-\x1f\x7f-\x9f]/;
const clipboard = '\x1b[2J\x9b31m\u009b31m\x07';
const sequences = `\x1b]52;c;${Buffer.from(clipboard).toString('base64')}\x07\x1b]7;file:///%1b%5b2J%c2%9b31m\x07\x1b]2;a\x7fb\x07`;

test.each([1, 2, 3])(
  'random output leaves no control characters in files, responses and logs (seed %i) [11.traces]',
  async (seed) => {
    const server = new TestServer({ args: ['--log-level', 'debug'] });
    const path = join(server.directory, 'noise');
    writeFileSync(
      path,
      Buffer.concat([createHostileOutput(new Random(seed), 3000), Buffer.from(`\x18\x1b\\${sequences}`)]),
    );
    await server.launch('cat', [path], {}, { notifyExit: true, title: '\x1b[31m' });
    await server.request('waitForExit', { timeoutMs: 20_000 });
    const state = await server.request('terminalState');
    expect(state).toMatchObject({ clipboard: { text: Buffer.from(clipboard).toString() }, cwd: '/\x1b[2J\u009b31m' });
    await server.request('currentView', { styles: true, scrollback: 1000 });
    await failureOf(
      server.request('waitForText', { selector: { type: 'exact', text: '\x1b[2J\u009b' }, timeoutMs: 0 }),
    );
    for (const format of ['ansi', 'both', 'svg', 'html']) {
      const dump = await server.request('dumpView', { name: 'noise', format });
      expect(readFileSync(dump.metaPath, 'utf8')).not.toMatch(/[\0-\x09\x0b-\x1f\x80-\x9f]/);
      const ansi = readFileSync(dump.snapshotPath, 'utf8').replaceAll(/\x1b\[[?\d;:]*[a-zA-Z]|\r?\n/g, '');
      expect(ansi).not.toMatch(controls);
      for (const file of [dump.svgPath, dump.htmlPath])
        if (file !== undefined) expect(readFileSync(file, 'utf8')).not.toMatch(controls);
    }
    await failureOf(server.request('\x1b[31m\u009b31m' as 'server.ping'));
    expect(await server.end()).toBe(0);
    for (const line of server.inbox.lines) expect(line).not.toMatch(controls);
    expect(server.stderr).toContain('\\u001b[31m\\x9b31m');
    expect(server.stderr).not.toMatch(controls);
  },
);
