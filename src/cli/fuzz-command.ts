import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { statusAfterSignal } from '../base/exit.js';
import {
  type Command,
  defineOption,
  type Parse,
  type ProcessHost,
  parseBoolean,
  parseNames,
  parseNonEmpty,
  parseNumberIn,
  parseOptionsBefore,
  parseTime,
  print,
  sizeOptions,
  UsageError,
} from './options.js';
import { withoutSettings } from './test-command.js';
import { openServer } from './view-command.js';

const oracles = ['crash', 'hang', 'restored', 'resize', 'overflow', 'replacement', 'memory', 'invariant'] as const;
type OracleName = (typeof oracles)[number];
const maxSeed = 2 ** 32 - 1;

const parseOracles: Parse<readonly OracleName[]> = (text) =>
  parseNames(text).map((name) => {
    const oracle = oracles.find((one) => one === name);
    if (oracle === undefined) throw new UsageError(`must contain only ${oracles.join(', ')}`);
    return oracle;
  });
const parseExits: Parse<readonly number[]> = (text) =>
  parseNames(text).map((code) => {
    if (!/^\d{1,3}$/.test(code) || Number(code) > 255)
      throw new UsageError('must contain only exit codes from 0 to 255');
    return Number(code);
  });

const fuzzOptions = {
  seed: defineOption<number | undefined>({
    placeholder: 'N',
    help: 'the same seed gives the same plan (default: random)',
    parse: parseNumberIn(0, maxSeed),
    default: undefined,
  }),
  runs: defineOption({
    placeholder: 'N',
    help: 'number of runs, each with a new program (default: 100)',
    parse: parseNumberIn(1, 1_000_000),
    default: 100,
  }),
  actions: defineOption({
    placeholder: 'N',
    help: 'number of actions in a run (default: 40)',
    parse: parseNumberIn(1, 10_000),
    default: 40,
  }),
  duration: defineOption({
    placeholder: 'TIME',
    help: 'no run begins after this time (default: 10m)',
    parse: parseTime,
    default: 600_000,
  }),
  bail: defineOption({ help: 'stop after the first finding', parse: parseBoolean, default: false }),
  workers: defineOption({
    placeholder: 'N',
    help: 'number of programs that run at the same time (default: half the processors)',
    parse: parseNumberIn(1, 64),
    default: Math.max(1, Math.floor(availableParallelism() / 2)),
  }),
  ...sizeOptions,
  corpus: defineOption({
    placeholder: 'DIR',
    help: 'directory of the tapes of findings, which are replayed first',
    parse: parseNonEmpty,
    default: 'fuzz',
  }),
  exclude: defineOption<readonly string[]>({
    placeholder: 'KEYS',
    help: 'keys that are never pressed, separated by blanks',
    parse: (text) => text.split(/\s+/).filter((key) => key !== ''),
    default: [],
  }),
  'allow-exit': defineOption<readonly number[]>({
    placeholder: 'CODES',
    help: 'exit codes that are no crash, separated by commas (default: 0,130)',
    parse: parseExits,
    default: [0, 130],
  }),
  oracles: defineOption<readonly OracleName[] | undefined>({
    placeholder: 'LIST',
    help: `what to look for, separated by commas (default: all): ${oracles.join(', ')}`,
    parse: parseOracles,
    default: undefined,
  }),
  invariant: defineOption<string | undefined>({
    placeholder: 'FILE.tape',
    help: 'a tape whose Expect commands always hold',
    parse: parseNonEmpty,
    default: undefined,
  }),
  list: defineOption({ help: 'run nothing; print the plan, one action per line', parse: parseBoolean, default: false }),
  setup: defineOption<string | undefined>({
    placeholder: 'CMD',
    help: 'run this by sh in the directory of each run, before the program starts',
    parse: parseNonEmpty,
    default: undefined,
  }),
  'shrink-runs': defineOption({
    placeholder: 'N',
    help: 'maximum number of runs to shorten a finding (default: 200)',
    parse: parseNumberIn(0, 100_000),
    default: 200,
  }),
  'artifact-dir': defineOption({
    placeholder: 'DIR',
    help: 'directory for traces',
    parse: parseNonEmpty,
    default: 'test-results',
    variable: 'TUISPEC_ARTIFACTS_DIR',
  }),
};

/** `tuispec fuzz`. */
export const fuzzCommand: Command = {
  what: 'find crashes and other defects with random input',
  explanation: `Types and clicks at random. Each run is a new program in a new hermetic directory; name files by absolute paths.
Files outside this directory, and the network, are not protected: the program does what the random keys make it do.
What is always wrong is a finding: a crash, a hang, a terminal that is not restored, a screen that a resize damages, rows that
overflow, U+FFFD, growing memory. Each finding is shortened to a tape, which tuispec test replays.`,
  operands: [],
  commandLine: 'COMMAND [ARG]...',
  options: fuzzOptions,
  examples: [
    ['Fuzz a program that displays a file:', `tuispec fuzz --setup 'seq 100 > f' -- less f`],
    ['Print the plan of a seed:', 'tuispec fuzz --seed 1 --runs 1 --list'],
    ['Replay what was found:', 'tuispec test fuzz/'],
  ],
  run: async (args, host) => await runFuzzCommand(args, host),
};

async function runFuzzCommand(args: readonly string[], host: ProcessHost): Promise<number> {
  const separator = args.indexOf('--');
  const own = separator < 0 ? args : args.slice(0, separator);
  const [name, ...rest] = separator < 0 ? [] : args.slice(separator + 1);
  const values = parseOptionsBefore('fuzz', fuzzOptions, own, host.variables);
  if (name === undefined && !values.list)
    throw new UsageError('Missing command. Put it after `--`, for example: tuispec fuzz -- less README.md');
  if (values.oracles?.includes('invariant') === true && values.invariant === undefined)
    throw new UsageError('The oracle invariant needs --invariant FILE.tape.');
  const { runs, actions, cols, rows, exclude: excluded, seed = Math.floor(Math.random() * maxSeed) } = values;
  const { FuzzUsageError, listPlan, runFuzz } = await import('../fuzz/fuzz.js');
  try {
    if (values.list) {
      if (values.seed === undefined) host.writeError(`tuispec: The seed is ${seed}.\n`);
      return await print(toAsync(listPlan({ seed, runs, actions, excluded, size: [cols, rows] })), host);
    }
    const output = host.openOutput();
    output.on('error', () => {});
    // Each run has a directory of its own.
    const command = [name?.includes('/') ? resolve(name) : (name ?? ''), ...rest];
    return await runFuzz(
      {
        ...{ seed, runs, actions, cols, rows, excluded, command },
        ...{ workers: values.workers, corpus: values.corpus, oracles: values.oracles, setup: values.setup },
        ...{ invariant: values.invariant, isBail: values.bail, durationMs: values.duration },
        ...{
          allowedExits: values['allow-exit'],
          shrinkRuns: values['shrink-runs'],
          artifactDir: values['artifact-dir'],
        },
      },
      {
        variables: host.variables,
        openServer: async () => await openServer([], { ...host, variables: withoutSettings(host.variables) }),
        write: (text) => new Promise((written) => output.write(text, written)),
        writeError: host.writeError,
        onSignal: host.onSignal,
      },
      statusAfterSignal,
    );
  } catch (error) {
    if (error instanceof FuzzUsageError) throw new UsageError(error.message);
    throw error;
  }
}

async function* toAsync(texts: Iterable<string>): AsyncGenerator<string> {
  yield* texts;
}
