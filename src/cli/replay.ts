import type { Command, ProcessHost } from './command.js';
import { choice, file, option, truth } from './option-parsers.js';
import { parseArguments } from './options.js';
import { withErrorReport } from './report-errors.js';

const replayOptions = {
  speed: choice({
    placeholder: 'SPEED',
    help: 'how fast to play',
    words: ['real-time', 'as-fast-as-possible'],
    default: 'real-time',
  }),
  'show-input': option({ help: 'show the last input below the screen', parse: truth, default: false }),
};

/** `tuispec replay`. */
export const replayCommand: Command = {
  what: 'play a recording on this terminal',
  explanation: `Plays what recording.start has recorded, frame by frame. A recording without
frames is printed as its requests; without a terminal no frames are shown.

Keys:
  Space         pause, play on
  Left, Right   step to the frame before, after, and pause
  Up, Down      skip five frames back, forward
  r             redraw
  q, Escape     quit
  Ctrl+C        interrupt; Ctrl+Z stops until fg, and pauses`,
  operands: [file],
  options: replayOptions,
  examples: [
    ['Watch a session again, with what was typed:', 'tuispec replay demo.jsonl --show-input'],
    ['See only how it ends:', 'tuispec replay demo.jsonl --speed as-fast-as-possible'],
  ],
  run: async (args, around) => await withErrorReport(around, async () => await replay(args, around)),
};

async function replay(args: readonly string[], around: ProcessHost): Promise<number> {
  const { values, operands } = parseArguments(replayOptions, [file], args, around.variables);
  const { play } = await import('./play.js');
  const wanted = { isRealTime: values.speed === 'real-time', showsInput: values['show-input'] };
  return await play(operands[0] ?? '', wanted, around);
}
