import { classifyMethod, describeArgument, formatDuration, messageOf } from './describe-call.js';
import { create, createButton, createIcon, setAttribute } from './dom.js';
import { formatValue } from './format-value.js';
import { inputMethod, type RecordedCall, type RecordingModel } from './recording-model.js';

const rowHeight = 28;
const extraRows = 8;

/** The list of requests and notifications. Only the visible rows are in the DOM. */
export class RequestList {
  readonly element = create('aside', { class: 'requests', 'aria-label': 'Requests' });
  readonly #filter = create('input', {
    type: 'search',
    placeholder: 'Filter requests',
    'aria-label': 'Filter requests by method, parameters or error',
    spellcheck: 'false',
  });
  readonly #failuresOnly: HTMLButtonElement;
  readonly #list = create('div', {
    class: 'list',
    role: 'listbox',
    tabindex: 0,
    'aria-label': 'Requests',
  });
  readonly #space = create('div', { class: 'space' });
  readonly #recording: RecordingModel;
  readonly #select: (call: RecordedCall) => void;
  #calls: readonly RecordedCall[] = [];
  #current: RecordedCall | undefined;
  readonly #texts = new WeakMap<RecordedCall, string>();

  constructor(recording: RecordingModel, select: (call: RecordedCall) => void) {
    this.#recording = recording;
    this.#select = select;
    this.#failuresOnly = createButton('Failures only', '', () => {
      const isOn = this.#failuresOnly.getAttribute('aria-pressed') === 'true';
      this.#failuresOnly.setAttribute('aria-pressed', String(!isOn));
      this.update();
    });
    this.#failuresOnly.setAttribute('aria-pressed', 'false');
    this.#failuresOnly.classList.add('toggle');
    this.#list.append(this.#space);
    this.element.append(create('div', { class: 'filter' }, this.#filter, this.#failuresOnly), this.#list);
    this.#filter.addEventListener('input', () => this.update());
    this.#list.addEventListener('scroll', () => this.#render());
    new ResizeObserver(() => this.#render()).observe(this.#list);
  }

  /** The calls that pass the filter. */
  get calls(): readonly RecordedCall[] {
    return this.#calls;
  }

  /** Applies the filter again, after it or the recording has changed. */
  update(): void {
    const wanted = this.#filter.value.trim().toLowerCase();
    const isOnlyFailures = this.#failuresOnly.getAttribute('aria-pressed') === 'true';
    const failures = this.#recording.failures.length;
    this.#failuresOnly.textContent = `✗ ${failures}`;
    this.#failuresOnly.setAttribute('aria-label', `✗ ${failures}: failures only`);
    this.#failuresOnly.disabled = failures === 0;
    this.#calls = this.#recording.calls.filter(
      (call) =>
        (!isOnlyFailures || call.error !== undefined) && (wanted === '' || this.#getSearchText(call).includes(wanted)),
    );
    this.#space.style.height = `${this.#calls.length * rowHeight}px`;
    this.#render();
    this.#reveal();
  }

  /** Highlights a call and scrolls to it. */
  show(call: RecordedCall | undefined): void {
    if (call === this.#current) return;
    this.#current = call;
    this.#reveal();
    this.#render();
  }

  #getSearchText(call: RecordedCall): string {
    let text = this.#texts.get(call);
    if (text === undefined) {
      text = `${call.method} ${describeArgument(call)} ${JSON.stringify(call.params)} ${messageOf(call)}`.toLowerCase();
      this.#texts.set(call, text);
    }
    return text;
  }

  #reveal(): void {
    const index = this.#current === undefined ? -1 : this.#calls.indexOf(this.#current);
    if (index < 0) return;
    const top = index * rowHeight;
    const { scrollTop, clientHeight } = this.#list;
    const isVisible = top >= scrollTop && top + rowHeight <= scrollTop + clientHeight;
    if (!isVisible) this.#list.scrollTop = top - clientHeight / 2 + rowHeight;
  }

  #render(): void {
    const { scrollTop, clientHeight } = this.#list;
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - extraRows);
    const last = Math.ceil((scrollTop + clientHeight) / rowHeight) + extraRows;
    const rows = this.#calls.slice(first, last).map((call, offset) => this.#renderCall(call, first + offset));
    this.#space.replaceChildren(...rows);
    const index = this.#current === undefined ? -1 : this.#calls.indexOf(this.#current);
    setAttribute(this.#list, 'aria-activedescendant', index < 0 ? undefined : `call-${index}`);
  }

  #renderCall(call: RecordedCall, index: number): HTMLElement {
    const { method, response, error, at, kind } = call;
    const isStep = method === 'step';
    const isOpen = response === undefined && kind !== 'notification';
    const state = error !== undefined ? 'failed' : isOpen ? 'open' : 'passed';
    const sign =
      state === 'failed'
        ? createIcon('cross')
        : kind === 'notification' && method !== inputMethod
          ? createIcon('bell')
          : '';
    const duration = response === undefined || isStep || kind === 'batch-step' ? '' : formatDuration(response.at - at);
    const row = create(
      'div',
      {
        class: `call ${state} ${kind} ${isStep ? 'step' : classifyMethod(method)}`,
        role: 'option',
        id: `call-${index}`,
        'aria-selected': String(call === this.#current),
        'aria-posinset': index + 1,
        'aria-setsize': this.#calls.length,
        title: `${method} ${describeArgument(call)}`,
      },
      create('span', { class: 'sign' }, sign),
      create('span', { class: 'method' }, isStep ? formatValue(call.params['title'] ?? 'step') : method),
      create('span', { class: 'argument' }, isStep ? '' : describeArgument(call)),
      create('span', { class: 'duration' }, duration),
    );
    row.style.top = `${index * rowHeight}px`;
    row.addEventListener('click', () => this.#select(call));
    return row;
  }
}
