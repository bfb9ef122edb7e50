import { isObject, type Members } from '../base/json.js';
import { create, createButton, createIcon, setAttribute } from './dom.js';
import { type FindingData, findingMembers, listFindings } from './findings.js';
import { classifyMethod, describeMainParam, errorTextOf, formatDuration, formatTime } from './messages.js';
import { formatValue, inputMethod, type RecordedCall, type RecordingModel } from './recording-model.js';

const maxText = 100_000;
const maxFindings = 100;
const maxLinkText = 30;
// Shown elsewhere on the page, or only of use to programs.
const hiddenFacts = ['screen', 'details', 'diff', 'nearest', 'matches', 'kind'];

/** The panel with the error, the parameters and the result of a call. */
export class Details {
  readonly element = create('section', { class: 'details', 'aria-label': 'Request' });
  /** Creates the content for calls of a kind that only some pages know. */
  createParts: (call: RecordedCall) => readonly HTMLElement[] | undefined = () => undefined;
  readonly #recording: RecordingModel;
  readonly #select: (call: RecordedCall) => void;
  #shown: RecordedCall | undefined;
  #response: unknown;

  constructor(recording: RecordingModel, select: (call: RecordedCall) => void) {
    this.#recording = recording;
    this.#select = select;
  }

  show(call: RecordedCall | undefined): void {
    if (call === this.#shown && call?.response === this.#response) return;
    this.#shown = call;
    this.#response = call?.response;
    if (call === undefined) this.element.replaceChildren();
    else this.element.replaceChildren(...(this.createParts(call) ?? this.#createCallParts(call)));
    this.element.scrollTop = 0;
  }

  #createCallParts(call: RecordedCall): HTMLElement[] {
    const { error, response, params, kind } = call;
    const request = createPart(call.method, createFactsTable(listCallFacts(call)), createJsonBlock(params));
    if (error !== undefined) return [request, ...this.#createErrorParts(call, error)];
    if (kind === 'notification') return [request];
    const result = response === undefined ? create('p', {}, 'No response.') : createJsonBlock(response.result);
    return [request, createPart('Result', result)];
  }

  #createErrorParts(call: RecordedCall, error: Members): HTMLElement[] {
    const data = isObject(error['data']) ? error['data'] : {};
    const findings = listFindings(call, this.#recording);
    const hidden = findings.length === 0 ? hiddenFacts : [...hiddenFacts, ...findingMembers];
    return [
      createPart('Error', createFactsTable(listErrorFacts(error, data, hidden))),
      ...(findings.length === 0 ? [] : [createPart('Findings', this.#createFindingList(findings))]),
      ...(typeof data['diff'] === 'string' ? [createPart('Difference', createDiffBlock(data['diff']))] : []),
    ];
  }

  #createFindingList(findings: readonly FindingData[]): HTMLElement {
    const items = findings.slice(0, maxFindings).map(({ text, cause }) => {
      if (cause === undefined) return create('li', {}, text);
      const name = `${cause.method} ${describeMainParam(cause).slice(0, maxLinkText)}`.trim();
      const link = `${name}, ${formatTime(cause.at)}`;
      const button = createButton(`Go to ${name}, which caused it`, link, () => this.#select(cause));
      return create('li', {}, text, ' ', button);
    });
    return create('ol', { class: 'findings' }, ...items);
  }
}

/** Creates a part with a heading. */
export const createPart = (title: string, ...content: readonly HTMLElement[]): HTMLElement =>
  create('div', { class: 'part' }, create('h2', {}, title), ...content);

function listCallFacts({ id, at, response, kind }: RecordedCall): Members {
  return {
    ...(kind === 'notification' ? { type: kind } : { [kind === 'request' ? kind : 'step of request']: id }),
    at: formatTime(at),
    // The recording contains only the times of the whole batch.
    ...(response === undefined || kind !== 'request' ? {} : { duration: formatDuration(response.at - at) }),
  };
}

function listErrorFacts(error: Members, data: Members, hidden: readonly string[]): Members {
  const { nearest } = data;
  const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
  const others = Object.entries(data).filter(([name, value]) => !hidden.includes(name) && !isEmpty(value));
  return {
    ...(data['kind'] === undefined ? { code: error['code'] } : { kind: data['kind'] }),
    ...(isObject(nearest)
      ? { closest: `${JSON.stringify(nearest['text'])} in row ${formatValue(nearest['row'])}` }
      : {}),
    ...Object.fromEntries(others),
  };
}

/** Creates a table of names and values. */
export function createFactsTable(facts: Members): HTMLElement {
  const items = Object.entries(facts).flatMap(([name, value]) => [
    create('dt', {}, name),
    create('dd', {}, formatFact(value)),
  ]);
  return create('dl', {}, ...items);
}

function formatFact(value: unknown): string {
  if (!isObject(value) || value['row'] === undefined || value['col'] === undefined) return formatValue(value);
  const hidden = value['visible'] === false ? ', hidden' : '';
  return `row ${formatValue(value['row'])}, column ${formatValue(value['col'])}${hidden}`;
}

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.e+-]*|true|false|null)/g;

function createJsonBlock(value: unknown): HTMLElement {
  const json = JSON.stringify(value, undefined, 2) ?? 'none';
  const text = json.length > maxText ? `${json.slice(0, maxText)}\n… ${json.length - maxText} more characters` : json;
  const block = create('pre', { class: 'json', tabindex: 0 });
  let end = 0;
  for (const found of text.matchAll(token)) {
    const [all, string, colon = '', literal] = found;
    block.append(text.slice(end, found.index));
    const name = colon !== '' ? 'key' : string === undefined ? 'literal' : 'string';
    block.append(create('span', { class: name }, string ?? literal ?? all), colon);
    end = found.index + all.length;
  }
  block.append(text.slice(end));
  return block;
}

// Escape sequences of styles and the like, dimmed in differences.
const sequence = /(\\e\[[\d;?]*[a-z])/i;

/** Makes control characters readable. Differences contain the picture of an escape, which few fonts have. */
const showControls = (text: string): string =>
  text
    .replaceAll(/[\x1b␛]/g, '\\e')
    .replaceAll(/[\0-\x08\x0b-\x1f]/g, (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`);

function createDiffBlock(diff: string): HTMLElement {
  const lines = showControls(diff.slice(0, maxText)).split('\n');
  const kinds: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'place' };
  return create(
    'pre',
    { class: 'diff', tabindex: 0 },
    ...lines.map((line) => createDiffLine(line, kinds[line.charAt(0)])),
  );
}

function createDiffLine(line: string, kind: string | undefined): HTMLElement {
  const parts = line
    .split(sequence)
    .map((part, index) => (index % 2 === 0 ? part : create('span', { class: 'place' }, part)));
  return create('span', { class: kind }, ...parts, '\n');
}

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
      text =
        `${call.method} ${describeMainParam(call)} ${JSON.stringify(call.params)} ${errorTextOf(call)}`.toLowerCase();
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
        title: `${method} ${describeMainParam(call)}`,
      },
      create('span', { class: 'sign' }, sign),
      create('span', { class: 'method' }, isStep ? formatValue(call.params['title'] ?? 'step') : method),
      create('span', { class: 'argument' }, isStep ? '' : describeMainParam(call)),
      create('span', { class: 'duration' }, duration),
    );
    row.style.top = `${index * rowHeight}px`;
    row.addEventListener('click', () => this.#select(call));
    return row;
  }
}
