import { checks, type OptionChecks } from './check-options.js';
import type { FailedStart, StartEvidence } from './failed-start.js';
import type * as wire from './wire-types.js';

/** Options of `launch` and `attach` that do not concern the program. */
export interface SessionOptions {
  /** Default timeout of waits, in milliseconds. Default: `TUISPEC_TIMEOUT_SECONDS`, else 5000. */
  readonly timeout?: number | undefined;
  /** Default handling of several matches: `fail`, `first` or `last`. Default: `fail`. */
  readonly ambiguity?: wire.AmbiguityMode | undefined;
  /** Theme of pictures: a name, or the path of a theme file. */
  readonly theme?: string | undefined;
  /** Maximum number of scrollback lines. Default: 1000. */
  readonly scrollback?: number | undefined;
  /** Name of the session and of its artifact directory. Default: unique in this process. */
  readonly name?: string | undefined;
  /** Title to include in `exit` events. */
  readonly title?: string | undefined;
  /** Texts that must not appear in recordings, snapshots, pictures, logs and errors. */
  readonly secrets?: readonly string[] | undefined;
  /** Which sessions leave `trace.html` in their artifact directory: none (`off`), all, or those with a failure. */
  readonly trace?: 'off' | 'on' | 'on-failure' | undefined;
  /** Directory for pictures and other files. Default: a temporary directory. */
  readonly artifactDir?: string | undefined;
  /** Directory of the snapshot baselines of `toMatchScreen`. Default: `__screens__` in the working directory. */
  readonly snapshotDir?: string | undefined;
  /** Cancels all requests of the terminal when aborted. */
  readonly signal?: AbortSignal | undefined;
  /** The command that starts a server, such as `['ssh', host, 'tuispec', 'server']`. Default: the installed server. */
  readonly server?: readonly string[] | undefined;
}

/** @internal The checks of `SessionOptions`. */
export const sessionChecks: OptionChecks<SessionOptions> = {
  timeout: 'time',
  ambiguity: checks.ambiguity,
  theme: 'text',
  scrollback: 'any',
  name: 'text',
  title: 'text',
  secrets: 'any',
  trace: ['off', 'on', 'on-failure'],
  artifactDir: 'text',
  snapshotDir: 'text',
  signal: 'any',
  server: 'any',
};

/** @internal A test runner. */
export interface SessionRunner {
  /** Receives a `launch` that has failed; `ending` resolves when its session has ended. */
  readonly noteFailedStart: (start: FailedStart & { readonly ending: Promise<StartEvidence> }) => void;
}

/** @internal What a test runner adds to a session. */
export interface SessionHooks {
  /** The time that is left for waits. */
  readonly remainingMs?: () => number | undefined;
  /** Where to record the session. */
  readonly recordingPath?: string | undefined;
  /** What runs the test: then the message of a failure is completed after the test. */
  readonly runner?: SessionRunner | undefined;
}
