import { setImmediate as immediate, setTimeout as timeout } from 'node:timers/promises';

/** Waits; rejects when `signal` aborts. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await timeout(milliseconds, undefined, { signal });
}

/** Lets every event that has already arrived be handled. */
export const turn = (): Promise<void> => immediate();

// Whoever was answered is awake by then.
const wakingMs = 1;
// More work is not left lying, nor for longer.
const maxWork = 64;
const maxLyingMs = 20;

let work: (() => void)[] = [];
let isPlanned = false;
let alarm: NodeJS.Timeout | undefined;
let answeredAt = Number.NEGATIVE_INFINITY;

/**
 * Does something when there is nothing better to do: nobody who is answered waits for it. It is not done right behind an
 * answer either, for whoever is woken by that is often given this very processor; then it lies until there is a request, or
 * nothing has happened for a while.
 */
export function later(act: () => void): void {
  work.push(act);
  plan();
}

/** Somebody is answered now. */
export function noteAnswer(): void {
  answeredAt = performance.now();
}

/** There is a request: whoever was answered is awake. */
export function noteRequest(): void {
  answeredAt = Number.NEGATIVE_INFINITY;
  if (work.length > 0) plan();
}

function plan(): void {
  if (isPlanned) return;
  isPlanned = true;
  // By then it is known whether what is done now ends in an answer.
  void Promise.resolve().then(() => {
    if (isAnswering()) putOff();
    else setImmediate(catchUp);
  });
}

const isAnswering = (): boolean => performance.now() - answeredAt < wakingMs && work.length < maxWork;

function putOff(): void {
  isPlanned = false;
  alarm ??= setTimeout(() => {
    alarm = undefined;
    plan();
  }, maxLyingMs);
}

function catchUp(): void {
  if (isAnswering()) {
    putOff();
    return;
  }
  isPlanned = false;
  clearTimeout(alarm);
  alarm = undefined;
  const due = work;
  work = [];
  for (const each of due) each();
}
