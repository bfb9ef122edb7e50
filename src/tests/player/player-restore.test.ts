import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PlayerServer, pathOfRecording } from '../support/player-server.js';

const counting = pathOfRecording('counting.jsonl');
const usual = { alternateScreen: false, cursorVisible: true, wraparound: true, synchronizedOutput: false };

/** Expects only the messages of the player on the terminal, and every mode as before. */
async function expectRestored(server: PlayerServer, ...said: readonly string[]): Promise<void> {
  await server.waitForText('same terminal');
  const lines = await server.readLines();
  expect(lines.filter((line) => line !== '')).toEqual(['before', ...said, 'same terminal']);
  expect((await server.request('terminalState')).modes).toMatchObject(usual);
}

test.each([
  ['The key q', 'q', 'exit 0', ['Replayed 1 frames']],
  ['Ctrl+C', 'Ctrl+c', 'exit 130', []],
  ['Ctrl+\\', 'Ctrl+\\', 'exit 130', []],
])('%s restores the terminal [9.player-restores]', async (_, key, exit, said) => {
  const server = new PlayerServer();
  await server.playInShell('PLAY', [counting]);
  await server.waitForText('frame 1/12');
  await server.press(key, exit);
  await expectRestored(server, ...said, exit);
});

test.each([
  ['TERM', 143],
  ['HUP', 129],
  ['INT', 130],
  ['ALRM', 142],
  ['QUIT', 131],
  ['ABRT', 134],
] as const)('SIG%s restores the terminal [9.player-restores]', async (name, exitCode) => {
  const server = new PlayerServer();
  await server.playInShell('PLAY', [counting]);
  await server.waitForText('frame 1/12');
  await server.request('signal', { name });
  await expectRestored(server, `exit ${exitCode}`);
});

test('without keyboard input Ctrl+C is a signal, and also restores the terminal [9.player-restores]', async () => {
  const server = new PlayerServer();
  await server.playInShell('PLAY < /dev/null', [counting]);
  await server.waitForText('frame 1/12');
  await server.press('Ctrl+c', 'exit 130');
  await expectRestored(server, 'exit 130');
});

test.each(['TERM', 'HUP', 'INT'] as const)(
  'the player reports to its parent that SIG%s has ended it [9.player-restores]',
  async (name) => {
    const server = new PlayerServer();
    await server.play([counting], {});
    await server.request('signal', { name });
    expect(await server.request('waitForExit')).toMatchObject({ exitCode: null, signal: `SIG${name}` });
    expect((await server.request('terminalState')).modes).toMatchObject(usual);
  },
);

test.each([
  ['QUIT', 131],
  ['ABRT', 134],
] as const)('SIG%s does not dump core [9.player-restores]', async (name, exitCode) => {
  const server = new PlayerServer();
  await server.play([counting], {});
  await server.request('signal', { name });
  expect(await server.request('waitForExit')).toMatchObject({ exitCode, signal: null });
  expect((await server.request('terminalState')).modes).toMatchObject(usual);
});

test('a player whose terminal is gone exits even without a signal [9.player-restores]', async () => {
  const server = new PlayerServer();
  execFileSync('mkfifo', [join(server.directory, 'ended')]);
  // In a session of its own, and no child of the program: these are killed with the server.
  await server.playInShell(`setsid -f sh -c "trap '' HUP; PLAY; echo \\$? > ended"; sleep 1000`, [counting]);
  await server.waitForText('frame 1/12');
  server.process.kill('SIGKILL');
  expect(await readFile(join(server.directory, 'ended'), 'utf8')).toBe('129\n');
});

test.each([
  ['broken-line.jsonl', ['Replayed 2 frames', 'tuispec: 2 lines of', 'exit 1']],
  ['torn.jsonl', ['Replayed 1 frames', 'tuispec: The last line of', 'exit 0']],
  ['foreign.csv', ['tuispec: ', 'exit 1']],
  ['newer.jsonl', ['tuispec: ', 'exit 1']],
])(
  '%s: the player restores the terminal and reports the error [9.player-restores, 9.player-broken]',
  async (name, said) => {
    const server = new PlayerServer();
    await server.playInShell('PLAY', [pathOfRecording(name)], { cols: 300 });
    await server.waitForText('same terminal');
    const lines = (await server.readLines()).filter((line) => line !== '');
    expect(lines.slice(1, -1).map((line, index) => line.slice(0, said[index]?.length))).toEqual(said);
    expect((await server.request('terminalState')).modes).toMatchObject(usual);
  },
);

test('the player restores the terminal before it reports a file that becomes invalid [9.player-restores, 9.player-broken]', async () => {
  const server = new PlayerServer();
  const path = join(server.directory, 'breaking.jsonl');
  const createFrame = (index: number, more: object = {}): string =>
    `${JSON.stringify({ timestampMicros: index * 50_000, direction: 'frame', line: `at ${index}`, ...more })}\n`;
  // Too long for the player to have read all of it when it starts.
  const filling = 'x'.repeat(10_000);
  const frames = Array.from({ length: 300 }, (_, index) => createFrame(index, { filling }));
  writeFileSync(path, frames.join(''));
  await server.playInShell('PLAY', [path], { cols: 300 });
  await server.waitForText('/300');
  await server.press('Space', 'paused');
  writeFileSync(path, frames.map((_, index) => createFrame(index, { filling, version: 2 })).join(''));
  await server.press('Space', 'exit 1');
  await expectRestored(
    server,
    `tuispec: Cannot read ${path}: unknown format version 2. Expected version 1. Update tuispec.`,
    'exit 1',
  );
});

test('a hostile recording has no effect other than drawing [9.player-hostile]', async () => {
  const server = new PlayerServer();
  await server.playInShell('PLAY', ['--show-input', pathOfRecording('hostile.jsonl')], { cols: 200, rows: 12 });
  await server.waitForText('frame 1/4');
  for (const [key, frame] of [
    ['Right', 2],
    ['Right', 3],
    ['Right', 4],
    ['Left', 3],
  ] as const) {
    const lines = await server.press(key, `paused   frame ${frame}/4`);
    expect(lines[0]).toMatch(frame === 4 ? /plain$/ : /^start [01]$/);
    expect(lines[2]).toBe(frame === 4 ? '' : 'tailTAIL');
    expect(lines.at(-2)).toContain('input  sendText');
    const { modes, title, clipboard, bells, unansweredQueries } = await server.request('terminalState');
    expect({ title, clipboard, bells, unansweredQueries }).toEqual({
      title: '',
      clipboard: null,
      bells: 0,
      unansweredQueries: [],
    });
    expect(modes).toMatchObject({ alternateScreen: true, cursorVisible: false, mouseTracking: 'none' });
  }
  await server.press('q', 'exit 0');
  await expectRestored(server, 'Replayed 4 frames', 'exit 0');
});
