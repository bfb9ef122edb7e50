import { availableParallelism } from 'node:os';
import { statusAfterSignal } from '../base/exit.js';
import {
  type Command,
  defineChoice,
  defineOption,
  type Operand,
  type Parse,
  type ProcessHost,
  parseArguments,
  parseBoolean,
  parseNonEmpty,
  parseNumberIn,
  parseTime,
  print,
  UsageError,
} from './options.js';
import { openServer } from './view-command.js';

// The name makes shells complete files.
const files: Operand = { name: 'FILE', parse: parseNonEmpty, isRepeatable: true };
const reporterNames = ['pretty', 'tap', 'junit'] as const;
interface WantedReporter {
  readonly name: (typeof reporterNames)[number];
  readonly path: string | undefined;
}

const parseReporters: Parse<readonly WantedReporter[]> = (text) => {
  const wanted = text.split(/,(?=(?:pretty|tap|junit)(?:=|,|$))/).map((part) => {
    const [, word = '', path] = /^([^=]*)(?:=(.+))?$/s.exec(part) ?? [];
    const name = reporterNames.find((one) => one === word);
    if (name === undefined) throw new UsageError(`must be ${reporterNames.join(', ')}, or one of them with =FILE`);
    return { name, path };
  });
  if (wanted.filter(({ path }) => path === undefined).length > 1)
    throw new UsageError(
      'can write only one report to standard output; give the others a file, as in junit=report.xml',
    );
  return wanted;
};

const testOptions = {
  reporter: defineOption<readonly WantedReporter[]>({
    placeholder: 'NAME[=FILE]',
    help: 'pretty, tap or junit, on standard output or in a file (default: pretty)',
    parse: parseReporters,
    default: [],
    isRepeatable: true,
  }),
  workers: defineOption({
    placeholder: 'N',
    help: 'number of tests that run at the same time (default: half the processors)',
    parse: parseNumberIn(1, 64),
    default: Math.max(1, Math.floor(availableParallelism() / 2)),
  }),
  timeout: defineOption({
    placeholder: 'TIME',
    help: 'maximum time of a test (default: 120s)',
    parse: parseTime,
    default: 120_000,
  }),
  retries: defineOption({
    placeholder: 'N',
    help: 'how often a test that fails is repeated; if it then passes, it is flaky',
    parse: parseNumberIn(0, 100),
    default: 0,
  }),
  repeat: defineOption({
    placeholder: 'N',
    help: 'how often each test runs; each time is a result of its own',
    parse: parseNumberIn(1, 10_000),
    default: 1,
  }),
  bail: defineOption({ help: 'stop after the first failure', parse: parseBoolean, default: false }),
  name: defineOption<string | undefined>({
    placeholder: 'TEXT',
    help: 'run only tests whose names contain this text',
    parse: parseNonEmpty,
    default: undefined,
    letter: 't',
  }),
  list: defineOption({
    help: 'run nothing; print the commands, errors and warnings of each tape as one line of JSON',
    parse: parseBoolean,
    default: false,
  }),
  strict: defineOption({
    help: 'warnings are failures, and so is each Sleep',
    parse: parseBoolean,
    default: false,
  }),
  'real-time': defineOption({
    help: 'Sleep and typing take as long as they are written',
    parse: parseBoolean,
    default: false,
  }),
  'no-hermetic': defineOption({
    help: 'use your home directory and environment instead of temporary ones',
    parse: parseBoolean,
    default: false,
  }),
  trace: defineChoice({
    placeholder: 'MODE',
    help: 'write the trace of each test, or of those that fail',
    words: ['off', 'on', 'on-failure'],
    default: 'on-failure',
    variable: 'TUISPEC_TRACE',
  }),
  update: defineOption<'none' | 'missing' | 'all' | undefined>({
    placeholder: 'MODE',
    help: 'snapshot baselines to write: none, missing or all; -u is all',
    parse: (text) => {
      const mode = (['none', 'missing', 'all'] as const).find((one) => one === text);
      if (mode === undefined) throw new UsageError('must be one of none, missing, all');
      return mode;
    },
    default: undefined,
    words: ['none', 'missing', 'all'],
  }),
  'artifact-dir': defineOption({
    placeholder: 'DIR',
    help: 'directory for traces and pictures',
    parse: parseNonEmpty,
    default: 'test-results',
    variable: 'TUISPEC_ARTIFACTS_DIR',
  }),
};

/** `tuispec test`. */
export const testCommand: Command = {
  what: 'run tapes, the scripts of VHS, as tests',
  explanation: `Runs tapes and recordings as tests. A directory stands for the *.tape files in it.
All tapes are parsed before anything runs. A test fails if a Wait or Expect is not met, a Snapshot
differs, a command is missing (status 126 or 127), or the program ends while input follows.
Sleep and the time of typing are upper bounds: a test goes on as soon as nothing can change any more.`,
  operands: [files],
  options: testOptions,
  examples: [
    ['Run all tapes in a directory:', 'tuispec test tapes/'],
    ['Write a report for a CI server:', 'tuispec test tapes/ --reporter junit=report.xml --reporter pretty'],
    ['Update snapshot baselines:', 'tuispec test demo.tape -u'],
    ['Print what is in a tape:', 'tuispec test --list demo.tape'],
  ],
  run: runTest,
};

async function runTest(args: readonly string[], host: ProcessHost): Promise<number> {
  const words = args.map((arg) => (arg === '-u' ? '--update=all' : arg));
  const { values, operands } = parseArguments(testOptions, [files], words, host.variables);
  if (operands.length === 0) throw new UsageError('Missing argument FILE. Pass a tape or a directory.');
  const artifactDir = values['artifact-dir'];
  const { listTapes, runTests, TapeUsageError } = await import('../tapes/tapes.js');
  try {
    if (values.list) {
      const { text, isValid } = listTapes(operands, artifactDir);
      return (await print(text, host)) || (isValid ? 0 : 2);
    }
    const { workers, retries, repeat, trace, update } = values;
    const output = host.openOutput();
    output.on('error', () => {});
    return await runTests(
      {
        ...{ paths: operands, workers, retries, repeat, trace, update, artifactDir },
        reporters: values.reporter.length === 0 ? [{ name: 'pretty', path: undefined }] : values.reporter,
        timeoutMs: values.timeout,
        isBail: values.bail,
        text: values.name,
        isStrict: values.strict,
        isRealTime: values['real-time'],
        isHermetic: !values['no-hermetic'],
      },
      {
        variables: host.variables,
        openServer: async (environment = withoutSettings(host.variables)) =>
          await openServer([], { ...host, variables: environment }),
        write: (text) => new Promise((resolve) => output.write(text, resolve)),
        writeError: host.writeError,
        onSignal: host.onSignal,
      },
      statusAfterSignal,
    );
  } catch (error) {
    if (error instanceof TapeUsageError) throw new UsageError(error.message);
    throw error;
  }
}

/** The variables without those that tests set themselves. */
export const withoutSettings = (variables: ProcessHost['variables']): ProcessHost['variables'] =>
  Object.fromEntries(
    Object.entries(variables).filter(
      ([name]) => !['TUISPEC_TRACE', 'TUISPEC_ARTIFACTS_DIR', 'TUISPEC_VIEW'].includes(name),
    ),
  );
