import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { isInstalled } from '../support/programs.js';
import { startRecording } from '../support/recordings.js';
import { launchEcho, showEcho } from '../support/scripted-program.js';

test.skipIf(!isInstalled('python3'))(
  'a Python script of a few lines reads a recording (needs python3) [9.record-format, 9.record-delta]',
  async () => {
    const server = new TestServer();
    const path = await startRecording(server, { frameIntervalMs: 1 });
    await launchEcho(server);
    for (const word of ['\r\nzwei', '\r\n漢字 "quoted"', '\x1b[1;1HFIRST']) await showEcho(server, word);
    await server.request('recording.stop');
    appendFileSync(path, '{"timestampMi\n{"timest');
    const script = resolve('fixtures/examples/read_recording.py');
    const output = execFileSync('python3', [script, path], {
      encoding: 'utf8',
      env: { ...process.env, PYTHONUTF8: '1' },
    });
    expect(output.split('\n').slice(0, 8)).toEqual(['FIRST', 'zwei', '漢字 "quoted"', '', '', '', '', '']);
  },
);
