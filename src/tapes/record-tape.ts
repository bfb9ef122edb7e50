// Records what a person does in a program, as a tape: their input, and waits for what the program did.
import { sleep } from '../base/deadline.js';
import type { Screen } from '../screen/screen.js';
import type { Selector } from '../screen/selectors/selector.js';
import { Call } from '../session/call.js';
import type { RunningProgram, TerminalSession } from '../session/terminal-session.js';
import { hidden, visible } from '../session/waits/specs.js';
import { type DecodedInput, type DecoderModes, InputDecoder, toXtermKeys } from '../terminal/input/decoder.js';
import { describeKey, encodeBracketedPaste } from '../terminal/input/keys.js';
import { encodeMouse, type MouseButton, type MouseEvent } from '../terminal/input/mouse.js';
import {
  type Candidate,
  isOnlyCursor,
  isOnlyEcho,
  isSameScreen,
  listCandidates,
  listResults,
  type Reaction,
  type TapeWait,
  usualQuietMs,
} from './choose-wait.js';
import type { TapeAction, TapeTarget } from './commands.js';
import { ScreenChanges } from './screen-changes.js';
import { SecretTexts } from './secret-texts.js';
import { toStyleFilter } from './waits.js';
import { formatCommand, UnwritableError } from './write-tape.js';

/** A part of a recorded tape: something the person did, a wait with its alternatives, or bytes that a tape cannot contain. */
export type RecordedStep =
  | { readonly kind: 'input'; action: TapeAction }
  | { readonly kind: 'wait'; readonly candidates: readonly Candidate[]; chosen: number }
  | { readonly kind: 'unnamed'; readonly bytes: Buffer };

// After Escape, the rest of a sequence would have come by then.
const restOfSequenceMs = 50;
// Who types faster than this does not wait for the program.
const typeAheadMs = 300;
const lineAheadMs = 1000;
// Between two pieces of a drawing, less time passes; a program that never pauses delays a key by three times as much.
const [drawingMs, maxDrawingTries] = [10, 3];
// More waits are not needed to replace one that fails.
const maxAlternatives = 6;

type UnitKind = 'text' | 'enter' | 'escape' | 'key' | 'mouse' | 'resize' | 'other';
/** The input that the program may still react to. */
interface Unit {
  readonly kind: UnitKind;
  readonly name: string;
  /** The screen before it. */
  readonly before: Screen;
  readonly at: number;
  /** When its last part was sent. */
  lastAt: number;
  /** Whether it was sent before the reaction to another input, which belongs to both. */
  readonly isAhead: boolean;
}

/** Records the input of a person in the program of a session. */
export class TapeRecorder {
  readonly steps: RecordedStep[] = [];
  readonly #secrets = new SecretTexts();
  readonly #session: TerminalSession;
  readonly #decoder = new InputDecoder();
  #queue: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;
  #unit: Unit | undefined;
  /** The text that was typed since the last Enter. */
  #typed = '';
  /** The line that the last Enter has submitted. */
  #submitted = '';
  #flushTimer: NodeJS.Timeout | undefined;
  /** The button that is held. */
  #pressed: MouseEvent | undefined;
  #cell = { width: 9, height: 18 };
  readonly #changes = new ScreenChanges(() => this.#running.program.screen);

  readonly #expectsXterm: boolean;

  constructor(session: TerminalSession, expectsXterm: boolean) {
    this.#session = session;
    this.#expectsXterm = expectsXterm;
  }

  /** The texts that nothing showed, by the names of variables. */
  get secrets(): ReadonlyMap<string, string> {
    return this.#secrets.values;
  }

