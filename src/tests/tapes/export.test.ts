import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import { decodedGif, picturesOf } from '../support/gif.js';
import { decodePng } from '../support/png.js';
import { type Run, runCli } from '../support/run.js';
import { writeTapes } from '../support/tapes.js';

interface ExportRun extends Run {
  readonly cwd: string;
  read(path: string): Buffer;
}

async function exportTape(
  source: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<ExportRun> {
  const cwd = writeTapes({ 'demo.tape': source });
  const run = await runCli(['export', 'demo.tape', ...args], { cwd, env });
  return { ...run, cwd, read: (path) => readFileSync(join(cwd, path)) };
}

interface Cast {
  readonly cols: number;
  readonly rows: number;
  /** When each text appears for the first time, in seconds. */
  timeOf(text: string): number;
  readonly text: string;
  readonly endsAt: number;
}

/** Reads an asciicast whose version is 2: its times are absolute. */
function readCast(file: Buffer): Cast {
  const [header = '{}', ...lines] = file.toString().trimEnd().split('\n');
  const { width, height } = JSON.parse(header) as { width: number; height: number };
  const events = lines.map((line) => JSON.parse(line) as [number, string, string]);
  const plain = events.map(([time, , data]) => [time, data.replaceAll(/\x1b\[[\d;?]*[A-Za-z]/g, '')] as const);
  return {
    cols: width,
    rows: height,
    timeOf: (text) => plain.find(([, data]) => data.includes(text))?.[0] ?? Number.NaN,
    text: plain.map(([, data]) => data).join('\n'),
    endsAt: events.at(-1)?.[0] ?? 0,
  };
}
const asCast = ['--out', 'out.cast', '--cast-version', '2'];

test('each Output and Screenshot is written; what cannot be is a warning [20.4.outputs]', async () => {
  const source = `Output a.gif
Output b.svg
Output c.cast
Output d.png
Output e.mp4
Output f.txt
Set Cols 20
Set Rows 4
Type "echo one"
Enter
Wait
Screenshot s.png
Type "clear; echo two"
Enter
Sleep 1s`;
  const { exitCode, stdout, stderr, read, cwd } = await exportTape(source);
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'a.gif\nb.svg\nc.cast\nd.png\ns.png\n' });
  expect(stderr).toContain('demo.tape:5:8: Warning: .mp4 files are not supported. The output is skipped.');
  expect(stderr).toContain('demo.tape:6:1: Warning: This kind of Output is not supported. It is skipped.');
  expect(existsSync(join(cwd, 'e.mp4')) || existsSync(join(cwd, 'f.txt'))).toBe(false);
  // 14 pixels in VHS are nearest to 18; the padding is that of the tape.
  const size = { width: 20 * 18 + 120, height: 4 * 36 + 120 };
  expect(decodedGif(read('a.gif'))).toMatchObject(size);
  expect(decodePng(read('d.png'))).toMatchObject(size);
  expect(read('s.png').equals(read('d.png'))).toBe(false);
  expect(read('b.svg').toString()).toContain(`width="${size.width}" height="${size.height}"`);
  expect(read('c.cast').toString()).toContain('"cols":20,"rows":4');
});

test('without an Output that can be written, nothing runs [20.4.outputs]', async () => {
  const { exitCode, stderr, cwd } = await exportTape('Output a.mp4\nType "touch ran"\nEnter\nWait');
  expect(exitCode).toBe(1);
  expect(stderr).toContain('tuispec: The tape has no Output that can be written. Pass --out FILE.\n');
  expect(existsSync(join(cwd, 'ran'))).toBe(false);
  const missing = await runCli(['export', 'nothing.tape'], { cwd });
  expect(missing).toMatchObject({ exitCode: 1, stderr: 'tuispec: File not found: nothing.tape.\n' });
});

test('a tape that fails writes nothing, and replaces nothing [20.4.failure]', async () => {
  const source = 'Output a.gif\nSet WaitTimeout 300ms\nType "echo one"\nEnter\nScreenshot s.png\nWait+Screen /never/';
  const cwd = writeTapes({ 'demo.tape': source });
  writeFileSync(join(cwd, 'a.gif'), 'before');
  const { exitCode, stdout, stderr } = await runCli(['export', 'demo.tape'], { cwd });
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toMatch(/^demo\.tape:6:1: Wait\+Screen \/never\/ failed: no match within \d+ ms\./);
  expect(stderr).toContain('│ > echo one');
  expect(readFileSync(join(cwd, 'a.gif'), 'utf8')).toBe('before');
  expect(existsSync(join(cwd, 's.png'))).toBe(false);
});

