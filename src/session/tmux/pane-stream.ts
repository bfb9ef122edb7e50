import type { SourceListener } from '../program/terminal-source.js';
import { findUnfinishedCharacter } from './control-client.js';
import type { PaneSnapshot } from './snapshot.js';

const [escapeByte, backslash, letterK] = [0x1b, 0x5c, 0x6b];
// A title that does not end is not one.
const maxTitleBytes = 4096;

/** Removes `ESC k title ESC \`, with which programs name a window of tmux or GNU screen; other terminals print the title. */
export class WindowTitleFilter {
  #state: 'text' | 'escape' | 'title' | 'title-escape' = 'text';
  #length = 0;

  push(bytes: Buffer): Buffer {
    if (this.#state === 'text' && !bytes.includes('\x1bk') && bytes.at(-1) !== escapeByte) return bytes;
    const kept = Buffer.allocUnsafe(bytes.length + 1);
    let length = 0;
    for (const byte of bytes) {
      for (const one of this.#take(byte)) {
        kept[length] = one;
        length += 1;
      }
    }
    return kept.subarray(0, length);
  }

  /** The bytes to keep after this one has arrived. */
  #take(byte: number): readonly number[] {
    switch (this.#state) {
      case 'text':
        if (byte !== escapeByte) return [byte];
        this.#state = 'escape';
        return [];
      case 'escape':
        return this.#takeAfterEscape(byte);
      default:
        this.#state = this.#skip(byte);
        return [];
    }
  }

  #takeAfterEscape(byte: number): readonly number[] {
    if (byte === escapeByte) return [escapeByte];
    this.#state = byte === letterK ? 'title' : 'text';
    this.#length = 0;
    return byte === letterK ? [] : [escapeByte, byte];
  }

  #skip(byte: number): 'text' | 'title' | 'title-escape' {
    this.#length += 1;
    const isEnd = this.#state === 'title-escape' && byte === backslash;
    if (isEnd || this.#length > maxTitleBytes) return 'text';
    return byte === escapeByte ? 'title-escape' : 'title';
  }
}

/** What a stream needs from the connection. */
interface StreamHooks {
  /** Too much output waits to be delivered: tmux must pause the pane. */
  onOverflow(): void;
  /** Output is missing: the screen must be read again. */
  onGap(): void;
}

/** How the screen differs from a snapshot: in nothing, in what it displays, or in what the program or its pane is. */
export type ScreenDifference = 'none' | 'screen' | 'state';

// While a wait delays output, tmux continues to send. Above this, it pauses the pane for us.
const maxHeldBytes = 8 * 1024 * 1024;
const nothing = new Uint8Array(0);

/** Joins snapshots of a pane and its output to one stream without gaps and duplicates. */
export class PaneStream {
  /** The newest snapshot. */
  snapshot: PaneSnapshot | undefined;
  /** How often the screen was repaired. */
  resynced = 0;
  readonly #hooks: StreamHooks;
  #listener: SourceListener | undefined;
  #filter = new WindowTitleFilter();
  /** Output of the same read, to be delivered together. */
  #batch: Buffer[] = [];
  /** Output is dropped until the next snapshot, which contains it. */
  #isSyncing = true;
  /** The beginning of a character at the end of the output so far. A snapshot does not contain it. */
  #unfinished: Uint8Array = nothing;
  #isFirstAfterSnapshot = false;
  #size = '';
  #tmuxMode = '';
  #held: (() => void)[] | undefined;
  #heldBytes = 0;
  #isTmuxPaused = false;
  #halts = 0;
  #isHalted = false;
  #difference = '';
  #accepted = '';

  constructor(hooks: StreamHooks) {
    this.#hooks = hooks;
  }

  get isPaused(): boolean {
    return this.#held !== undefined;
  }

  /** The size at the newest snapshot, as in `80x24`. */
  get size(): string {
    return this.#size;
  }

  /** Delivers the first snapshot, and from now on the output. */
  start(listener: SourceListener): void {
    this.#listener = listener;
    if (this.snapshot !== undefined) listener.onOutput(this.snapshot.bytes);
    this.deliver();
  }

  pause(): void {
    this.#held ??= [];
  }

