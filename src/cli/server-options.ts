import { logLevels } from '../server/log.js';
import type { ServerOptions } from '../server/server-options.js';
import { choice, nonEmpty, numberIn, option, truth } from './option-parsers.js';
import type { Values } from './options.js';

const mebibyte = 1024 * 1024;

/** The options of `tuispec server`. */
export const serverOptions = {
  'artifact-dir': option({
    placeholder: 'DIR',
    help: 'where sessions keep their files',
    parse: nonEmpty,
    default: 'artifacts',
    variable: 'TUISPEC_ARTIFACTS_DIR',
  }),
  cols: option({
    placeholder: 'N',
    help: 'width of the terminal',
    parse: numberIn(2, 1000),
    default: 134,
    variable: 'TUISPEC_TERMINAL_COLS',
  }),
  rows: option({
    placeholder: 'N',
    help: 'height of the terminal',
    parse: numberIn(1, 1000),
    default: 40,
    variable: 'TUISPEC_TERMINAL_ROWS',
  }),
  'timeout-seconds': option({
    placeholder: 'N',
    help: 'how long waits wait',
    parse: numberIn(0, 2_147_483, false),
    default: 5,
    variable: 'TUISPEC_TIMEOUT_SECONDS',
  }),
  'ambiguity-mode': choice({
    placeholder: 'MODE',
    help: 'what more than one match means',
    words: ['fail', 'first', 'first-visible', 'last', 'last-visible'],
    default: 'fail',
    variable: 'TUISPEC_AMBIGUITY_MODE',
  }),
  'snapshot-theme': option({
    placeholder: 'THEME',
    help: 'the theme of pictures',
    parse: nonEmpty,
    default: 'auto',
    variable: 'TUISPEC_SNAPSHOT_THEME',
  }),
  font: option<string | undefined>({
    placeholder: 'FILE',
    help: 'a font file for pictures, asked before the bundled fonts',
    parse: nonEmpty,
    default: undefined,
    variable: 'TUISPEC_FONT_PATH',
  }),
  'update-snapshots': option({
    help: 'create and update snapshot baselines',
    parse: truth,
    default: false,
    variable: 'TUISPEC_UPDATE_SNAPSHOTS',
  }),
  'log-level': choice({
    placeholder: 'LEVEL',
    help: 'minimum severity to log on stderr; debug also logs each request',
    words: logLevels,
    default: 'warn',
  }),
  'max-line-bytes': option({
    placeholder: 'N',
    help: 'longest line of a request',
    // A string of V8 ends at 512 MiB, and a line goes back in an answer.
    parse: numberIn(64, 256 * mebibyte),
    default: 16 * mebibyte,
  }),
  'fail-fast': option({ help: 'end with exit code 1 at the first error', parse: truth, default: false }),
  'output-log': option<string | undefined>({
    placeholder: 'FILE',
    help: 'write the raw output of programs there, for debugging',
    parse: nonEmpty,
    default: undefined,
  }),
};
/** Values of the options, as a server takes them. */
export function toServerOptions(values: Values<typeof serverOptions>): ServerOptions {
  return {
    defaults: {
      artifactDir: values['artifact-dir'],
      cols: values.cols,
      rows: values.rows,
      timeoutMs: Math.round(values['timeout-seconds'] * 1000),
      ambiguityMode: values['ambiguity-mode'],
      snapshotTheme: values['snapshot-theme'],
      fontPath: values.font,
      updateSnapshots: values['update-snapshots'],
    },
    maxLineBytes: values['max-line-bytes'],
    isFailFast: values['fail-fast'],
    isLoggingRequests: values['log-level'] === 'debug',
  };
}
