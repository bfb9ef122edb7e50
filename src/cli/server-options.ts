import { logLevels } from '../base/errors.js';
import type { ServerOptions } from '../server/server-options.js';
import {
  type Address,
  defineChoice,
  defineOption,
  parseAddress,
  parseBoolean,
  parseNames,
  parseNonEmpty,
  parseNumberIn,
} from './option-parsers.js';
import type { Values } from './options.js';

const mebibyte = 1024 * 1024;

/** The options of `tuispec server`. */
export const serverOptions = {
  'artifact-dir': defineOption({
    placeholder: 'DIR',
    help: 'directory for the files of sessions',
    parse: parseNonEmpty,
    default: 'artifacts',
    variable: 'TUISPEC_ARTIFACTS_DIR',
  }),
  cols: defineOption({
    placeholder: 'N',
    help: 'width of the terminal in cells',
    parse: parseNumberIn(2, 1000),
    default: 134,
    variable: 'TUISPEC_TERMINAL_COLS',
  }),
  rows: defineOption({
    placeholder: 'N',
    help: 'height of the terminal in lines',
    parse: parseNumberIn(1, 1000),
    default: 40,
    variable: 'TUISPEC_TERMINAL_ROWS',
  }),
  'timeout-seconds': defineOption({
    placeholder: 'N',
    help: 'default timeout for waits, in seconds',
    parse: parseNumberIn(0, 2_147_483, false),
    default: 5,
    variable: 'TUISPEC_TIMEOUT_SECONDS',
  }),
  'ambiguity-mode': defineChoice({
    placeholder: 'MODE',
    help: 'handling of multiple matches',
    words: ['fail', 'first', 'first-visible', 'last', 'last-visible'],
    default: 'fail',
    variable: 'TUISPEC_AMBIGUITY_MODE',
  }),
  'snapshot-theme': defineOption({
    placeholder: 'THEME',
    help: 'theme of pictures: a name, or the path of a JSON file',
    parse: parseNonEmpty,
    default: 'auto',
    variable: 'TUISPEC_SNAPSHOT_THEME',
  }),
  font: defineOption<string | undefined>({
    placeholder: 'FILE',
    help: 'font file for pictures, searched before the bundled fonts',
    parse: parseNonEmpty,
    default: undefined,
    variable: 'TUISPEC_FONT_PATH',
  }),
  'update-snapshots': defineOption({
    help: 'create and update snapshot baselines',
    parse: parseBoolean,
    default: false,
    variable: 'TUISPEC_UPDATE_SNAPSHOTS',
  }),
  trace: defineChoice({
    placeholder: 'MODE',
    help: 'write the trace of each session to trace.html in its directory',
    words: ['off', 'on', 'on-failure'],
    default: 'off',
    variable: 'TUISPEC_TRACE',
  }),
  view: defineOption<Address | undefined>({
    placeholder: '[HOST:]PORT',
    help: 'serve a page that shows the session while it runs; port 0 is any free port',
    parse: parseAddress,
    default: undefined,
    variable: 'TUISPEC_VIEW',
  }),
  'view-interactive': defineOption({
    help: 'let viewers type, paste and click',
    parse: parseBoolean,
    default: false,
    variable: 'TUISPEC_VIEW_INTERACTIVE',
  }),
  'view-allow-host': defineOption<readonly string[] | undefined>({
    placeholder: 'NAME',
    help: 'host name under which the page may be opened, such as that of a proxy; can be repeated',
    parse: parseNames,
    default: undefined,
    isRepeatable: true,
  }),
  'log-level': defineChoice({
    placeholder: 'LEVEL',
    help: 'minimum severity to log on stderr; debug also logs each request',
    words: logLevels,
    default: 'warn',
  }),
  'max-line-bytes': defineOption({
    placeholder: 'N',
    help: 'maximum length of a request line, in bytes',
    // V8 limits strings to 512 MiB, and a response can contain the whole line.
    parse: parseNumberIn(64, 256 * mebibyte),
    default: 16 * mebibyte,
  }),
  'fail-fast': defineOption({ help: 'exit with code 1 at the first error', parse: parseBoolean, default: false }),
  'output-log': defineOption<string | undefined>({
    placeholder: 'FILE',
    help: 'append the raw output of programs to this file, for debugging',
    parse: parseNonEmpty,
    default: undefined,
  }),
};
/** Converts option values to the options of a server. */
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
      trace: values.trace,
    },
    maxLineBytes: values['max-line-bytes'],
    isFailFast: values['fail-fast'],
    isLoggingRequests: values['log-level'] === 'debug',
  };
}
