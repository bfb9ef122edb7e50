import { setImmediate as immediate, setTimeout as timeout } from 'node:timers/promises';

/** Waits; rejects when `signal` aborts. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await timeout(milliseconds, undefined, { signal });
}

/** Resolves after all events that have already arrived are handled. */
export const yieldToEvents = (): Promise<void> => immediate();

// Within this time, a client that received a response has woken up.
const clientWakeUpMs = 1;
// Limits of deferred work: the number of entries, and how long they wait for the next request.
const maxWork = 64;
const maxDeferMs = 20;

let work: (() => void)[] = [];
let isPlanned = false;
let alarm: NodeJS.Timeout | undefined;
let respondedAt = Number.NEGATIVE_INFINITY;

/**
 * Defers work until the server is idle, so that no response waits for it. Work is not done right after a response either,
 * because the client that wakes up often runs on the same processor; it then waits for the next request, or until nothing
 * has happened for a while.
 */
export function defer(act: () => void): void {
  work.push(act);
  plan();
}

/** A response is being sent. */
export function noteResponseSent(): void {
  respondedAt = performance.now();
}

/** A request has arrived, so the client has woken up. */
export function noteRequestReceived(): void {
  respondedAt = Number.NEGATIVE_INFINITY;
  if (work.length > 0) plan();
}

function plan(): void {
  if (isPlanned) return;
  isPlanned = true;
  // By then it is known whether the current work ends in a response.
  void Promise.resolve().then(() => {
    if (isJustAfterResponse()) postpone();
    else setImmediate(runDue);
  });
}

const isJustAfterResponse = (): boolean => performance.now() - respondedAt < clientWakeUpMs && work.length < maxWork;

function postpone(): void {
  isPlanned = false;
  alarm ??= setTimeout(() => {
    alarm = undefined;
    plan();
  }, maxDeferMs);
}

function runDue(): void {
  if (isJustAfterResponse()) {
    postpone();
    return;
  }
  isPlanned = false;
  clearTimeout(alarm);
  alarm = undefined;
  const due = work;
  work = [];
  for (const each of due) each();
}
