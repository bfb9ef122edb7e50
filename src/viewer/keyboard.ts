import { create } from './dom.js';

/** Keys and the function that they run. */
export interface Shortcut {
  readonly keys: readonly string[];
  /** The keys as shown in the help. */
  readonly label: string;
  readonly what: string;
  run(): void;
}

/** Runs shortcuts, except while text is being edited. */
export function listenToKeys(shortcuts: readonly Shortcut[]): void {
  document.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || isTakingKeys(target)) return;
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) {
      if (key === 'Escape') target.blur();
      return;
    }
    // These keys press the focused button.
    if (target instanceof HTMLButtonElement && (key === ' ' || key === 'Enter')) return;
    const shortcut = shortcuts.find(({ keys }) => keys.includes(key));
    if (shortcut === undefined) return;
    event.preventDefault();
    shortcut.run();
  });
}

/** Whether all keys are for a dialog, or for the program of a live session. */
const isTakingKeys = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement || document.querySelector('dialog[open]') !== null;

/** Creates the dialog that lists all shortcuts. */
export function createHelp(shortcuts: readonly Shortcut[], notes: readonly HTMLElement[]): HTMLDialogElement {
  const items = shortcuts.flatMap(({ label, what }) => [
    create('dt', {}, ...label.split(' ').map((key) => create('kbd', {}, key))),
    create('dd', {}, what),
  ]);
  const close = create('button', { type: 'submit', autofocus: true }, 'Close');
  return create(
    'dialog',
    { 'aria-label': 'Keyboard shortcuts' },
    create('form', { method: 'dialog' }, create('h2', {}, 'Keyboard'), create('dl', {}, ...items)),
    ...notes,
    create('form', { method: 'dialog', class: 'end' }, close),
  );
}