describe('the clock of an animation', () => {
  const source = `Set Cols 30
Set Rows 6
Set TypingSpeed 200ms
Type "echo abc"
Sleep 3s
Enter
Sleep 5s
Type "x"
Sleep 60s`;

  test('is that of VHS, however long the run takes [20.4.clock]', async () => {
    const startedAt = performance.now();
    const { read } = await exportTape(source, asCast);
    const cast = readCast(read('out.cast'));
    expect(cast.timeOf('> ec')).toBeCloseTo(0.2, 1);
    expect(cast.timeOf('> echo abc')).toBeCloseTo(1.4, 1);
    expect(cast.timeOf('> x')).toBeCloseTo(9.8, 1);
    expect(cast.endsAt).toBeCloseTo(69.8, 0);
    expect(performance.now() - startedAt).toBeLessThan(cast.endsAt * 1000);
  });

  test('runs with PlaybackSpeed, or with --speed [20.4.settings]', async () => {
    const fast = await exportTape(`Set PlaybackSpeed 2\n${source}`, asCast);
    expect(readCast(fast.read('out.cast')).timeOf('> x')).toBeCloseTo(4.9, 1);
    const faster = await exportTape(`Set PlaybackSpeed 2\n${source}`, [...asCast, '--speed', '4']);
    expect(readCast(faster.read('out.cast')).timeOf('> x')).toBeCloseTo(2.45, 1);
  });

  test('stands still while hidden, and the first frame afterwards is complete [20.4.hide]', async () => {
    const hidden =
      'Set Cols 30\nSet Rows 6\nHide\nType "echo kept; export SECRET=1"\nEnter\nSleep 20s\nType "clear"\nEnter\nShow\nType "x"\nSleep 1s\nHide\nType "y"\nSleep 9s';
    const { read, exitCode } = await exportTape(hidden, asCast);
    expect(exitCode).toBe(0);
    const cast = readCast(read('out.cast'));
    expect(cast.text).not.toMatch(/SECRET|kept|xy/);
    expect(cast.timeOf('> x')).toBe(0);
    expect(cast.endsAt).toBeLessThan(2);
  });

  test('shows what a program draws during a Sleep [20.4.real-programs]', async () => {
    const { read } = await exportTape(
      'Set Cols 30\nSet Rows 8\nType "for i in 1 2 3; do sleep 0.3; echo tick$i; done"\nEnter\nSleep 8s',
      asCast,
    );
    const cast = readCast(read('out.cast'));
    const times = ['tick1', 'tick2', 'tick3'].map(cast.timeOf);
    expect(times[1] as number).toBeGreaterThan((times[0] as number) + 0.15);
    expect(times[2] as number).toBeGreaterThan((times[1] as number) + 0.15);
  });
});

test('the frame has the padding, margin, bar and corners of the tape [20.4.frame]', async () => {
  const source = `Output a.gif
Output a.png
Set Cols 20
Set Rows 4
Set Padding 10
Set Margin 20
Set MarginFill "#ff0000"
Set WindowBar Colorful
Set WindowBarSize 30
Set BorderRadius 8
Set Theme { "background": "#101010", "foreground": "#ffffff" }
Type "echo one"
Enter
Wait`;
  const { read, stderr } = await exportTape(source);
  expect(stderr).toBe('');
  const size = { width: 20 * 18 + 60, height: 4 * 36 + 90 };
  const png = decodePng(read('a.png'));
  expect(png).toMatchObject(size);
  const gif = decodedGif(read('a.gif'));
  expect(gif).toMatchObject(size);
  const pictures = [...picturesOf(gif)];
  const last = pictures.at(-1) as Uint32Array;
  const colorAt = (x: number, y: number): number => (last[y * size.width + x] as number) & 0xffffff;
  expect(colorAt(5, 5)).toBe(0xff0000);
  // The corner is round, the edge is not.
  expect(colorAt(20, 20)).toBe(0xff0000);
  expect(colorAt(60, 21)).toBe(0x101010);
  // The first dot: its radius is a sixth of the bar.
  expect(colorAt(20 + 15, 20 + 15)).toBe(0xff4f4d);
  expect(colorAt(size.width - 35, 35)).toBe(0x101010);
});

