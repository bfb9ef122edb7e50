// state: keyed weakly by the caller's signals.
const listenersOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls a listener when a signal is aborted. All listeners share one of the signal, because Node warns of more than ten,
 * and any number of requests may wait.
 */
export function onAbort(signal: AbortSignal, listener: () => void): Disposable {
  const listeners = listenersOf.get(signal) ?? listenTo(signal);
  listeners.add(listener);
  return { [Symbol.dispose]: () => void listeners.delete(listener) };
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const listeners = new Set<() => void>();
  listenersOf.set(signal, listeners);
  const callAll = (): void => {
    for (const listener of [...listeners]) listener();
  };
  signal.addEventListener('abort', callAll, { once: true });
  return listeners;
}
