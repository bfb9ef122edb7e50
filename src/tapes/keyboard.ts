// The input of a tape: texts, lines, keys and pastes, and which line was submitted last.
import { describeExit } from '../base/exit.js';
import { measureText } from '../base/unicode/cluster.js';
import type { MethodName, MethodParams, MethodResults } from '../protocol/generated/types.js';
import { splitCharacters } from '../terminal/input/key-table.js';
import type { Stage, TapeTerminal } from './pace.js';
import type { TypedPlace } from './waits.js';

/** A command has failed. The message is a sentence, or the end of one that begins with the command. */
export class CommandFailure<C> extends Error {
  readonly command: C | undefined;

  constructor(message: string, command?: C) {
    super(message);
    this.command = command;
  }
}

/** Calls a method of the server. */
export type CallMethod = <M extends MethodName>(
  method: M,
  params: Partial<MethodParams[M]>,
) => Promise<MethodResults[M]>;

/** A line from where it was typed to where Enter was pressed. */
export interface SubmittedLine {
  readonly from: TypedPlace;
  readonly to: TypedPlace;
}

const enter = /^(?:Enter|Ctrl\+[mj])$/;
// They end a line or a command, too.
const interrupt = /^Ctrl\+[cdz]$/;

// Methods that wait for the first reaction.
const settling: ReadonlySet<MethodName> = new Set(['sendText', 'sendKey', 'click', 'drag', 'scroll', 'focus']);

/** Types into the terminal of a tape. */
export class Keyboard {
  /** The time after a character. */
  typingMs: number;
  clipboard = '';
  /** The line that was submitted last, while no other input has followed. */
  submitted: SubmittedLine | undefined;
  readonly #terminal: TapeTerminal;
  readonly #stage: Stage;
  readonly #call: CallMethod;
  /** Where the text begins that was typed and not submitted yet. */
  #typedFrom: TypedPlace | undefined;
  /** Whether Enter was pressed together with the text before it. */
  #isSent = false;
  /** Whether keys were pressed at the prompt, whose reaction may be pending. */
  #hasPressed = false;

  constructor(terminal: TapeTerminal, stage: Stage, call: CallMethod, typingMs: number) {
    this.#terminal = terminal;
    this.#stage = stage;
    const { settleMs } = stage;
    this.#call =
      settleMs === undefined
        ? call
        : async (method, params) => await call(method, settling.has(method) ? { settleMs, ...params } : params);
    this.typingMs = typingMs;
  }

  /** Types a text. If Enter follows, both are one step: Enter is pressed when the text is displayed. */
  async type(text: string, { delayMs = this.typingMs, isLine = false, isSecret = false } = {}): Promise<void> {
    const { current, shell } = this.#terminal;
    const isFresh = shell?.isPromptComplete === true && !this.#hasPressed;
    await this.#stage.beforeInput(this.#terminal, isFresh ? 0 : delayMs * [...text].length);
    this.#requireRunning();
    this.submitted = undefined;
    this.#typedFrom ??= current.program.emulator.place;
    if (this.#stage.isSlow) await this.#typeSlowly(text, delayMs, isSecret);
    else if (isLine && text !== '') await this.#sendLine(text, isSecret, this.#typedFrom);
    else if (text !== '') await this.#call('sendText', { text, secret: isSecret });
  }

  /** Types the text of `Copy`, or pastes a text as terminals do. */
  async paste(text: string | undefined): Promise<void> {
    if (text === undefined) await this.type(this.clipboard, { delayMs: 0 });
    else await this.send('sendText', { text, paste: true });
  }

  async press(keys: readonly string[], delayMs = this.typingMs): Promise<void> {
    const [key = ''] = keys;
    const isEnter = keys.length === 1 && enter.test(key);
    if (isEnter && this.#isSent) this.#isSent = false;
    else if (isEnter && this.#typedFrom !== undefined) await this.#submit(keys, this.#typedFrom);
    else {
      await this.send('sendKey', { keys: [...keys] }, () => {
        if (isEnter || interrupt.test(key)) this.#terminal.shell?.noteEnter();
      });
      this.#hasPressed = !isEnter;
    }
    await this.#stage.afterKey(this.#terminal, delayMs);
  }

  /** Other input than text: what was typed before is no line any more. */
  async send<M extends MethodName>(
    method: M,
    params: Partial<MethodParams[M]>,
    before = (): void => {},
  ): Promise<void> {
    await this.#stage.beforeInput(this.#terminal, 0);
    this.#requireRunning();
    this.submitted = undefined;
    this.#typedFrom = undefined;
    this.#hasPressed = true;
    before();
    await this.#call(method, params);
  }

  /** Types a text, waits for its echo, and presses Enter. */
  async #sendLine(text: string, secret: boolean, from: TypedPlace): Promise<void> {
    const { current, shell } = this.#terminal;
    const { cols } = current.program.emulator;
    const end = from.col + measureText(text);
    this.submitted = { from, to: { line: from.line + Math.floor(end / cols), col: end % cols } };
    this.#typedFrom = undefined;
    this.#hasPressed = false;
    this.#isSent = true;
    // A prompt that comes before Enter is one of an earlier command.
    const off = current.inputTime.written.on(() => shell?.noteEnter());
    try {
      await this.#call('sendLine', { text, secret });
    } finally {
      off();
    }
  }

  async #submit(keys: readonly string[], from: TypedPlace): Promise<void> {
    this.#requireRunning();
    const { program } = this.#terminal.current;
    await program.drain();
    this.#terminal.shell?.noteEnter();
    this.submitted = { from, to: program.emulator.place };
    this.#typedFrom = undefined;
    this.#hasPressed = false;
    await this.#call('sendKey', { keys: [...keys], settleMs: 0 });
  }

  async #typeSlowly(text: string, delayMs: number, isSecret: boolean): Promise<void> {
    if (isSecret) {
      // Its characters must not be requests of their own, which are recorded.
      await this.#call('sendText', { text, secret: true });
      await this.#stage.afterKey(this.#terminal, delayMs * [...text].length);
      return;
    }
    for (const character of splitCharacters(text)) {
      this.#requireRunning();
      await this.#call('sendText', { text: character });
      await this.#stage.afterKey(this.#terminal, delayMs);
    }
  }

  #requireRunning(): void {
    const { exit } = this.#terminal.current.program;
    if (exit !== undefined) throw new CommandFailure(`failed: the program has ended ${describeExit(exit)}.`);
  }
}