  /** To be called when the program has started. */
  follow(): void {
    const { program } = this.#running;
    program.changed.on(() => this.#changes.note());
    program.exited.on(() => this.#changes.stop());
  }

  /** The program has written something. */
  noteOutput(bytes: Uint8Array): void {
    this.#secrets.noteOutput(bytes);
  }

  /** The program has sent a query, to which our terminal would reply this. */
  noteQuery(reply: string): void {
    if (/^\x1b\[\d+;\d+R$/.test(reply)) this.#decoder.notePositionQuery();
  }

  /** Passes on what the terminal of the person sends, in order, and records it. */
  pass(chunk: Buffer): void {
    this.#enqueue(async () => {
      if (this.#failure === undefined) await this.#handleChunk(chunk);
      else void this.#running.program.write(chunk);
    });
  }

  /** The terminal of the person has another size. */
  resize(cols: number, rows: number): void {
    this.#enqueue(async () => {
      if (this.#session.cols === cols && this.#session.rows === rows) return;
      const last = this.steps.at(-1);
      const isContinued = this.#unit?.kind === 'resize' && last?.kind === 'input';
      if (isContinued) this.steps.pop();
      else await this.#chooseWait('resize');
      this.#addInput({ do: 'resize', cols, rows });
      this.#begin('resize');
      this.#session.resize(cols, rows);
      this.#changes.forget();
    });
  }

  /** Records the end: of the program, or of the recording. Resolves when everything is recorded. */
  async finish(code: number | undefined): Promise<void> {
    clearTimeout(this.#flushTimer);
    await this.#queue;
    if (this.#failure !== undefined) throw this.#failure.error;
    this.#flushDecoder();
    this.#changes.stop();
    this.#secrets.settle(this.steps);
    this.#secrets.leave(this.steps);
    if (code === undefined) return;
    await this.#addResult();
    this.#addWait([[{ do: 'expect-exit', timeoutMs: undefined, code }]]);
  }

  /** What the program has displayed last belongs to its result. */
  async #addResult(): Promise<void> {
    const reaction = this.#describeReaction(this.#unit, this.#running.program.screen);
    const typed = this.steps.flatMap((step) =>
      step.kind === 'input' && step.action.do === 'type' ? [step.action.text.trim()] : [],
    );
    this.#addWait(await this.#selectHeld(listResults(reaction, typed)));
  }

  get #running(): RunningProgram {
    return this.#session.current as RunningProgram;
  }

  get #modes(): DecoderModes {
    const { emulator } = this.#running.program;
    const mouse = emulator.mouseTracking === 'none' ? undefined : emulator.mouse.encoding;
    return { ...emulator.modes, mouse, cell: this.#cell };
  }

  /** After an error, the person can go on using the program; `finish` reports it. */
  #enqueue(work: () => Promise<void>): void {
    this.#queue = this.#queue.then(work).catch((error: unknown) => {
      this.#failure ??= { error };
    });
  }

  /** What the terminal of the person has sent, as the program knows it. */
  #receive(sent: Buffer): Buffer {
    // Terminals send a sequence at once: what begins with Escape is another key.
    if (sent[0] === 0x1b && this.#decoder.isAtEscape) this.#flushDecoder();
    return this.#expectsXterm && !this.#decoder.isIncomplete ? toXtermKeys(sent, this.#modes) : sent;
  }

  async #handleChunk(sent: Buffer): Promise<void> {
    clearTimeout(this.#flushTimer);
    const { program } = this.#running;
    await this.#waitForDrawing();
    if (program.exit !== undefined) return;
    const chunk = this.#receive(sent);
    const isContinued = this.#decoder.isIncomplete;
    const inputs = this.#decoder.push(chunk, this.#modes);
    for (const input of inputs) if (input.kind === 'reply') this.#noteReply(input.text);
    const own = inputs.filter(({ kind }) => kind !== 'reply');
    if (own.length === 0 && !this.#decoder.isIncomplete) {
      void program.write(chunk);
      return;
    }
    const kind = toUnitKind(own[0]);
    const isSeparate = !isContinued && (await this.#chooseWait(kind, own[0]));
    if (own.some((input) => input.kind === 'text') && !this.#secrets.isChecked) await this.#checkEcho();
    const { screen } = program;
    this.#session.passOn(splitAtEnter(chunk), !isSeparate);
    const isAhead = this.#isSentAhead(kind);
    if (isSeparate) this.#begin(kind, { name: nameOf(own[0]), before: screen, isAhead });
    else this.#continue();
    for (const input of own) this.#record(input);
    if (this.#decoder.isIncomplete)
      this.#flushTimer = setTimeout(() => this.#enqueue(() => this.#flush()), restOfSequenceMs);
  }

  /** A program that is drawing at this moment has not completed its reaction: what is drawn next belongs to it. */
  async #waitForDrawing(): Promise<void> {
    const { program } = this.#running;
    program.drainNow();
    for (let tries = 0; tries < maxDrawingTries && (program.lastOutputAgeMs ?? drawingMs) < drawingMs; tries += 1) {
      await sleep(drawingMs);
      program.drainNow();
    }
  }

  async #flush(): Promise<void> {
    if (this.#running.program.exit !== undefined) return;
    this.#flushDecoder();
  }

  #flushDecoder(): void {
    for (const input of this.#decoder.flush(this.#modes)) this.#record(input);
  }

  #noteReply(text: string): void {
    const [, height, width] = /^\x1b\[6;(\d+);(\d+)t$/.exec(text) ?? [];
    if (height !== undefined && Number(height) > 0 && Number(width) > 0)
      this.#cell = { width: Number(width), height: Number(height) };
  }

  #begin(kind: UnitKind, { name = '', before = this.#running.program.screen, isAhead = false } = {}): void {
    const at = performance.now();
    this.#unit = { kind, name, before, at, lastAt: at, isAhead };
    this.#changes.noteInput();
  }

  /** Whether there was no wait before an input that is no part of the same line. */
  #isSentAhead(kind: UnitKind): boolean {
    const last = this.steps.at(-1);
    const isLine = kind === 'enter' && this.#unit?.kind === 'text';
    return last !== undefined && last.kind !== 'wait' && !isLine;
  }

  #continue(): void {
    if (this.#unit !== undefined) this.#unit.lastAt = performance.now();
    this.#changes.noteInput();
  }

  /** Whether what is typed is hidden by the kernel, which is asked only if it can be. */
  async #checkEcho(): Promise<void> {
    const { program } = this.#running;
    const { modes, isAlternate, mouseTracking } = program.emulator;
    const readsKeys = isAlternate || modes.bracketedPaste || modes.applicationCursorKeys || mouseTracking !== 'none';
    const mode = readsKeys ? undefined : await program.readLineMode();
    const echo = mode?.isCanonical !== true ? 'unknown' : mode.hasEcho ? 'shown' : 'hidden';
    this.#secrets.begin(this.steps.length, echo);
  }

  /**
   * Adds the wait for the reaction to the last input before the next one. Returns false if the next one continues the last:
   * a text, or a gesture of the mouse.
   */
  async #chooseWait(next: UnitKind, input?: DecodedInput): Promise<boolean> {
    const { program } = this.#running;
    const unit = this.#unit;
    const { screen } = program;
    this.#changes.sample();
    this.#secrets.settle(this.steps);
    if (unit === undefined) {
      const hasDrawn = screen.lines.some(({ trimmed }) => trimmed !== '');
      if (hasDrawn) await this.#addReaction(undefined, screen);
      return true;
    }
    if (unit.kind === 'mouse' && this.#pressed !== undefined) return false;
    const isAhead = this.#isAhead(unit, screen, next, input, performance.now() - unit.lastAt);
    if (!isAhead) await this.#addReaction(unit, screen, nameOf(input));
    return !(isAhead && unit.kind === 'text' && next === 'text');
  }

  /** Whether the person did not wait for a reaction before this input. */
  #isAhead(unit: Unit, screen: Screen, next: UnitKind, input: DecodedInput | undefined, pausedMs: number): boolean {
    const isSame = isSameScreen(unit.before, screen);
    switch (unit.kind) {
      case 'text':
        if (next !== 'text' && next !== 'enter') return isSame && pausedMs < typeAheadMs;
        return isSame || isOnlyEcho(unit.before, screen, this.#typed) || (next === 'text' && pausedMs < typeAheadMs);
      case 'enter':
        return pausedMs < lineAheadMs && (isSame || (!screen.isAlternate && isOnlyCursor(unit.before, screen)));
      case 'other':
        return isSame;
      case 'escape':
      case 'resize':
        return false;
      default:
        return (
          (isSame && pausedMs < typeAheadMs) ||
          (pausedMs < typeAheadMs / 2 && unit.name !== '' && unit.name === nameOf(input))
        );
    }
  }

  async #addReaction(unit: Unit | undefined, after: Screen, nextKey = ''): Promise<void> {
    const isResize = unit?.kind === 'resize';
    const candidates = isResize
      ? [[{ do: 'expect-stable', timeoutMs: undefined, quietMs: usualQuietMs } as const]]
      : listCandidates(this.#describeReaction(unit, after));
    const held = await this.#selectHeld(candidates);
    // Programs such as Python miss a signal that comes while they draw.
    const needsQuiet = /^Ctrl\+[cz\\]$/.test(nextKey) && this.#isSettled && this.#changes.isQuiet;
    this.#addWait(needsQuiet ? held.map(withQuiet) : held);
  }

  get #isSettled(): boolean {
    return (this.#running.program.lastOutputAgeMs ?? 0) >= usualQuietMs;
  }

  #describeReaction(unit: Unit | undefined, after: Screen): Reaction {
    return {
      before: unit?.before,
      after,
      typed: this.#typed,
      submitted: unit?.kind === 'enter' ? this.#submitted : '',
      isLineEnd: unit === undefined || unit.kind === 'enter',
      isText: unit?.kind === 'text',
      isAhead: unit?.isAhead === true,
      isEscape: unit?.kind === 'escape',
      pausedMs: unit === undefined ? 0 : performance.now() - unit.at,
      isSettled: this.#isSettled,
      volatileRows: this.#changes.volatileRows,
    };
  }

  /** The first candidates that hold now. */
  async #selectHeld(candidates: readonly Candidate[]): Promise<Candidate[]> {
    const held: Candidate[] = [];
    for (const candidate of candidates) {
      if (held.length === maxAlternatives) break;
      const text = tryFormat(candidate);
      if (text !== undefined && !this.#secrets.isIn(text) && (await this.#holds(candidate))) held.push(candidate);
    }
    return held;
  }

  /** Whether waits are met now: with text that is new since the last input, and occurs once. */
  async #holds(candidate: Candidate): Promise<boolean> {
    for (const wait of candidate) if (!(await this.#isMet(wait))) return false;
    return true;
  }

  async #isMet(wait: TapeWait): Promise<boolean> {
    if (wait.do === 'expect-stable') return this.#changes.isQuiet;
    if (wait.do !== 'expect') return true;
    const selector = toSelector(wait.target);
    const isNew = wait.how === 'new';
    const spec =
      wait.how === 'gone'
        ? hidden(selector)
        : visible(selector, { since: isNew ? 'lastInput' : undefined, ambiguityMode: isNew ? 'fail' : 'first' });
    using call = new Call(this.#session, { cancel: new AbortController().signal, timeoutMs: 0 });
    return await this.#session.waitFor(spec, call).then(
      () => true,
      () => false,
    );
  }

  #addWait(candidates: readonly Candidate[]): void {
    if (candidates.length > 0) this.steps.push({ kind: 'wait', candidates, chosen: 0 });
  }

  #addInput(action: TapeAction): void {
    this.steps.push({ kind: 'input', action });
  }

  #record(input: DecodedInput): void {
    if (input.kind === 'text') this.#recordText(input.text);
    else if (input.kind === 'key') this.#recordKey(describeKey(input.key));
    else if (input.kind === 'paste') this.#recordPaste(input.text);
    else if (input.kind === 'focus') this.#addInput({ do: 'focus', isIn: input.isIn });
    else if (input.kind === 'mouse') this.#recordMouse(input.event);
    else if (input.kind === 'unknown') this.steps.push({ kind: 'unnamed', bytes: input.bytes });
  }

  #recordPaste(text: string): void {
    this.#beginText();
    this.#typed += text;
    this.#secrets.add(text);
    const action: TapeAction = { do: 'paste', text };
    try {
      formatCommand(action);
      this.#addInput(action);
    } catch (error) {
      if (!(error instanceof UnwritableError)) throw error;
      this.steps.push({ kind: 'unnamed', bytes: encodeBracketedPaste(text) });
    }
  }

  /** In a chunk of several inputs, the kernel was not asked before this text. */
  #beginText(): void {
    if (!this.#secrets.isChecked) this.#secrets.begin(this.steps.length, 'unknown');
  }

  #recordText(text: string): void {
    const isNew = !this.#secrets.isChecked;
    const isAhead = this.#isSentAhead('text');
    this.#beginText();
    this.#typed += text;
    this.#secrets.add(text);
    const last = this.steps.at(-1);
    if (last?.kind === 'input' && last.action.do === 'type' && !isNew)
      last.action = { ...last.action, text: last.action.text + text };
    else this.#addInput({ do: 'type', text, delayMs: undefined });
    if (this.#unit?.kind !== 'text') this.#begin('text', { isAhead });
  }

  #recordKey(name: string): void {
    const kind = toKeyKind(name);
    const isAhead = this.#isSentAhead(kind);
    if (kind === 'enter') {
      this.#secrets.submit(this.steps);
      this.#submitted = this.#typed;
      this.#typed = '';
    } else if (name === 'Backspace' || name === 'Ctrl+h') {
      this.#typed = [...this.#typed].slice(0, -1).join('');
      this.#secrets.erase();
    } else if (name === 'Ctrl+u') {
      this.#typed = '';
      this.#secrets.erase(true);
    } else {
      if (name === 'Ctrl+c' || name === 'Escape') this.#typed = '';
      this.#secrets.leave(this.steps);
    }
    const last = this.steps.at(-1);
    if (last?.kind === 'input' && last.action.do === 'press' && last.action.keys[0] === name)
      last.action = { ...last.action, count: last.action.count + 1 };
    else this.#addInput({ do: 'press', keys: [name], delayMs: undefined, count: 1 });
    if (this.#unit?.kind !== kind || this.#unit.name !== name)
      this.#begin(kind, { name, before: this.#unit?.before, isAhead });
  }

  /** A tape has no command for the mouse without a button; a drag is recorded at its end. */
  #recordMouse(event: MouseEvent): void {
    if (event.action === 'move') return;
    const { ctrl, alt, shift } = event.modifiers;
    const isNamed = !(ctrl || alt || shift) && !(event.action === 'wheel' && /left|right/.test(event.direction));
    if (!isNamed) {
      const cell = this.#cell;
      this.steps.push({ kind: 'unnamed', bytes: encodeMouse(event, { tracking: 'any', encoding: 'sgr', cell }) });
    } else if (event.action === 'wheel') this.#recordWheel(event.direction as 'up' | 'down');
    else if (event.action === 'press') this.#pressed = event;
    else this.#recordRelease(event.place, event.button);
  }

  #recordRelease(place: MouseEvent['place'], button: MouseButton): void {
    const { place: start } = this.#pressed ?? { place };
    this.#pressed = undefined;
    const [from, to] = [toCell(start), toCell(place)];
    const isClick = from.row === to.row && from.col === to.col;
    this.#addInput(isClick ? { do: 'click', at: from, button } : { do: 'drag', from, to });
  }

  #recordWheel(direction: 'up' | 'down'): void {
    const last = this.steps.at(-1);
    if (last?.kind === 'input' && last.action.do === 'wheel' && last.action.direction === direction)
      last.action = { ...last.action, count: last.action.count + 1 };
    else this.#addInput({ do: 'wheel', direction, count: 1 });
  }
}

