// What each command of a tape does to the terminal.
import { MethodError } from '../base/errors.js';
import { describeExit, statusOf } from '../base/exit.js';
import { escapePattern } from '../base/text.js';
import type { MethodName, MethodParams, MethodResults, Selector } from '../protocol/generated/types.js';
import type { Server } from '../server/server.js';
import type { WaitSpec } from '../session/waits/specs.js';
import type { TapeAction, TapeCommand, TapeTarget } from './commands.js';
import type { TranslatedPattern } from './go-pattern.js';
import { CommandFailure, Keyboard } from './keyboard.js';
import { checkOracle, measureMemory } from './oracles.js';
import { promptQuietMs, readsKeys, type Stage, type TapeTerminal } from './pace.js';
import type { Tape } from './tape.js';
import { type OldMatches, onCursorLine, tapeWait } from './waits.js';

/** What a performance needs. */
export interface PerformanceContext {
  readonly tape: Tape;
  readonly server: Server;
  readonly terminal: TapeTerminal;
  readonly stage: Stage;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly update: 'none' | 'missing' | 'all' | undefined;
  /** Writes the picture of `Screenshot`. */
  saveScreenshot(path: string): Promise<void>;
  /** An old match has met a `Wait`. */
  warn(command: TapeCommand, message: string): void;
}

// How long a program must not write anything until an old match counts.
const oldMatchQuietMs = 1000;
const settleMs = 250;

/** Performs the commands of a tape in its terminal. */
export class Performance {
  /** The title of the last step. */
  step: string | undefined;
  /** The statuses of the commands of the shell. */
  readonly statuses: number[] = [];
  readonly #context: PerformanceContext;
  readonly #keyboard: Keyboard;
  #mark: string | undefined;
  #memory: number | undefined;

  constructor(context: PerformanceContext) {
    this.#context = context;
    const { terminal, stage, tape } = context;
    const call = async <M extends MethodName>(method: M, params: Partial<MethodParams[M]>): Promise<MethodResults[M]> =>
      await this.#call(method, params);
    this.#keyboard = new Keyboard(terminal, stage, call, tape.settings.TypingSpeed.number);
  }

  /** Remembers what `Check` compares with later. */
  async prepareChecks(): Promise<void> {
    const { tape, terminal } = this.#context;
    const needed = new Set(tape.commands.flatMap(({ action }) => (action.do === 'check' ? action.oracles : [])));
    if (needed.has('restored') && !terminal.isLaunched) this.#mark = (await this.#call('mark', {})).mark;
    if (!needed.has('memory')) return;
    await this.#call('waitForStable', { debounceMs: settleMs, timeoutMs: this.#timeoutMs });
    this.#memory = await measureMemory(terminal.current.program);
  }

  /** Performs a command. `next` is the one after it. */
  async perform(command: TapeCommand, next: TapeCommand | undefined): Promise<void> {
    const { action } = command;
    const { terminal, stage, variables } = this.#context;
    const isLine = next?.action.do === 'press' && next.action.keys[0] === 'Enter';
    switch (action.do) {
      case 'set':
        this.#keyboard.typingMs = action.number;
        return;
      case 'type':
        return await this.#keyboard.type(action.text, { delayMs: action.delayMs, isLine });
      case 'type-env':
        return await this.#keyboard.type(variables[action.name] ?? '', { isLine, isSecret: true });
      case 'copy':
        this.#keyboard.clipboard = action.text;
        return;
      case 'paste':
        return await this.#keyboard.paste(action.text);
      case 'press':
        for (let count = 0; count < action.count; count += 1) await this.#keyboard.press(action.keys, action.delayMs);
        return;
      case 'chord':
        return await this.#keyboard.press(action.keys, 0);
      case 'sleep':
        return await stage.sleep(terminal, action.ms);
      case 'hide':
      case 'show':
        return stage[action.do](terminal);
      case 'step':
        this.step = action.title;
        return;
      case 'screenshot':
        return await this.#context.saveScreenshot(action.text);
      case 'wait':
        return await this.#wait(
          command,
          action.where,
          action.pattern ?? this.#context.tape.waitPattern,
          action.timeoutMs,
        );
      default:
        return (await this.#send(action)) ? undefined : await stage.during(terminal, this.#assert(action));
    }
  }

