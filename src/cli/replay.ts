import {
  type Command,
  defineChoice,
  defineOption,
  file,
  type ProcessHost,
  parseArguments,
  parseBoolean,
} from './options.js';

const replayOptions = {
  speed: defineChoice({
    placeholder: 'SPEED',
    help: 'playback speed',
    words: ['real-time', 'as-fast-as-possible'],
    default: 'real-time',
  }),
  follow: defineOption({
    help: 'play a recording that is still being written: show all frames so far, then new ones as they come',
    parse: parseBoolean,
    default: false,
  }),
  'show-input': defineOption({ help: 'show the last input below the screen', parse: parseBoolean, default: false }),
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
  run: replay,
};

async function replay(args: readonly string[], host: ProcessHost): Promise<number> {
  const { values, operands } = parseArguments(replayOptions, [file], args, host.variables);
  const { play } = await import('./play.js');
  const wanted = {
    isRealTime: values.speed === 'real-time',
    showsInput: values['show-input'],
    isFollowing: values.follow,
  };
  return await play(operands[0] ?? '', wanted, host);
}
