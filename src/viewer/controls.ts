import type { App } from './app.js';
import { create, createButton, createIcon } from './dom.js';
import { formatCount, formatTime, toJsonLines, toLink, toMarkdown, toText } from './messages.js';

const speeds = [0.25, 0.5, 1, 2, 4, 8];

/** The bar with title and search, the transport with the timeline, and the keyboard. */
export class Controls {
  readonly top = create('header', { class: 'top' });
  readonly transport = create('section', { class: 'transport', 'aria-label': 'Playback' });
  readonly #app: App;
  readonly #status = create('span', { class: 'status' });
  readonly #title = create('h1', {});
  readonly #note = create('p', {});
  readonly #meta = create('span', { class: 'meta' });
  readonly #time = create('span', { class: 'time' });
  readonly #play: HTMLButtonElement;
  readonly #fold: HTMLButtonElement;
  readonly #speed = create('select', { 'aria-label': 'Speed', title: 'Speed' });
  readonly #toast = create('div', { class: 'toast', role: 'status' });

  #toastTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(app: App) {
    this.#app = app;
    this.#play = createButton('Play', createIcon('play'), () => app.togglePlay(), 'Play or pause (Space)');
    this.#play.classList.add('play');
    this.#fold = createButton('Fold idle time', createIcon('fold'), () => this.#toggleFold(), 'Fold idle time (f)');
    this.#fold.setAttribute('aria-pressed', 'true');
    for (const speed of speeds) this.#speed.append(create('option', { value: speed }, `${speed}×`));
    this.#speed.value = '1';
    this.#speed.addEventListener('change', () => {
      app.playback.speed = Number(this.#speed.value);
    });
    const shortcuts = this.#listShortcuts();
    const help = createHelp(shortcuts, [this.#note]);
    this.#assemble(help);
    listenToKeys([...shortcuts, { keys: ['?'], label: '?', what: '', run: () => help.showModal() }]);
  }

  /** Updates what depends on the position. */
  update(): void {
    const { at, recording, playback, isFollowing } = this.#app;
    this.#time.textContent = `${formatTime(at)} / ${formatTime(recording.end)}`;
    const isMoving = playback.isPlaying || isFollowing;
    const label = isMoving ? 'Pause' : 'Play';
    if (this.#play.getAttribute('aria-label') === label) return;
    this.#play.setAttribute('aria-label', label);
    this.#play.replaceChildren(createIcon(isMoving ? 'pause' : 'play'));
  }

  /** Updates what depends on the recording. */
  updateTotals(): void {
    const { header, isLive } = this.#app;
    const { failures, calls, start, end } = this.#app.recording;
    const failed = failures.length;
    const requests = calls.filter(({ kind }) => kind === 'request').length;
    this.#status.className = `status ${failed > 0 ? 'failed' : 'passed'}`;
    // A live session has not passed yet.
    this.#status.hidden = isLive && failed === 0;
    this.#status.replaceChildren(
      createIcon(failed > 0 ? 'cross' : 'check'),
      failed > 0 ? `${failed} failed` : 'passed',
    );
    const notes = header.notes.map((note) => ` · ${note}`).join('');
    this.#meta.textContent = `${formatCount(requests, 'request')} · ${formatTime(end - start)}${notes}`;
    this.#title.textContent = header.title;
    const started = new Date(header.startedAt).toLocaleString();
    this.#note.textContent = `${header.name}, ${isLive ? 'live since' : 'recorded'} ${started}, tuispec ${header.version}`;
  }

  #assemble(help: HTMLDialogElement): void {
    const app = this.#app;
    const copies = create(
      'div',
      { class: 'copies', role: 'group', 'aria-label': 'Copy' },
      createButton('Copy screen', 'Screen', () => this.copyScreen(), 'Copy the screen as text (c)'),
      createButton('Copy as Markdown', 'Markdown', () => this.#copyMarkdown(), 'Copy error, screen and requests (m)'),
      createButton('Copy requests', 'Requests', () => this.#copyRequests(), 'Copy the requests up to here (r)'),
      // The link to a live session contains its token.
      ...(app.isLive
        ? []
        : [createButton('Copy link', 'Link', () => this.#copyLink(), 'Copy a link to this moment (l)')]),
    );
    this.top.append(
      this.#status,
      this.#title,
      this.#meta,
      app.search.element,
      create('span', { class: 'label' }, 'Copy'),
      copies,
      createButton('Light or dark', createIcon('theme'), () => this.#toggleTheme(), 'Light or dark (t)'),
      createButton('Keyboard shortcuts', '?', () => help.showModal(), 'Keyboard shortcuts (?)'),
      help,
      this.#toast,
    );
    this.transport.append(
      createButton('Previous request', createIcon('previous'), () => app.moveSelection(-1), 'Previous request (p)'),
      this.#play,
      createButton('Next request', createIcon('next'), () => app.moveSelection(1), 'Next request (n)'),
      this.#time,
      app.timeline.element,
      this.#speed,
      this.#fold,
    );
  }

  #listShortcuts(): Shortcut[] {
    const app = this.#app;
    return [
      { keys: [' '], label: 'Space', what: 'play or pause', run: () => app.togglePlay() },
      { keys: ['ArrowDown', 'n', 'j'], label: '↓ n', what: 'next request', run: () => app.moveSelection(1) },
      { keys: ['ArrowUp', 'p', 'k'], label: '↑ p', what: 'previous request', run: () => app.moveSelection(-1) },
      { keys: ['e'], label: 'e', what: 'next failure', run: () => app.selectNextFailure() },
      { keys: ['b'], label: 'b', what: 'screen before the request', run: () => app.chooseSide('before') },
      { keys: ['a'], label: 'a', what: 'screen after the request', run: () => app.chooseSide('after') },
      { keys: ['d'], label: 'd', what: 'difference to the snapshot', run: () => app.chooseSide('difference') },
      { keys: ['ArrowRight'], label: '→', what: '1 second forward', run: () => app.skip(1000) },
      { keys: ['ArrowLeft'], label: '←', what: '1 second back', run: () => app.skip(-1000) },
      { keys: ['.'], label: '.', what: 'next frame', run: () => app.moveFrame(1) },
      { keys: [','], label: ',', what: 'previous frame', run: () => app.moveFrame(-1) },
      { keys: ['Home'], label: 'Home', what: 'beginning', run: () => app.seek(app.recording.start) },
      { keys: ['End'], label: 'End', what: app.isLive ? 'the present' : 'end', run: () => app.seek(app.recording.end) },
      { keys: ['<'], label: '<', what: 'slower', run: () => this.#changeSpeed(-1) },
      { keys: ['>'], label: '>', what: 'faster', run: () => this.#changeSpeed(1) },
      ...(app.isLive
        ? [
            {
              keys: ['Enter'],
              label: 'Enter',
              what: 'type into the program (Ctrl+Shift+Enter leaves)',
              run: () => app.onType(),
            },
          ]
        : []),
      { keys: ['f'], label: 'f', what: 'fold idle time', run: () => this.#toggleFold() },
      { keys: ['i'], label: 'i', what: 'hide or show the details', run: () => app.toggleDetails() },
      { keys: ['/'], label: '/', what: 'search all screens', run: () => app.search.focus() },
      { keys: ['c'], label: 'c', what: 'copy the screen', run: () => this.copyScreen() },
      { keys: ['m'], label: 'm', what: 'copy as Markdown', run: () => this.#copyMarkdown() },
      { keys: ['r'], label: 'r', what: 'copy the requests up to here', run: () => this.#copyRequests() },
      ...(app.isLive
        ? []
        : [{ keys: ['l'], label: 'l', what: 'copy a link to this moment', run: () => this.#copyLink() }]),
      { keys: ['t'], label: 't', what: 'light or dark', run: () => this.#toggleTheme() },
    ];
  }

  #changeSpeed(step: number): void {
    const index = speeds.indexOf(this.#app.playback.speed) + step;
    const speed = speeds[Math.min(speeds.length - 1, Math.max(0, index))] ?? 1;
    this.#app.playback.speed = speed;
    this.#speed.value = String(speed);
  }

  #toggleFold(): void {
    const { timeline } = this.#app;
    timeline.setFolding(!timeline.isFolding);
    this.#fold.setAttribute('aria-pressed', String(timeline.isFolding));
  }

  #toggleTheme(): void {
    const root = document.documentElement;
    const isDark = getComputedStyle(root).colorScheme.startsWith('dark');
    root.dataset['theme'] = isDark ? 'light' : 'dark';
    this.#app.timeline.draw();
  }

  copyScreen(): void {
    const { frame } = this.#app;
    if (frame !== undefined) void this.#copy(toText(frame), 'Screen copied');
  }

  #copyMarkdown(): void {
    const { header, at, call, recording } = this.#app;
    void this.#copy(toMarkdown(header.title, at, call, recording), 'Markdown copied');
  }

  #copyRequests(): void {
    const { at, recording } = this.#app;
    void this.#copy(toJsonLines(at, recording), 'Requests copied');
  }

  #copyLink(): void {
    const { call, at } = this.#app;
    const isAtCall = call !== undefined && call.id > 0 && location.hash === toLink({ id: call.id });
    const place = isAtCall ? { id: call.id } : { at };
    void this.#copy(location.href.replace(/#.*$/, '') + toLink(place), 'Link copied');
  }

  async #copy(text: string, done: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      copyBySelection(text);
    }
    this.tell(done);
  }

  /** Shows a message for a short time. */
  tell(text: string): void {
    this.#toast.textContent = text;
    this.#toast.classList.add('visible');
    clearTimeout(this.#toastTimer);
    this.#toastTimer = setTimeout(() => this.#toast.classList.remove('visible'), Math.max(1500, text.length * 50));
  }
}

// Used without permission for the clipboard, for example in a frame.
function copyBySelection(text: string): void {
  const field = create('textarea', { class: 'probe' });
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}

/** Keys and the function that they run. */
interface Shortcut {
  readonly keys: readonly string[];
  /** The keys as shown in the help. */
  readonly label: string;
  readonly what: string;
  run(): void;
}

/** Runs shortcuts, except while text is being edited. */
function listenToKeys(shortcuts: readonly Shortcut[]): void {
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
function createHelp(shortcuts: readonly Shortcut[], notes: readonly HTMLElement[]): HTMLDialogElement {
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
