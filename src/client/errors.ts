import { AssertionError } from 'node:assert';
import { fileURLToPath } from 'node:url';
import { drawFrame } from '../base/frame.js';
import type { ClosestText, Cursor, FailureKind, MethodName } from './wire.js';

/** The error data that the server sends with a failed method. */
export interface ErrorData {
  readonly kind?: FailureKind | undefined;
  readonly details?: string | undefined;
  readonly screen?: string | undefined;
  /** The cursor at that time; `row` and `col` are 1-based. */
  readonly cursor?: Cursor | undefined;
  readonly nearest?: ClosestText | undefined;
  readonly exitCode?: number | null;
  readonly signal?: string | null;
  /** Time since the last output of the program, in milliseconds; null if there was none. */
  readonly lastOutputAgeMs?: number | null;
  /** A unified difference of two screens. */
  readonly diff?: string;
  readonly diffPngPath?: string | undefined;
  readonly tracePath?: string | undefined;
  readonly [member: string]: unknown;
}

/** A request that failed. The message contains the screen at that moment, in a frame. */
export class TuispecError extends Error {
  override readonly name: string = 'TuispecError';
  // Members of the prototype: test runners print own members, and the message says the same.
  readonly #reason: string;
  readonly #facts: ErrorFacts;

  /** @internal */
  constructor(reason: string, facts: ErrorFacts = {}, options: ErrorOptions = {}) {
    super(withEvidence(reason, facts.data, [['Picture', facts.picturePath]]), options);
    this.#reason = reason;
    this.#facts = facts;
    hideInternalFrames(this);
  }

  /** The JSON-RPC method that failed. */
  get method(): MethodName | undefined {
    return this.#facts.method;
  }
  /** The JSON-RPC error code; undefined if the server did not respond. */
  get code(): number | undefined {
    return this.#facts.code;
  }
  /** Why the method failed, such as `timeout`. */
  get kind(): FailureKind | undefined {
    return this.data.kind;
  }
  /** The visible text at the time of the failure. */
  get screen(): string | undefined {
    return this.data.screen;
  }
  /** Everything that the server reported. */
  get data(): ErrorData {
    return this.#facts.data ?? {};
  }
  /** What failed, without the screen. */
  get reason(): string {
    return this.#reason;
  }
}

const libraryUrl = new URL('.', import.meta.url);
const libraryFolder = fileURLToPath(libraryUrl);

/** Removes the frames of this library from a stack, so that it begins at the caller. */
function hideInternalFrames(error: Error): void {
  const isInternal = (line: string): boolean =>
    line.startsWith('    at ') && (line.includes(libraryFolder) || line.includes(libraryUrl.href));
  const lines = (error.stack ?? '').split('\n').filter((line) => !isInternal(line));
  error.stack = lines.join('\n');
}

/** The frames of a stack, without the message. */
export const stackFramesOf = ({ stack = '' }: Error): string => stack.slice(stack.indexOf('\n    at ') + 1);

/** The frames of the callers of this library, for an error that occurs later. */
export function captureCaller(): string {
  const place = new Error();
  hideInternalFrames(place);
  return stackFramesOf(place);
}

/** The facts of a failed request. */
interface ErrorFacts {
  readonly method?: MethodName | undefined;
  readonly code?: number | undefined;
  readonly data?: ErrorData | undefined;
  readonly picturePath?: string | undefined;
}

/** A request that was cancelled by an `AbortSignal`; `cause` is the signal's reason. */
export class CancelledError extends TuispecError {
  override readonly name = 'AbortError';
}

/** Appends the screen in a frame to a message, and after it the paths of evidence. */
function withEvidence(
  message: string,
  { screen, cursor }: ErrorData = {},
  paths: readonly (readonly [title: string, path: string | undefined])[] = [],
): string {
  const lines = paths.flatMap(([title, path]) => (path === undefined ? [] : [`${title}: ${path}`]));
  const frame = screen === undefined ? [] : [drawFrame(screen, cursor)];
  return [message, ...frame, ...(lines.length === 0 ? [] : [lines.join('\n')])].join('\n\n');
}

/** An `AssertionError` of `node:assert`; its type must not depend on the types of Node. */
interface NodeAssertionError extends Error {
  readonly code: 'ERR_ASSERTION';
  readonly generatedMessage: boolean;
  actual: unknown;
  expected: unknown;
  operator: string;
}
interface NodeAssertionErrorOptions {
  readonly message: string;
  readonly actual: unknown;
  readonly expected: unknown;
  readonly operator: string;
}
const BaseError = AssertionError as unknown as new (options: NodeAssertionErrorOptions) => NodeAssertionError;

