import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { footprintOf } from '../support/footprint.js';
import { waitForGuard } from '../support/resource-check.js';
import { runCli } from '../support/run.js';
import { launchEcho, showEcho } from '../support/scripted-program.js';
import { hasProc } from '../support/soak.js';
import { readReplies } from '../support/terminal-queries.js';

const allMayRead = ['sh', '-c', 'umask 0; exec "$@"', 'sh'];

/** Lists every file below a directory. */
const listFiles = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

test('files with screen content are accessible to their owner only, whatever the umask [10.private]', async () => {
  const server = new TestServer({ via: allMayRead, args: ['--output-log', 'output.log'], env: { CI: undefined } });
  await server.request('recording.start', { path: 'recording.jsonl' });
  await launchEcho(server);
  const dumps = [];
  for (const format of ['both', 'svg', 'html']) dumps.push(await server.request('dumpView', { name: format, format }));
  await server.request('expectSnapshot', { name: 'menu' });
  await showEcho(server, 'something else');
  const { data } = await failureOf(server.request('expectSnapshot', { name: 'menu', timeoutMs: 0 }));
  const [ansi = ''] = dumps.map(({ snapshotPath }) => snapshotPath);
  const cli = { cwd: server.directory };
  await runCli(['render', ansi, '--out', 'drawn.png'], cli);
  await runCli(['render-text', ansi, '--out', 'drawn.txt'], cli);
  expect(await server.end()).toBe(0);
  const files = listFiles(server.directory);
  const named = ['recording.jsonl', 'output.log', 'drawn.png', 'drawn.txt'].map((name) => join(server.directory, name));
  expect(files).toEqual(expect.arrayContaining([data['diffPngPath'], ...named]));
  expect(files.filter((path) => (statSync(path).mode & 0o777) !== 0o600)).toEqual([]);
});

test('replaces a symbolic link in place of a session or snapshot, and does not change its target [7.links]', async () => {
  const server = new TestServer();
  const [outside, artifacts] = ['outside', 'artifacts'].map((name) => join(server.directory, name)) as [string, string];
  const kept = join(outside, 'kept');
  for (const folder of [outside, join(artifacts, 'sessions'), join(artifacts, 'snapshots/demo')])
    mkdirSync(folder, { recursive: true });
  writeFileSync(kept, 'kept');
  symlinkSync(outside, join(artifacts, 'sessions/demo'));
  await launchEcho(server, { name: 'demo', updateSnapshots: true });
  const { snapshotPath } = await server.request('dumpView', { name: 'view' });
  expect(readdirSync(outside)).toEqual(['kept']);
  const links = [snapshotPath, join(artifacts, 'snapshots/demo/menu.ansi.txt')];
  rmSync(snapshotPath);
  for (const link of links) symlinkSync(kept, link);
  await server.request('dumpView', { name: 'view' });
  await server.request('expectSnapshot', { name: 'menu', timeoutMs: 500 });
  expect(readFileSync(kept, 'utf8')).toBe('kept');
  for (const link of links) expect(() => readlinkSync(link)).toThrow('EINVAL');
});

const secret = 'EVIL';
const hex = Buffer.from(secret).toString('hex');
const tricks: readonly string[] = [
  `\x1b]0;${secret}\x07\x1b[21t\x1b[20t`,
  `\x1b]1;${secret}\x07\x1b[20t`,
  `\x1b]52;c;${Buffer.from(secret).toString('base64')}\x07\x1b]52;c;?\x07`,
  `\x1bP$q${secret}\x1b\\`,
  `\x1bP+q${secret}\x1b\\`,
  `\x1bP+q${hex};\n${secret}\x1b\\`,
  `\x1bP0;1|17/${hex}\x1b\\\x05`,
  `\x1b]4;1;${secret}\x07\x1b]4;1;?\x07`,
  `\x1b]10;${secret}\x07\x1b]10;?\x07`,
  `\x1b]50;${secret}\x07\x1b]50;?\x07`,
  `\x1b]7;file://h/${secret}\x07`,
  `\x1b]1337;ReportVariable=${Buffer.from(secret).toString('base64')}\x07`,
  `\x1b]1337;SetUserVar=a=${Buffer.from(secret).toString('base64')}\x07`,
  `\x1b_Gi=31,s=1,v=1,a=q;${secret}\x1b\\`,
  `\x1b[>0q\x1b[c\x1b[6n`,
];

test('output cannot inject its own text into the input of its program [11.screen-only]', async () => {
  for (const answer of await readReplies(tricks)) {
    // The name of an unknown capability is repeated, in hexadecimal digits only.
    expect(answer.replaceAll(/\x1bP0\+r[\da-f]*\x1b\\/gi, '')).not.toMatch(
      new RegExp(`${secret}|${hex}|${Buffer.from(secret).toString('base64')}`, 'i'),
    );
    expect(answer).not.toMatch(/[\n\r]/);
  }
});

const outputs: readonly string[] = [
  `\x1b]52;c;${Buffer.from(secret).toString('base64')}\x07`,
  `\x1b]1337;File=name=${Buffer.from('evil.txt').toString('base64')};size=4;inline=0:${Buffer.from(secret).toString('base64')}\x07`,
  '\x1b]8;;file:///etc/passwd\x07link\x1b]8;;\x07',
  '\x1b]9;evil\x07\x1b]777;notify;evil;evil\x07\x1b]99;;evil\x1b\\',
  '\x1b[5i printed \x1b[4i\x1b[?5i\x1b[i',
  '\x1b_Gt=f,a=T;L2V0Yy9wYXNzd2Q=\x1b\\',
  '\x1bPq#0;2;0;0;0#0~~@@vv@@~~@@~~$\x1b\\',
  '\x1b]3008;start=evil\x1b\\\x1b]133;A\x07\x1b]633;E;evil\x07',
];

test.skipIf(!hasProc)(
  'output has no effect beyond the screen, and the server opens no sockets (needs /proc) [11.screen-only, 10.no-door]',
  async () => {
    const server = new TestServer({ isNew: true });
    await launchEcho(server);
    await waitForGuard(server);
    const before = { files: listFiles(server.directory), children: footprintOf(server.pid).descendants };
    for (const output of outputs) await showEcho(server, output);
    await server.request('currentView', { styles: true });
    expect(listFiles(server.directory)).toEqual(before.files);
    // Without /proc, a `ps` may run.
    await expect.poll(() => footprintOf(server.pid).descendants).toBeLessThanOrEqual(before.children);
    expect(await server.request('terminalState')).toMatchObject({ clipboard: { text: secret } });
    const descriptors = `/proc/${server.pid}/fd`;
    // The first three are connected to its client; its guard has an unnamed pair of sockets.
    const sockets = readdirSync(descriptors).flatMap((fd) =>
      Number(fd) > 2 ? (/^socket:\[(\d+)\]$/.exec(linkOf(join(descriptors, fd)))?.slice(1) ?? []) : [],
    );
    const connected = '03';
    const pairs = readFileSync('/proc/net/unix', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(({ 5: state, length }) => state === connected && length === 7)
      .map(({ 6: inode }) => inode);
    expect(sockets.filter((inode) => !pairs.includes(inode))).toEqual([]);
  },
);

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
