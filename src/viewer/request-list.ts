import { argumentOf, durationText, groupOf, messageOf } from './describe-call.js';
import { create, createButton, createIcon, setAttribute } from './dom.js';
import type { Call, Recording } from './recording.js';

const rowHeight = 28;
const rowsAround = 8;

/** The list of requests and notifications. Only the visible part is in the DOM. */
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
  readonly #recording: Recording;
  readonly #select: (call: Call) => void;
  #calls: readonly Call[] = [];
  #current: Call | undefined;
  readonly #texts = new WeakMap<Call, string>();

  constructor(recording: Recording, select: (call: Call) => void) {
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

  /** The calls that the filter lets through. */
  get calls(): readonly Call[] {
    return this.#calls;
  }

  /** Applies the filter again, after it or the recording has changed. */
  update(): void {
    const wanted = this.#filter.value.trim().toLowerCase();
    const isOnlyFailures = this.#failuresOnly.getAttribute('aria-pressed') === 'true';
    const failures = this.#recording.failures.length;
    this.#failuresOnly.textContent = `✗ ${failures}`;
    this.#failuresOnly.disabled = failures === 0;
    this.#calls = this.#recording.calls.filter(
      (call) => (!isOnlyFailures || call.error !== undefined) && (wanted === '' || this.#textOf(call).includes(wanted)),
    );
    this.#space.style.height = `${this.#calls.length * rowHeight}px`;
    this.#render();
    this.#reveal();
  }

  /** Highlights a call and scrolls to it. */
  show(call: Call | undefined): void {
    if (call === this.#current) return;
    this.#current = call;
    this.#reveal();
    this.#render();
  }

  #textOf(call: Call): string {
    let text = this.#texts.get(call);
    if (text === undefined) {
      text = `${call.method} ${argumentOf(call)} ${JSON.stringify(call.params)} ${messageOf(call)}`.toLowerCase();
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
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - rowsAround);
    const last = Math.ceil((scrollTop + clientHeight) / rowHeight) + rowsAround;
    const rows = this.#calls.slice(first, last).map((call, offset) => this.#renderCall(call, first + offset));
    this.#space.replaceChildren(...rows);
    const index = this.#current === undefined ? -1 : this.#calls.indexOf(this.#current);
    setAttribute(this.#list, 'aria-activedescendant', index < 0 ? undefined : `call-${index}`);
  }

  #renderCall(call: Call, index: number): HTMLElement {
    const { method, response, error, at, kind } = call;
    const isStep = method === 'step';
    const isOpen = response === undefined && kind !== 'notification';
    const state = error !== undefined ? 'failed' : isOpen ? 'open' : 'passed';
    const sign = state === 'failed' ? createIcon('cross') : kind === 'notification' ? createIcon('bell') : '';
    const duration = response === undefined || isStep || kind === 'batch-step' ? '' : durationText(response.at - at);
    const row = create(
      'div',
      {
        class: `call ${state} ${kind} ${isStep ? 'step' : groupOf(method)}`,
        role: 'option',
        id: `call-${index}`,
        'aria-selected': String(call === this.#current),
        'aria-posinset': index + 1,
        'aria-setsize': this.#calls.length,
        title: `${method} ${argumentOf(call)}`,
      },
      create('span', { class: 'sign' }, sign),
      create('span', { class: 'method' }, isStep ? String(call.params['title'] ?? 'step') : method),
      create('span', { class: 'argument' }, isStep ? '' : argumentOf(call)),
      create('span', { class: 'duration' }, duration),
    );
    row.style.top = `${index * rowHeight}px`;
    row.addEventListener('click', () => this.#select(call));
    return row;
  }
}
