import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { PlayerServer, pathOfRecording } from '../support/player-server.js';
import { isInstalled } from '../support/programs.js';

// Its frames are an hour apart: only keys change the frame.
const counting = pathOfRecording('counting.jsonl');

test('keys step, skip, pause and quit [9.player-keys, 9.player-status, 9.player-end]', async () => {
  const server = new PlayerServer();
  await server.play([counting], {});
  const steps: readonly (readonly [key: string, state: string, frame: number])[] = [
    ['Right', 'paused', 2],
    ['Down', 'paused', 7],
    ['Left', 'paused', 6],
    ['Space', 'playing', 6],
    ['Down', 'playing', 11],
    ['Up', 'playing', 6],
    ['Left', 'paused', 5],
    ['Up', 'paused', 1],
    ['Up', 'paused', 1],
    ['Left', 'paused', 1],
    ['Down', 'paused', 6],
    ['Down', 'paused', 11],
    ['Down', 'paused', 12],
    ['Right', 'paused', 12],
    ['Left', 'paused', 11],
  ];
  for (const [key, state, frame] of steps) {
    const lines = await server.press(key, `${state.padEnd(9)}frame ${frame}/12`);
    expect(lines[0]).toBe(`Frame ${frame}`);
    expect(lines[9]).toBe(`bottom ${frame}`);
  }
  const last = await server.press('q', 'Replayed 12 frames');
  expect(last.slice(0, 2)).toEqual(['Replayed 12 frames', '']);
  expect(await server.request('waitForExit')).toMatchObject({ exitCode: 0 });
});

test('Escape quits, and the player reports the furthest frame it has shown [9.player-keys, 9.player-end]', async () => {
  const server = new PlayerServer();
  await server.play([counting], {});
  await server.press('Down', 'frame 6/12');
  await server.press('Up', 'frame 1/12');
  await server.press('Escape', 'Replayed 6 frames');
  expect(await server.request('waitForExit')).toMatchObject({ exitCode: 0 });
});

test('a sequence that arrives in pieces is one key [9.player-keys]', async () => {
  const server = new PlayerServer();
  await server.play([counting], {});
  for (const piece of ['\x1b[', '1', ';5', 'C']) await server.request('sendText', { text: piece, settleMs: 5 });
  await server.waitForText('paused   frame 2/12');
  await server.request('sendText', { text: '\x1b[C\x1b[C\x1b[B\x1b[D' });
  await server.waitForText('paused   frame 8/12');
});

test('r redraws the whole screen after another program has drawn on it [9.player-keys]', async () => {
  const server = new PlayerServer();
  const scribble = "printf '\\033[Hscribble\\033[5;5Hscribble'";
  await server.playInShell(`trap "${scribble}" WINCH; exec 3<&0; PLAY <&3 & player=$!; wait $player; wait $player`, [
    counting,
  ]);
  await server.waitForText('frame 1/12');
  const before = await server.press('Right', 'paused   frame 2/12');
  await server.request('signal', { name: 'WINCH' });
  await server.waitForText('scribble');
  await server.request('sendKey', { key: 'r' });
  await server.request('waitForText', { selector: { type: 'exact', text: 'scribble' }, state: 'hidden' });
  expect(await server.readLines()).toEqual(before);
});

test('--show-input shows the last input, also after steps back [9.player-input]', async () => {
  const server = new PlayerServer();
  await server.play([counting, '--show-input'], {});
  const press = async (key: string, frame: number): Promise<string | undefined> =>
    (await server.press(key, `frame ${frame}/12`)).at(-2);
  expect((await server.readLines()).at(-2)).toBe(' input  none yet');
  expect(await press('Right', 2)).toBe(' input  sendText "key 2"');
  expect(await press('Down', 7)).toBe(' input  sendText "key 7"');
  expect(await press('Left', 6)).toBe(' input  sendText "key 6"');
  expect(await press('Up', 1)).toBe(' input  none yet');
});

test.skipIf(!isInstalled('bash'))(
  'Ctrl+Z stops the player, and fg continues it in the paused state (needs bash) [9.player-keys, 9.player-restores]',
  async () => {
    const server = new PlayerServer();
    const env = { PS1: 'bash: ', NODE: process.execPath, CLI: resolve('dist/cli.js'), RECORDING: counting };
    await server.launch('bash', ['--norc', '--noprofile'], { env, readySelector: { type: 'exact', text: 'bash: ' } });
    await server.request('sendLine', { text: 'was=$(stty -g); "$NODE" "$CLI" replay "$RECORDING"' });
    await server.waitForText('playing  frame 1/12');
    const stopped = await server.press('Ctrl+z', 'Stopped');
    expect(stopped[0]).toMatch(/^bash: was=/);
    expect((await server.request('terminalState')).modes).toMatchObject({
      alternateScreen: false,
      cursorVisible: true,
    });
    await server.request('sendLine', {
      text: '[ "$was" = "$(stty -g)" ] && echo same',
      expectAfter: { type: 'exact', text: 'same' },
    });
    await server.request('sendLine', { text: 'fg' });
    await server.waitForText('paused   frame 1/12');
    await server.press('Right', 'paused   frame 2/12');
    expect((await server.readLines())[0]).toBe('Frame 2');
    await server.press('q', 'Replayed 2 frames');
  },
);

test('Ctrl+Z without a shell that could continue the player pauses it [9.player-keys]', async () => {
  const server = new PlayerServer();
  await server.play([counting], {});
  await server.press('Ctrl+z', 'paused   frame 1/12');
  await server.press('Right', 'paused   frame 2/12');
  expect((await server.readLines())[0]).toBe('Frame 2');
});