test('LoopOffset begins a GIF later, and shows its beginning at the end [20.4.settings]', async () => {
  const source = 'Set Cols 20\nSet Rows 4\nSet TypingSpeed 500ms\nType "abcdefgh"\nSleep 1s';
  const plain = decodedGif((await exportTape(source, ['--out', 'a.gif'])).read('a.gif'));
  const rotated = decodedGif((await exportTape(`Set LoopOffset 50%\n${source}`, ['--out', 'a.gif'])).read('a.gif'));
  const [first] = picturesOf(plain);
  const pictures = [...picturesOf(rotated)].map((picture) => Buffer.from(picture.buffer).toString('latin1'));
  const start = Buffer.from((first as Uint32Array).buffer).toString('latin1');
  expect(pictures[0]).not.toBe(start);
  expect(pictures.slice(1)).toContain(start);
});

test('an export has the environment of the person; --hermetic that of tests [20.4.environment]', async () => {
  const source = `Output a.cast\nType "test $HOME = ${homedir()} && echo mine$MARK"\nEnter\nExpect /^mine1$/`;
  expect(await exportTape(source, [], { MARK: '1' })).toMatchObject({ exitCode: 0 });
  const hermetic = await exportTape(`Set WaitTimeout 300ms\n${source}`, ['--hermetic'], { MARK: '1' });
  expect(hermetic.exitCode).toBe(1);
});

test('an export leaves no text of TypeEnv [20.4.secrets]', async () => {
  const { read, exitCode } = await exportTape(
    'Type "cat"\nEnter\nSleep 100ms\nTypeEnv TOKEN\nEnter\nSleep 300ms',
    ['--out', 'a.jsonl'],
    {
      TOKEN: 'hush-1234',
    },
  );
  expect(exitCode).toBe(0);
  expect(read('a.jsonl').toString()).not.toContain('hush');
});

test('a theme of VHS is found by its name there; other names are errors that name the nearest [20.2.themes]', async () => {
  const directory = createTemporaryDirectory();
  const run = async (theme: string): Promise<string> => {
    writeFileSync(join(directory, 'a.tape'), `Output a.png\nSet Theme "${theme}"\nLaunch "echo ok"\nExpect "ok"\n`);
    const { exitCode, stderr } = await runCli(['export', 'a.tape'], { cwd: directory });
    return `${exitCode} ${stderr}`;
  };
  expect(await run('Catppuccin Frappe')).toBe('0 ');
  expect(await run('Whimsy')).toContain('0 a.tape:2:1: Warning: The colors of the theme "Whimsy" are not known.');
  expect(await run('Catpuccin Frappe')).toContain(
    '2 a.tape:2:1: Unknown theme "Catpuccin Frappe". Did you mean "Catppuccin Frappe"?',
  );
});

test('--out - writes the format of --to to standard output; --to alone names the file [20.4.stdout]', async () => {
  const directory = createTemporaryDirectory();
  writeFileSync(join(directory, 'a.tape'), 'Launch "echo ok"\nExpect "ok"\n');
  const run = async (...args: string[]): Promise<Run> =>
    await runCli(['export', 'a.tape', ...args], { cwd: directory });
  expect((await run('--out', '-', '--to', 'cast')).stdout).toMatch(/^\{"version":3,[\s\S]*ok/);
  expect((await run('--out', '-', '--to', '.py')).stdout).toContain('def test_a(');
  expect((await run('--out', '-', '--to', 'sh')).stdout).toContain('\ncd "$(dirname "$0")"\n');
  expect(await run('--to', 'svg')).toMatchObject({ exitCode: 0, stdout: 'a.svg\n' });
  expect(readFileSync(join(directory, 'a.svg'), 'utf8')).toContain('<svg');
  expect(await run('--out', '-')).toMatchObject({ exitCode: 2, stdout: '' });
  expect(await run('--out', 'a.gif', '--to', 'svg')).toMatchObject({ exitCode: 2, stdout: '' });
});
