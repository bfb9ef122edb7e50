import { logLevels } from '../base/errors.js';
import { findNearest } from '../base/text.js';
import type { ServerOptions } from '../server/stdio-server.js';
import {
  type Address,
  defineChoice,
  defineOption,
  type Options,
  parseAddress,
  parseBoolean,
  parseNames,
  parseNonEmpty,
  parseNumberIn,
  type Values,
} from './options.js';

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
    help: 'host name under which the page may be opened, such as that of a proxy',
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

const prefix = 'TUISPEC_';
// Used by the client library, by the commands for sessions and by the server.
const otherVariables = ['PAUSE', 'WATCH', 'SESSION', 'SESSION_DIR', 'CALLER', 'V8_FLAGS', 'SYSTEM'];
// Keeps the line short.
const maxNamed = 5;

/** Describes unknown variables with the prefix of tuispec; undefined if there are none. */
export function describeUnknownVariables(
  variables: Readonly<Record<string, string | undefined>>,
  options: Options,
): string | undefined {
  const settings = Object.values(options).flatMap(({ variable }) => variable?.slice(prefix.length) ?? []);
  const known = new Set([...settings, ...otherVariables]);
  const unknown = Object.keys(variables)
    .filter((name) => name.startsWith(prefix) && variables[name] !== '')
    .map((name) => name.slice(prefix.length))
    .filter((name) => !known.has(name));
  if (unknown.length === 0) return undefined;
  const named = unknown.slice(0, maxNamed).map((name) => `${prefix}${name}${suggestSetting(name, settings, options)}`);
  const more = unknown.length > named.length ? ` and ${unknown.length - named.length} more` : '';
  return `Unknown ${unknown.length === 1 ? 'variable' : 'variables'} ignored: ${named.join(', ')}${more}.`;
}

function suggestSetting(name: string, settings: readonly string[], options: Options): string {
  const flag = name.toLowerCase().replaceAll('_', '-');
  const nearest = findNearest(name, settings);
  // Some settings have only a flag.
  if (Object.hasOwn(options, flag) && options[flag]?.variable === undefined) return ` (use the option --${flag})`;
  return nearest === undefined ? '' : ` (did you mean ${prefix}${nearest}?)`;
}
