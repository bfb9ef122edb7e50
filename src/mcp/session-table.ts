import { basename } from 'node:path';
import { findNearest, quote } from '../base/text.js';
import type { OpenedSession } from '../client/launch.js';
import { serverPool } from '../client/server-pool.js';
import { ToolError } from './results.js';
import { AgentSession } from './session.js';

// Enough to explain each handle that a conversation may still contain.
const maxEnded = 1000;
const minuteMs = 60_000;

/** A program to start, or a pane to attach to. */
interface SessionPlan<S extends OpenedSession> {
  readonly name: string | undefined;
  /** The command line, for lists of sessions. */
  readonly command: string;
  /** What ids begin with. */
  readonly file: string;
  readonly open: (options: { readonly name: string; readonly signal: AbortSignal }) => Promise<S>;
}
/** A session, and what its server has reported. */
interface StartedSession<S extends OpenedSession> {
  readonly session: AgentSession;
  readonly opened: S;
}

/** The sessions of this process by id. */
export class SessionTable implements AsyncDisposable {
  readonly #maxSessions: number;
  readonly #idleMs: number;
  readonly #sessions = new Map<string, AgentSession>();
  /** Why sessions have ended, by id. */
  readonly #ended = new Map<string, string>();
  readonly #starting = new Set<Promise<unknown>>();
  readonly #names = new Set<string>();
  readonly #ending = new AbortController();
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(maxSessions: number, idleMinutes: number) {
    this.#maxSessions = maxSessions;
    this.#idleMs = idleMinutes * minuteMs;
  }

  /** The open sessions, oldest first. */
  get all(): readonly AgentSession[] {
    return [...this.#sessions.values()];
  }

  /** The session with this id; throws an error that says why there is none. */
  get(id: string): AgentSession {
    const session = this.#sessions.get(id);
    if (session !== undefined) return session;
    const end = this.#ended.get(id);
    if (end !== undefined)
      throw new ToolError({
        kind: 'session-ended',
        sentence: `Session ${quote(id)} ${end}.`,
        advice: 'Start the program again with spawn_tui.',
      });
    throw this.#createUnknownSessionError(id);
  }

  /** Opens a new session. */
  async start<S extends OpenedSession>(plan: SessionPlan<S>, cancelled: AbortSignal): Promise<StartedSession<S>> {
    const id = this.#chooseName(plan);
    const starting = this.#open(id, plan, cancelled);
    this.#starting.add(starting);
    try {
      const started = await starting;
      this.#sessions.set(id, started.session);
      this.#ended.delete(id);
      this.#watchIdle();
      return started;
    } finally {
      this.#starting.delete(starting);
      this.#names.delete(id);
    }
  }

  /** Closes a session; returns false if there is none. */
  async close(id: string, reason = 'has been closed'): Promise<boolean> {
    const session = this.#sessions.get(id);
    if (session === undefined) return false;
    this.#sessions.delete(id);
    this.#ended.set(id, reason);
    const [oldest] = this.#ended.keys();
    if (this.#ended.size > maxEnded && oldest !== undefined) this.#ended.delete(oldest);
    await session.close();
    return true;
  }

  /** Closes all sessions and their servers. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#idleTimer);
    this.#ending.abort();
    await Promise.allSettled([...this.#starting]);
    await Promise.allSettled([...this.#sessions.keys()].map((id) => this.close(id)));
    serverPool.endIdle();
  }

  async #open<S extends OpenedSession>(
    id: string,
    { command, open }: SessionPlan<S>,
    cancelled: AbortSignal,
  ): Promise<StartedSession<S>> {
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    for (const signal of [cancelled, this.#ending.signal]) {
      signal.addEventListener('abort', abort);
      if (signal.aborted) abort();
    }
    try {
      const { signal } = controller;
      const opened = await open({ name: id, signal });
      const session = new AgentSession({ id, command, ...opened });
      if (!signal.aborted) return { session, opened };
      await session.close();
      throw new ToolError({ kind: 'cancelled', sentence: 'The call was cancelled.' });
    } finally {
      for (const signal of [cancelled, this.#ending.signal]) signal.removeEventListener('abort', abort);
    }
  }

  #chooseName({ name, file }: SessionPlan<OpenedSession>): string {
    if (this.#sessions.size + this.#names.size >= this.#maxSessions)
      throw new ToolError({
        kind: 'too-many-sessions',
        sentence: `Cannot start another program: ${this.#maxSessions} sessions are open, which is the maximum.`,
        advice: `Close one with close_session. Open sessions: ${[...this.#sessions.keys()].join(', ')}.`,
      });
    const id = name ?? this.#createId(file);
    if (this.#isTaken(id))
      throw new ToolError({
        kind: 'session-exists',
        sentence: `A session with the name ${quote(id)} is already open.`,
        advice: 'Use it, close it with close_session, or choose another name.',
      });
    this.#names.add(id);
    return id;
  }

  // A random part, so that a handle of an earlier process never means another program.
  #createId(file: string): string {
    const program =
      basename(file)
        .replaceAll(/[^A-Za-z0-9_.-]/g, '')
        .slice(0, 20) || 'session';
    for (;;) {
      const id = `${program}-${Math.floor(36 ** 3 * (1 + 35 * Math.random())).toString(36)}`;
      if (!this.#isTaken(id) && !this.#ended.has(id)) return id;
    }
  }

  #isTaken(id: string): boolean {
    return this.#sessions.has(id) || this.#names.has(id);
  }

  #createUnknownSessionError(id: string): ToolError {
    const open = [...this.#sessions.keys()];
    const nearest = findNearest(id, open);
    const hint = nearest === undefined ? '' : ` Did you mean ${quote(nearest)}?`;
    return new ToolError({
      kind: 'unknown-session',
      sentence: `Unknown session ${quote(id)}.${hint}`,
      advice:
        open.length === 0
          ? 'No session is open. Start a program with spawn_tui.'
          : `Open sessions: ${open.join(', ')}.`,
    });
  }

  /** Sets a timer for the moment at which the next session may be idle for too long. */
  #watchIdle(): void {
    clearTimeout(this.#idleTimer);
    if (this.#idleMs === 0 || this.#sessions.size === 0) return;
    const now = Date.now();
    const dueIn = this.all.map((session) => (session.isBusy ? this.#idleMs : session.lastUsedAt + this.#idleMs - now));
    this.#idleTimer = setTimeout(
      () => void this.#closeIdle(),
      Math.min(maxTimerMs, Math.max(10, ...[Math.min(...dueIn)])),
    );
  }

  async #closeIdle(): Promise<void> {
    const isIdle = ({ isBusy, lastUsedAt }: AgentSession): boolean =>
      !isBusy && Date.now() - lastUsedAt >= this.#idleMs;
    const reason = `was closed after ${this.#idleMs / minuteMs} minutes without a call`;
    await Promise.allSettled(this.all.filter(isIdle).map(({ id }) => this.close(id, reason)));
    if (this.#sessions.size === 0) serverPool.endIdle();
    this.#watchIdle();
  }
}

const maxTimerMs = 2 ** 31 - 1;
