import type { FailureKind } from './generated/contract.js';
import { toOneLine } from './text.js';

/** Whether an object is of a class. Files that are loaded late, such as the view, have copies of the classes. */
const isNamed = (value: unknown, name: string): boolean => value instanceof Error && value.name === name;

/** What a failure of any kind can say about the screen. Its members are declared where screens are known. */
// biome-ignore lint/suspicious/noEmptyInterface: `screen/selectors/nearest-text.ts` adds the members.
export interface ScreenFacts {}

/** What else the failures of a kind say. They are members of `data` in the error of the method. */
interface OwnFacts {
  readonly timeout: { readonly baselinePath?: string; readonly errorType?: 'TIMEOUT' };
  readonly ambiguous: Required<Pick<ScreenFacts, 'matches'>>;
  readonly stopped: Required<Pick<ScreenFacts, 'matches'>>;
  readonly io: { readonly errorType?: 'SUBPROCESS_FAILED' };
  readonly 'snapshot-missing': { readonly actualPath?: string; readonly baselinePath: string };
  readonly 'snapshot-mismatch': {
    readonly actualPath: string;
    readonly baselinePath: string;
    readonly changedLines: number;
    readonly diff: string;
    readonly diffPngPath: string;
  };
  readonly 'replay-step': { readonly step: number; readonly method: string; readonly error: object };
  readonly 'no-echo': SubmitFacts;
  readonly ghost: SubmitFacts;
  readonly 'not-accepted': Partial<SubmitFacts>;
  readonly unconfirmed: SubmitFacts;
  readonly 'pane-not-found': {
    readonly candidates?: readonly { readonly pane: string; readonly name: string; readonly command: string }[];
  };
  readonly 'pane-mode': { readonly paneMode: string };
  readonly 'not-restored': {
    readonly changes: readonly SettingFacts[];
    readonly notes: readonly SettingFacts[];
    readonly repair: string;
    readonly causes: Readonly<Record<string, unknown>>;
  };
  readonly 'lines-mismatch': {
    readonly missing: readonly string[];
    readonly repeated: readonly { readonly line: string; readonly count: number; readonly rows: readonly number[] }[];
    readonly outOfOrder: readonly string[];
    readonly trimmed: number;
  };
  readonly 'low-contrast': { readonly findings: readonly object[] };
  readonly 'too-many-colors': {
    readonly findings: readonly object[];
    readonly used: string;
    readonly promised: string;
  };
  readonly 'resize-damage': {
    readonly findings: readonly object[];
    readonly smallest?: readonly [cols: number, rows: number];
    readonly sizes: readonly (readonly [cols: number, rows: number])[];
  };
}
interface SettingFacts {
  readonly what: string;
  readonly initial: boolean | number | string;
  readonly actual: boolean | number | string;
  readonly setDuring?: string;
}
interface SubmitFacts {
  readonly attempts: number;
  readonly why?: 'line-break' | 'line-breaks';
  readonly ghost?: string;
}

/** The facts of a failure by its kind. */
export type FailureFacts = {
  readonly [K in FailureKind]: ScreenFacts & (K extends keyof OwnFacts ? OwnFacts[K] : unknown);
};
/** Facts of which some are required cannot be left out. */
type FactsAndOptions<F> =
  Record<never, never> extends F ? [facts?: F, options?: ErrorOptions] : [facts: F, options?: ErrorOptions];

/** A method failure with a message of whole sentences; `facts` describe its cause. */
export class MethodError<K extends FailureKind = FailureKind> extends Error {
  override readonly name = 'MethodError';
  readonly kind: K;
  readonly facts: FailureFacts[K];

  constructor(kind: K, message: string, ...[facts, options]: FactsAndOptions<FailureFacts[K]>) {
    super(toOneLine(message), options);
    this.kind = kind;
    this.facts = facts ?? ({} as FailureFacts[K]);
  }

  static override [Symbol.hasInstance](value: unknown): value is MethodError {
    return isNamed(value, 'MethodError');
  }
}

/** A failure that the system or a library caused: what failed, followed by the original message. */
export const createSystemError = (kind: 'io' | 'spawn', what: string, cause: unknown): MethodError =>
  // Without Node's system call and path, such as `, open '/tmp/.menu.png.1f2e'`: it can be a temporary name.
  new MethodError(kind, `${what}: ${(cause as Error).message.replace(/\.$|, [a-z]+ '.*'$/s, '')}.`, {}, { cause });

/** An invalid parameter that the schema cannot detect; `reason` is a sentence. */
export class InvalidParamError extends Error {
  override readonly name = 'InvalidParamError';
  /** JSON pointer to the member of params. */
  readonly pointer: string;

  constructor(pointer: string, reason: string) {
    super(toOneLine(reason));
    this.pointer = pointer;
  }

  static override [Symbol.hasInstance](value: unknown): value is InvalidParamError {
    return isNamed(value, 'InvalidParamError');
  }
}

/** Log levels of stderr, by increasing verbosity. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
type LogLevel = (typeof logLevels)[number];
/** Logs a human-readable line. */
export type Log = (level: Exclude<LogLevel, 'silent'>, message: string) => void;

/** Creates a log that writes messages of severity `level` or higher. */
export function createLog(level: LogLevel, write: (line: string) => void): Log {
  const maxIndex = logLevels.indexOf(level);
  return (severity, message) => {
    if (logLevels.indexOf(severity) <= maxIndex) write(`tuispec ${severity}: ${message}\n`);
  };
}
