import type { Command, Surroundings } from './command.js';
import { describeOptions, type Option, oneOf, parseArguments, truth } from './options.js';
import { reporting } from './reporting.js';

const option = <const T>(value: Option<T>): Option<T> => value;
const replayOptions = {
  speed: option({
    placeholder: 'SPEED',
    help: 'real-time or as-fast-as-possible',
    parse: oneOf('real-time', 'as-fast-as-possible'),
    default: 'real-time',
  }),
  'show-input': option({ help: 'show the last input below the screen', parse: truth, default: false }),
};

/** `tuispec replay`. */
export const replayCommand: Command = {
  summary: 'replay FILE [options]',
  what: 'play a recording on this terminal',
  help: `Usage: tuispec replay FILE [options]

Plays what recording.start has recorded, frame by frame. A recording without
frames is printed as its requests; without a terminal no frames are shown.

Options:
${describeOptions(replayOptions)}
  --help  print this

Keys:
  Space         pause, play on
  Left, Right   step to the frame before, after, and pause
  Up, Down      skip five frames back, forward
  r             redraw
  q, Escape     quit
  Ctrl+C        interrupt; Ctrl+Z stops until fg

Example:
  tuispec replay artifacts/session.jsonl --show-input
`,
  run: async (args, around) => await reporting(around, async () => await replay(args, around)),
};

async function replay(args: readonly string[], around: Surroundings): Promise<number> {
  const { values, operands } = parseArguments(replayOptions, ['FILE'], args, around.variables);
  const { play } = await import('./play.js');
  const wanted = { isRealTime: values.speed === 'real-time', showsInput: values['show-input'] };
  return await play(operands[0] ?? '', wanted, around);
}
