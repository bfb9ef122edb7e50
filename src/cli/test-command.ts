import {
  type Command,
  defineOption,
  type Operand,
  type ProcessHost,
  parseArguments,
  parseBoolean,
  parseNonEmpty,
  print,
  UsageError,
} from './options.js';

// The first name makes shells complete files.
const files: Operand = { name: 'FILE', parse: parseNonEmpty, isRepeatable: true };

const testOptions = {
  list: defineOption({
    help: 'run nothing; print the commands, errors and warnings of each tape as one line of JSON',
    parse: parseBoolean,
    default: false,
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
  what: 'run tapes as tests',
  explanation: `Runs tapes, the scripts of VHS, as tests. A directory stands for the *.tape files in it.
All tapes are parsed before anything runs.`,
  operands: [files],
  options: testOptions,
  examples: [['Print what is in a tape:', 'tuispec test --list demo.tape']],
  run: runTest,
};

async function runTest(args: readonly string[], host: ProcessHost): Promise<number> {
  const { values, operands } = parseArguments(testOptions, [files], args, host.variables);
  if (operands.length === 0) throw new UsageError('Missing argument FILE. Pass a tape or a directory.');
  const { describeTape, findTapeFiles, readTape, TapeUsageError } = await import('../tapes/tapes.js');
  try {
    const tapes = findTapeFiles(operands, values['artifact-dir']).map(readTape);
    const lines = tapes.map((tape) => `${JSON.stringify(describeTape(tape))}\n`);
    return (await print(lines.join(''), host)) || (tapes.some(({ errors }) => errors.length > 0) ? 2 : 0);
  } catch (error) {
    if (error instanceof TapeUsageError) throw new UsageError(error.message);
    throw error;
  }
}
