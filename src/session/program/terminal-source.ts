import type { Exit } from '../../base/exit.js';
import type { ProcessSession } from '../../base/system/facts.js';
import type { KernelSettings, LineMode } from './kernel-settings.js';
import type { ExitKind } from './program.js';

/** Receives the events of a `TerminalSource`. */
export interface SourceListener {
  /** Output; the bytes are valid only during the call. */
  onOutput(bytes: Uint8Array): void;
  /** Output that draws the whole terminal again, because some was missing. */
  onRedraw(bytes: Uint8Array): void;
  /** The terminal has another size now. */
  onResize(cols: number, rows: number): void;
  /** The visible text by line, without trailing blanks. */
  readLines(): readonly string[];
  /** The cell of the cursor. */
  readCursor(): { readonly row: number; readonly col: number };
  /** The program has ended and all its output has been delivered. */
  onExit(exit: Exit, kind?: ExitKind): void;
  /** Whether the program can receive input has changed. */
  onAvailability(isAvailable: boolean, reason: AvailabilityReason): void;
}
/** Why a program can receive input, or why not. */
export type AvailabilityReason = 'launched' | 'attached' | 'pane-mode' | 'exited' | 'detached';

/** What a terminal of others reports about its program. */
export interface SourceHealth {
  readonly isRunning: boolean;
  readonly command: string;
  /** The clients of others that display it. */
  readonly attachedClients: number;
  /** A mode of the terminal that receives the input instead of the program. */
  readonly paneMode?: string;
}

/** Where the output of a program comes from, and where its input goes: a PTY of the server, or a terminal of others. */
export interface TerminalSource {
  /** The process that leads the session of the terminal. */
  readonly pid: number;
  /** The session of the terminal. */
  readonly processes: ProcessSession;
  /** Whether the terminal belongs to someone else, who has started its program and answers its queries. */
  readonly isForeign: boolean;
  /** Whether the program has ended, but its exit has not been reported yet. */
  readonly isEnding: boolean;
  /** Bytes written to the program that its terminal has not accepted yet. */
  readonly waitingInputBytes: number;
  /** Whether output is not being delivered. */
  readonly isPaused: boolean;
  /** How often the screen was read again because output was missing; undefined if that cannot happen. */
  readonly resynced: number | undefined;
  /** Takes what the terminal would reply to a query. Only if someone else answers the queries. */
  readonly takeReply?: ((text: string) => void) | undefined;
  /** Begins to deliver events. */
  start(): void;
  /**
   * Writes input. The result rejects if the terminal refuses it; undefined if it cannot. A paste without brackets gets
   * them from a terminal of others if its program has enabled them.
   */
  write(bytes: Buffer, isPaste?: boolean): Promise<void> | undefined;
  pause(): void;
  resume(): void;
  /** Delivers all output that has arrived, as far as that is possible synchronously. */
  drainNow(): void;
  /** Delivers all output that has arrived. */
  drain(): Promise<void>;
  /** Repairs the screen if the terminal displays something else; undefined if that cannot be. */
  verify(): Promise<void> | undefined;
  /** Throws if the size belongs to someone else. */
  resize(cols: number, rows: number): void;
  /** What the terminal reports about its program; undefined if only the system knows it. */
  readHealth(): Promise<SourceHealth> | undefined;
  /** How the kernel handles what is typed; undefined if that cannot be determined. */
  readLineMode(): Promise<LineMode | undefined>;
  /** All settings that the kernel has for the terminal, also after the exit; undefined if they cannot be determined. */
  readKernelSettings(): Promise<KernelSettings | undefined>;
  /** Ends the program, or only the connection to a terminal of others: with a grace time, or at once. */
  end(how: 'gently' | 'at once', graceMs?: number): Promise<void>;
  /** Releases its resources. */
  close(): void;
}