/** What a failed assertion reports. */
interface AssertionFacts {
  /** The assertion as it was written, such as `expect(terminal).toHaveText("Save")`. */
  readonly call: string;
  /** Why it failed, in a sentence. */
  readonly reason: string;
  readonly actual?: unknown;
  readonly expected?: unknown;
  readonly data?: ErrorData | undefined;
  readonly step?: string | undefined;
  readonly picturePath?: string | undefined;
}

/** A failed assertion. The message contains the call, the reason, the last step, the screen and paths of evidence. */
export class ScreenAssertionError extends BaseError {
  // Members of the prototype: test runners print own members, and the message says the same.
  readonly #facts: AssertionFacts;

  /** @internal */
  constructor(facts: AssertionFacts) {
    const { call, actual, expected } = facts;
    super({ message: formatAssertionMessage(facts), actual, expected, operator: call });
    this.#facts = facts;
    // Runners print a difference of `actual` and `expected`; it is only useful if both are screens.
    if (typeof actual !== 'string' || typeof expected !== 'string' || !expected.includes('\n'))
      Object.defineProperty(this, 'showDiff', { value: false });
    for (const name of ['generatedMessage', 'operator', 'actual', 'expected'])
      Object.defineProperty(this, name, { enumerable: false });
  }

  /** The visible text at the time of the failure. */
  get screen(): string | undefined {
    return this.data.screen;
  }
  /** The text on the screen that is closest to the expected one. */
  get closestText(): ClosestText | undefined {
    return this.data.nearest;
  }
  /** Path of a picture of the screen. */
  get picturePath(): string | undefined {
    return this.#facts.picturePath;
  }
  /** Path of a picture that shows the expected screen, the actual screen and the difference. */
  get diffPath(): string | undefined {
    return this.data.diffPngPath;
  }
  /** Path of the trace of the session. */
  get tracePath(): string | undefined {
    return this.data.tracePath;
  }
  /** The title of the last `step`. */
  get step(): string | undefined {
    return this.#facts.step;
  }
  /** Everything that the server reported. */
  get data(): ErrorData {
    return this.#facts.data ?? {};
  }
}

function formatAssertionMessage({ call, reason, data = {}, step, picturePath }: AssertionFacts): string {
  const lastStep = step === undefined || step === '' ? [] : [`Last step: ${JSON.stringify(step)}`];
  // After a difference, it would read as one of its lines.
  const gap = lastStep.length > 0 && reason.includes('\n') ? [''] : [];
  return withEvidence([`${call} failed`, '', reason, ...gap, ...lastStep].join('\n'), data, [
    ['Picture', picturePath],
    ['Difference', data.diffPngPath],
    ['Trace', data.tracePath],
  ]);
}

// The names of the params of the server, and what they are called in the library.
const words: Readonly<Record<string, string>> = {
  ambiguityMode: 'ambiguity',
  timeoutMs: 'timeout',
  readyTimeoutMs: 'readyTimeout',
  readySelector: 'ready',
  expectAfter: 'answer',
  delayMs: 'delay',
  debounceMs: 'debounce',
  stableMs: 'stable',
  frameIntervalMs: 'frameInterval',
  graceMs: 'grace',
  sendText: 'type',
  sendKey: 'press',
  timeoutSeconds: 'timeout',
  snapshotTheme: 'theme',
  terminalCols: 'cols',
  terminalRows: 'rows',
  '"scope":"scrollback"': "scope: 'scrollback'",
};

/** Replaces the names of the server in a message by those of the library. */
export const inLibraryWords = (message: string): string =>
  message
    .replaceAll(/`([^`\n]+)`/g, (code, name: string) => {
      const [first = ''] = name.split(/[.[]/, 1);
      const word = words[name] ?? words[first];
      return word === undefined ? code : `\`${word}${words[name] === undefined ? name.slice(first.length) : ''}\``;
    })
    .replaceAll(/\bsince "(sendText|sendKey)"/g, (_, name: string) => `since "${words[name]}"`)
    .replace(/^(sendText|sendKey) failed:/, (_, name: string) => `${words[name]} failed:`)
    // The mode is chosen by the library: what to do about it follows.
    .replace(/ is missing and is not created because `update` is "none"\.$/, ' is missing.')
    // A test runner has a command of its own for this, and the path has a line of its own.
    .replace(/ If the change is intended, update the baseline: [^`]*`update: "all"`\./, '')
    .replace(/ Difference(?: \(only rows \d+ to \d+\))?: .*$/, '');