  get #timeoutMs(): number {
    return this.#context.tape.settings.WaitTimeout.number;
  }

  async #call<M extends MethodName>(method: M, params: Partial<MethodParams[M]>): Promise<MethodResults[M]> {
    return await this.#context.server.call(method, params, this.#context.terminal.signal);
  }

  async #waitFor(spec: WaitSpec, timeoutMs: number): Promise<void> {
    await this.#context.server.waitFor(spec, { cancel: this.#context.terminal.signal, timeoutMs });
  }

  /** Input of the mouse and other events; resolves with false if the action is none. */
  async #send(action: TapeAction): Promise<boolean> {
    const timeoutMs = this.#timeoutMs;
    switch (action.do) {
      case 'click': {
        const at = 'row' in action.at ? action.at : { selector: toSelector(action.at) };
        await this.#keyboard.send('click', { ...at, button: action.button, ambiguityMode: 'first', timeoutMs });
        return true;
      }
      case 'drag':
        await this.#keyboard.send('drag', { from: action.from, to: action.to, timeoutMs });
        return true;
      case 'wheel':
        await this.#keyboard.send('scroll', { direction: action.direction, amount: action.count, timeoutMs });
        return true;
      case 'focus':
        await this.#keyboard.send('focus', { focused: action.isIn, timeoutMs });
        return true;
      case 'signal':
        await this.#keyboard.send('signal', { name: action.name });
        return true;
      case 'resize':
        await this.#keyboard.send('resize', { cols: action.cols, rows: action.rows });
        return true;
      default:
        return false;
    }
  }

  async #assert(action: TapeAction): Promise<void> {
    const { update, terminal } = this.#context;
    const timeoutMs = ('timeoutMs' in action ? action.timeoutMs : undefined) ?? this.#timeoutMs;
    switch (action.do) {
      case 'expect':
        return await this.#expect(action.how, action.target, timeoutMs);
      case 'expect-stable':
        return void (await this.#call('waitForStable', { debounceMs: action.quietMs, timeoutMs }));
      case 'expect-cursor':
        return await this.#expectCursor({ row: action.row, col: action.col }, timeoutMs);
      case 'expect-exit': {
        await this.#call('waitForExit', { timeoutMs });
        const { exit } = terminal.current.program;
        if (exit !== undefined && statusOf(exit) !== action.code)
          throw new CommandFailure(
            `failed: the program has ended ${describeExit(exit)}, not with code ${action.code}.`,
          );
        return;
      }
      case 'snapshot': {
        const mask = action.masks.map(toSelector);
        const how = update === undefined ? {} : { update };
        return void (await this.#call('expectSnapshot', { name: action.name, mask, timeoutMs, ...how }));
      }
      case 'check':
        for (const oracle of action.oracles) {
          const { statuses } = this;
          const facts = { statuses, allowedExits: action.allowedExits, mark: this.#mark, memory: this.#memory };
          const { server } = this.#context;
          const problem = await checkOracle(oracle, { server, program: terminal.current.program, timeoutMs, ...facts });
          if (problem !== undefined) throw new CommandFailure(`failed: ${oracle}: ${problem}`);
        }
        return;
      default:
        return;
    }
  }

  async #wait(
    command: TapeCommand,
    where: 'line' | 'screen',
    pattern: TranslatedPattern,
    timeoutMs = this.#timeoutMs,
  ): Promise<void> {
    const { stage, terminal, warn } = this.#context;
    const { submitted } = this.#keyboard;
    const old: OldMatches | undefined = submitted && {
      ...submitted,
      mayCount: this.#createPatience(),
      note: () => warn(command, 'The match is older than the line that was submitted (old match).'),
    };
    const waiting = this.#waitFor(tapeWait({ where, pattern, old }), timeoutMs);
    const isLine = where === 'line';
    await stage.during(terminal, isLine ? this.#explainElsewhere(waiting, pattern, old, timeoutMs) : waiting);
  }

  /** A `Wait` that is not met, although what it waits for is in another line than that of the cursor, says so. */
  async #explainElsewhere(
    waiting: Promise<void>,
    { pattern, flags }: TranslatedPattern,
    old: OldMatches | undefined,
    timeoutMs: number,
  ): Promise<void> {
    try {
      await waiting;
    } catch (error) {
      this.#context.terminal.signal.throwIfAborted();
      if (!(error instanceof MethodError) || error.kind !== 'timeout') throw error;
      const selector = { type: 'regex', pattern, flags } as const;
      const since = old === undefined ? 'any' : 'lastInput';
      const found = await this.#call('waitForText', { selector, since, ambiguityMode: 'first', timeoutMs: 0 }).catch(
        () => undefined,
      );
      if (found?.match === undefined) throw error;
      const line = `the line of the cursor (row ${this.#context.terminal.current.program.screen.cursor.row + 1})`;
      throw new CommandFailure(
        `failed: no match within ${formatTime(timeoutMs)}. A match is in row ${found.match.row}, but Wait looks only at ${line}. Use Wait+Screen or Expect.`,
      );
    }
  }

  /** Whether the program has done what the submitted line asks for: then an older match counts. */
  #createPatience(): OldMatches['mayCount'] {
    const { shell, current } = this.#context.terminal;
    const { program, inputTime } = current;
    let readAt = -1;
    let isReadingKeys = false;
    return (recheckIn) => {
      if (shell?.isPromptComplete) return true;
      const ageMs = program.lastOutputAgeMs;
      if (ageMs === undefined || performance.now() - ageMs <= inputTime.writtenAt) return false;
      // A tape can have replaced the prompt, so that its end is unknown.
      const quietMs = shell?.isAtPrompt ? promptQuietMs : oldMatchQuietMs;
      if (ageMs < quietMs) {
        recheckIn(quietMs - ageMs);
        return false;
      }
      if (shell?.isAtPrompt) return true;
      if (readAt === program.outputBytes) return isReadingKeys;
      readAt = program.outputBytes;
      isReadingKeys = false;
      void readsKeys(current).then((result) => {
        isReadingKeys = result === true;
        recheckIn(0);
      });
      return false;
    };
  }

  async #expect(
    how: 'screen' | 'line' | 'new' | 'gone' | 'title',
    target: TapeTarget,
    timeoutMs: number,
  ): Promise<void> {
    const selector = toSelector(target);
    const first = { ambiguityMode: 'first', timeoutMs } as const;
    if (how === 'line') await this.#waitFor(onCursorLine(target), timeoutMs);
    else if (how === 'gone') await this.#call('expectNotVisible', { selector, timeoutMs });
    else if (how === 'new') await this.#call('waitForText', { selector, since: 'lastInput', ...first });
    else if (how === 'title') await this.#expectTitle(target, timeoutMs);
    else await this.#call('expectVisible', { selector, ...first });
  }

  async #expectTitle(target: TapeTarget, timeoutMs: number): Promise<void> {
    const [title, flags] = target.type === 'regex' ? [target.pattern, target.flags] : [escapePattern(target.text), ''];
    try {
      await this.#call('waitFor', { anyOf: [{ title, flags }], timeoutMs });
    } catch (error) {
      this.#throwUnlessTimeout(error);
      const { title: found } = this.#context.terminal.current.program.screen;
      throw new CommandFailure(
        `failed: no match within ${formatTime(timeoutMs)}. The title is ${JSON.stringify(found)}.`,
      );
    }
  }

  async #expectCursor(cursor: { readonly row: number; readonly col: number }, timeoutMs: number): Promise<void> {
    try {
      await this.#call('waitFor', { anyOf: [{ cursor }], timeoutMs });
    } catch (error) {
      this.#throwUnlessTimeout(error);
      const { row, col } = this.#context.terminal.current.program.screen.cursor;
      const found = `row ${row + 1}, column ${col + 1}`;
      throw new CommandFailure(`failed: the cursor was not there within ${formatTime(timeoutMs)}. It is in ${found}.`);
    }
  }

  #throwUnlessTimeout(error: unknown): void {
    this.#context.terminal.signal.throwIfAborted();
    if ((error as { readonly data?: { readonly kind?: string } }).data?.kind !== 'timeout') throw error;
  }
}

/** A target as the selector of a method. */
export function toSelector({ style, ...target }: TapeTarget): Selector {
  const own = style === undefined ? {} : { style };
  return (target.type === 'exact' ? { ...target, ignoreCase: false, ...own } : { ...target, ...own }) as Selector;
}

/** A time in words: in milliseconds below a second. */
export const formatTime = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);
