import type { FailureKind } from './generated/contract.js';
import { toOneLine } from './text.js';

/** Whether an object is of a class. Files that are loaded late, such as the view, have copies of the classes. */
const isNamed = (value: unknown, name: string): boolean => value instanceof Error && value.name === name;

/** A method failure with a message of whole sentences; `facts` describe its cause. */
export class MethodError extends Error {
  override readonly name = 'MethodError';
  readonly kind: FailureKind;
  readonly facts: object;

  constructor(kind: FailureKind, message: string, facts: object = {}, options?: ErrorOptions) {
    super(toOneLine(message), options);
    this.kind = kind;
    this.facts = facts;
  }

  static override [Symbol.hasInstance](value: unknown): value is MethodError {
    return isNamed(value, 'MethodError');
  }
}

/** A failure that the system or a library caused: what failed, followed by the original message. */
export const createSystemError = (kind: FailureKind, what: string, cause: unknown): MethodError =>
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
