import { type FSWatcher, watch } from 'node:fs';
import { statusAfterSignal } from '../base/exit.js';
import { FrameCursor } from '../recordings/player/frame-cursor.js';
import { createKeyListener } from '../recordings/player/key-decoder.js';
import { Player, RecordingStats, readRequests, type Totals } from '../recordings/player/player.js';
import { RecordingReader } from '../recordings/reader.js';
import { type Display, type DisplayListener, type ProcessHost, print, reportSkippedLines } from './options.js';

/** Playback options. */
interface PlayOptions {
  readonly isRealTime: boolean;
  readonly showsInput: boolean;
  readonly isFollowing: boolean;
}

// The number of frames of a recording that is still being written is unknown.
const unknownTotals: Totals = { frames: 0, lastMicros: 0, isComplete: false };

/** Plays a recording; resolves with the exit code. */
export async function play(path: string, wanted: PlayOptions, host: ProcessHost): Promise<number> {
  if (wanted.isFollowing) return await follow(path, wanted, host);
  await using reader = await RecordingReader.open(path);
  await using stats = new RecordingStats(reader);
  const display = host.openDisplay();
  if (display === undefined) await stats.finished;
  else await stats.waitForStart();
  const isShown = display !== undefined && stats.frames > 0;
  const end = isShown ? await playOnDisplay(display, reader, stats, wanted, host) : { frames: stats.frames };
  if ('exitCode' in end) return end.exitCode;
  const printed = await print(writeConclusion(reader, end.frames, wanted), host);
  const { path: name, isTruncated } = reader;
  const skippedLines = reader.skippedLines + stats.brokenFrames;
  return printed || reportSkippedLines(name, { skippedLines, isTruncated }, host);
}

/** Plays a recording while it is being written, until the user quits. */
async function follow(path: string, wanted: PlayOptions, host: ProcessHost): Promise<number> {
  await using reader = await RecordingReader.open(path, { isGrowing: true });
  const display = host.openDisplay();
  if (display === undefined) {
    host.writeError('tuispec: --follow requires a terminal as standard output.\n');
    return 1;
  }
  const end = await playOnDisplay(display, reader, unknownTotals, { ...wanted, isRealTime: false }, host);
  return 'exitCode' in end ? end.exitCode : await print(`Replayed ${end.frames} frames\n`, host);
}

/** Calls `listener` when a file changes. File systems that do not report changes are tolerated. */
function watchFile(path: string, listener: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(path, { persistent: false }, listener);
    return watcher.on('error', () => watcher.close());
  } catch {
    return undefined;
  }
}

type PlaybackEnd = { readonly frames: number } | { readonly exitCode: number };

/** Plays frames on a terminal and always restores it. */
async function playOnDisplay(
  display: Display,
  reader: RecordingReader,
  totals: Totals,
  { isRealTime, showsInput, isFollowing }: PlayOptions,
  host: ProcessHost,
): Promise<PlaybackEnd> {
  const player = new Player({
    frames: new FrameCursor(reader, showsInput),
    totals,
    terminal: display,
    isRealTime,
    showsInput,
    isFollowing,
  });
  const watcher = isFollowing ? watchFile(reader.path, () => player.refresh()) : undefined;
  let interrupt: (end: PlaybackEnd) => void = () => {};
  const interrupted = new Promise<PlaybackEnd>((resolve) => {
    interrupt = resolve;
  });
  const bugs: unknown[] = [];
  host.onSignal((name) => interrupt(toEnd(name)));
  host.onBug((error) => {
    bugs.push(error);
    interrupt({ exitCode: 1 });
  });
  let isOver = false;
  const suspend = async (): Promise<void> => {
    player.pause();
    display.close();
    await host.suspend();
    if (isOver) return;
    display.open(listener);
    player.queueCommand('redraw');
  };
  const listener: DisplayListener = {
    onKeys: createKeyListener((wish) => {
      if (wish === 'interrupt') interrupt(toEnd('SIGINT'));
      else if (wish === 'suspend') void suspend();
      else player.queueCommand(wish);
    }),
    onResize: () => player.queueCommand('redraw'),
    onLost: () => interrupt(toEnd('SIGHUP')),
  };
  try {
    display.open(listener);
    return await Promise.race([interrupted, player.play().then((frames) => ({ frames }))]);
  } finally {
    isOver = true;
    watcher?.close();
    display.close();
    player.queueCommand('quit');
    for (const bug of bugs) host.writeError(`tuispec: ${bug instanceof Error ? bug.stack : String(bug)}\n`);
  }
}

// The shell convention for a program that was ended by a signal.
const toEnd = (name: string): PlaybackEnd => ({ exitCode: statusAfterSignal(name) });

async function* writeConclusion(
  reader: RecordingReader,
  frames: number,
  { isRealTime }: PlayOptions,
): AsyncGenerator<string, void, void> {
  if (frames === 0) yield* readRequests(reader, isRealTime);
  yield `Replayed ${frames} frames\n`;
}
