import { constants } from 'node:os';
import { FrameCursor } from '../player/frame-cursor.js';
import { keyListener } from '../player/keys.js';
import { Player } from '../player/player.js';
import { Survey } from '../player/recording-stats.js';
import { requestsOf } from '../player/requests.js';
import { RecordingReader } from '../recording/reader.js';
import { type Display, type DisplayListener, type ProcessHost, print } from './command.js';

/** Playback options. */
interface Wanted {
  readonly isRealTime: boolean;
  readonly showsInput: boolean;
}

/** Plays a recording; resolves with the exit code. */
export async function play(path: string, wanted: Wanted, around: ProcessHost): Promise<number> {
  await using reader = await RecordingReader.open(path);
  await using survey = new Survey(reader);
  const display = around.openDisplay();
  if (display === undefined) await survey.finished;
  else await survey.begun();
  const isShown = display !== undefined && survey.frames > 0;
  const end = isShown ? await playOn(display, reader, survey, wanted, around) : { frames: survey.frames };
  if ('exitCode' in end) return end.exitCode;
  const printed = await print(conclusion(reader, end.frames, wanted), around);
  return printed || report(reader, survey, around);
}

type End = { readonly frames: number } | { readonly exitCode: number };

/** Plays frames on a terminal and always restores it. */
async function playOn(
  display: Display,
  reader: RecordingReader,
  totals: Survey,
  { isRealTime, showsInput }: Wanted,
  around: ProcessHost,
): Promise<End> {
  const player = new Player({
    reel: new FrameCursor(reader, showsInput),
    totals,
    screen: display,
    isRealTime,
    showsInput,
  });
  let interrupt: (end: End) => void = () => {};
  const interrupted = new Promise<End>((resolve) => {
    interrupt = resolve;
  });
  const bugs: unknown[] = [];
  around.onSignal((name) => interrupt(endedBy(name)));
  around.onBug((error) => {
    bugs.push(error);
    interrupt({ exitCode: 1 });
  });
  let isOver = false;
  const suspend = async (): Promise<void> => {
    player.pause();
    display.close();
    await around.suspend();
    if (isOver) return;
    display.open(listener);
    player.order('redraw');
  };
  const listener: DisplayListener = {
    keys: keyListener((wish) => {
      if (wish === 'interrupt') interrupt(endedBy('SIGINT'));
      else if (wish === 'suspend') void suspend();
      else player.order(wish);
    }),
    resized: () => player.order('redraw'),
    lost: () => interrupt(endedBy('SIGHUP')),
  };
  try {
    display.open(listener);
    return await Promise.race([interrupted, player.play().then((frames) => ({ frames }))]);
  } finally {
    isOver = true;
    display.close();
    player.order('quit');
    for (const bug of bugs) around.writeError(`tuispec: ${bug instanceof Error ? bug.stack : String(bug)}\n`);
  }
}

// The shell convention for a program that was ended by a signal.
const endedBy = (name: string): End => ({ exitCode: 128 + constants.signals[name as NodeJS.Signals] });

async function* conclusion(
  reader: RecordingReader,
  frames: number,
  { isRealTime }: Wanted,
): AsyncGenerator<string, void, void> {
  if (frames === 0) yield* requestsOf(reader, isRealTime);
  yield `Replayed ${frames} frames\n`;
}

/** Reports invalid lines. Only the last line of a server that was killed can be incomplete. */
function report(reader: RecordingReader, { brokenFrames }: Survey, around: ProcessHost): number {
  if (reader.isTorn) around.writeError(`tuispec: The last line of ${reader.path} is incomplete and was skipped.\n`);
  const broken = reader.skippedLines - (reader.isTorn ? 1 : 0) + brokenFrames;
  if (broken === 0) return 0;
  const [lines, were] = broken === 1 ? ['1 line', 'was'] : [`${broken} lines`, 'were'];
  around.writeError(`tuispec: ${lines} of ${reader.path} could not be read and ${were} skipped.\n`);
  return 1;
}
