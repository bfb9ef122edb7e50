import type { Command, ProcessHost } from './command.js';
import { choice, file, option, truth } from './option-parsers.js';
import { parseArguments } from './options.js';
import { withErrorReport } from './report-errors.js';

const replayOptions = {
  speed: choice({
    placeholder: 'SPEED',
    help: 'playback speed',
    words: ['real-time', 'as-fast-as-possible'],
    default: 'real-time',
  }),
  'show-input': option({ help: 'show the last input below the screen', parse: truth, default: false }),
};

/** `tuispec replay`. */
export const replayCommand: Command = {
  what: 'play a recording on this terminal',
  explanation: `Plays a recording of recording.start frame by frame. For a recording without
frames, prints its requests. Without a terminal, shows no frames.

Keys:
  Space         pause, resume
  Left, Right   step to the previous or next frame, and pause
  Up, Down      skip five frames backward or forward
  r             redraw
  q, Escape     quit
  Ctrl+C        interrupt; Ctrl+Z suspends until fg, and pauses`,
  operands: [file],
  options: replayOptions,
  examples: [
    ['Play a session with its input:', 'tuispec replay demo.jsonl --show-input'],
    ['Show only the final screen:', 'tuispec replay demo.jsonl --speed as-fast-as-possible'],
  ],
  run: async (args, around) => await withErrorReport(around, async () => await replay(args, around)),
};

async function replay(args: readonly string[], around: ProcessHost): Promise<number> {
  const { values, operands } = parseArguments(replayOptions, [file], args, around.variables);
  const { play } = await import('./play.js');
  const wanted = { isRealTime: values.speed === 'real-time', showsInput: values['show-input'] };
  return await play(operands[0] ?? '', wanted, around);
}