const withQuiet = (candidate: Candidate): Candidate =>
  candidate.some((wait) => wait.do === 'expect-stable')
    ? candidate
    : [...candidate, { do: 'expect-stable', timeoutMs: undefined, quietMs: usualQuietMs }];

/** Waits as text; undefined if a tape cannot contain them. */
function tryFormat(candidate: Candidate): string | undefined {
  try {
    return candidate.flatMap(formatCommand).join('\n');
  } catch (error) {
    if (error instanceof UnwritableError) return undefined;
    throw error;
  }
}

const toCell = ({ row, col }: MouseEvent['place']): { readonly row: number; readonly col: number } => ({
  row: row + 1,
  col: col + 1,
});

/** Pieces that end with Enter, which is an input of its own. */
function splitAtEnter(chunk: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = chunk.indexOf(13); at >= 0; at = chunk.indexOf(13, at + 1)) {
    if (at > from) pieces.push(chunk.subarray(from, at));
    pieces.push(chunk.subarray(at, at + 1));
    from = at + 1;
  }
  return from < chunk.length ? [...pieces, chunk.subarray(from)] : pieces;
}

const toKeyKind = (name: string): UnitKind =>
  name === 'Enter' || name === 'KeypadEnter' || name === 'Ctrl+j' ? 'enter' : name === 'Escape' ? 'escape' : 'key';

function toUnitKind(input: DecodedInput | undefined): UnitKind {
  switch (input?.kind) {
    case 'text':
    case 'paste':
      return 'text';
    case 'key':
      return toKeyKind(describeKey(input.key));
    case 'mouse':
      return 'mouse';
    default:
      return 'other';
  }
}

const nameOf = (input: DecodedInput | undefined): string => (input?.kind === 'key' ? describeKey(input.key) : '');

function toSelector(target: TapeTarget): Selector {
  const style = target.style === undefined ? undefined : toStyleFilter(target.style);
  return target.type === 'exact' ? { ...target, ignoreCase: false, style } : { ...target, style };
}

/** A step as lines of a tape. */
export function formatStep(step: RecordedStep): string[] {
  if (step.kind === 'input') return formatCommand(step.action);
  if (step.kind === 'wait') return (step.candidates[step.chosen] ?? []).flatMap(formatCommand);
  return [`# Input without a name: ${formatBytes(step.bytes)}`];
}

/** Bytes as hexadecimal numbers. */
export const formatBytes = (bytes: Buffer): string => bytes.toString('hex').replaceAll(/(..)(?!$)/g, '$1 ');