  resume(): void {
    const held = this.#held;
    if (held === undefined) return;
    this.#held = undefined;
    this.#heldBytes = 0;
    for (const act of held) act();
    if (this.#isTmuxPaused) this.#hooks.onGap();
  }

  /** tmux has paused the pane; returns whether the screen can be read again now. */
  notePause(): boolean {
    this.#isTmuxPaused = true;
    // What completes it is missing.
    this.#unfinished = nothing;
    this.stop();
    return this.#held === undefined || this.#heldBytes < maxHeldBytes;
  }

  /**
   * Drops output and ignores snapshots until `expectSnapshot` is called with the result, or with that of a later call. A
   * snapshot that is read while tmux has paused the pane does not contain all output before the next one.
   */
  stop(): number {
    this.#halts += 1;
    this.#isHalted = true;
    return this.#halts;
  }

  /** Drops output until the next snapshot. */
  expectSnapshot(halt: number): void {
    this.#isSyncing = true;
    if (halt !== this.#halts) return;
    this.#isHalted = false;
    this.#isTmuxPaused = false;
  }

  /** Makes the next snapshot a repair of the screen. */
  dropOutput(): void {
    this.#isSyncing = true;
  }

  /** To be called between the output before the snapshot and the output after it. */
  take(snapshot: PaneSnapshot): void {
    const { cols, rows, tmuxMode, isDead } = snapshot.state;
    const listener = this.#listener;
    this.snapshot = snapshot;
    this.#noteMode(tmuxMode);
    const hasNewSize = `${cols}x${rows}` !== this.#size;
    this.#size = `${cols}x${rows}`;
    if (listener === undefined) {
      this.#batch = [];
      this.#beginStream();
      return;
    }
    this.deliver();
    if (hasNewSize) listener.onResize(cols, rows);
    // A dead pane has no further output.
    if (this.#isHalted && !isDead) return;
    const isSuspect = hasNewSize || isDead;
    if (this.#isSyncing || (isSuspect && listener.readLines().join('\n') !== snapshot.lines.join('\n'))) {
      this.resynced += 1;
      this.#filter = new WindowTitleFilter();
      this.#emit(snapshot.bytes, () => listener.onRedraw(snapshot.bytes));
      this.#beginStream();
    }
  }

  /** Compares the screen with a snapshot, which contains all output so far. */
  compare({ state, lines }: PaneSnapshot): ScreenDifference {
    const listener = this.#listener;
    if (listener === undefined || this.#isSyncing || this.#isHalted || this.#held !== undefined) return 'none';
    const { pid, isDead, tmuxMode, cols, rows, cursor } = state;
    if (isDead || pid !== this.snapshot?.state.pid || tmuxMode !== this.#tmuxMode || `${cols}x${rows}` !== this.#size)
      return 'state';
    this.deliver();
    const { row, col } = listener.readCursor();
    const theirs = [...lines, `${cursor.y},${Math.min(cursor.x, cols - 1)}`].join('\n');
    const ours = [...listener.readLines(), `${row},${col}`].join('\n');
    this.#difference = `${theirs}\n${ours}`;
    return theirs === ours || this.#difference === this.#accepted ? 'none' : 'screen';
  }

  /** The last difference remains after a repair: tmux and our emulator display the same output differently. */
  acceptDifference(): void {
    this.#accepted = this.#difference;
  }

  #beginStream(): void {
    this.#isSyncing = false;
    this.#isFirstAfterSnapshot = true;
    if (this.#unfinished.length > 0) this.#batch.push(Buffer.from(this.#unfinished));
  }

  /** Output of the pane. */
  push(bytes: Buffer): void {
    const isContinuation = ((bytes[0] ?? 0) & 0xc0) === 0x80;
    const isUnknown = this.#isFirstAfterSnapshot && isContinuation && this.#unfinished.length === 0;
    const all = bytes.length < 4 ? Buffer.concat([this.#unfinished, bytes]) : bytes;
    this.#unfinished = Uint8Array.from(findUnfinishedCharacter(all));
    if (this.#isSyncing || this.#isHalted) return;
    this.#isFirstAfterSnapshot = false;
    // The screen was read inside a character whose beginning is not known.
    if (isUnknown) {
      this.#hooks.onGap();
      return;
    }
    const shown = this.#filter.push(bytes);
    // The chunk is reused when it has been handled.
    if (shown.length > 0) this.#batch.push(shown);
  }

  /** Delivers the output that has arrived. */
  deliver(): void {
    if (this.#batch.length === 0) return;
    const bytes = this.#batch.length === 1 ? (this.#batch[0] as Buffer) : Buffer.concat(this.#batch);
    if (this.#listener === undefined) {
      this.#batch = [Buffer.from(bytes)];
      return;
    }
    this.#batch = [];
    this.#emit(bytes, () => this.#listener?.onOutput(bytes));
  }

  #emit(bytes: Buffer, act: () => void): void {
    if (this.#held === undefined) {
      act();
      return;
    }
    this.#held.push(act);
    this.#heldBytes += bytes.length;
    if (this.#heldBytes < maxHeldBytes || this.#isTmuxPaused) return;
    this.#isTmuxPaused = true;
    this.#hooks.onOverflow();
  }

  #noteMode(tmuxMode: string): void {
    if (tmuxMode === this.#tmuxMode) return;
    this.#tmuxMode = tmuxMode;
    const isAvailable = tmuxMode === '';
    this.#listener?.onAvailability(isAvailable, isAvailable ? 'attached' : 'pane-mode');
  }
}
