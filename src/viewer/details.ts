import { formatDuration, formatTime } from './describe-call.js';
import { create } from './dom.js';
import { formatValue } from './format-value.js';
import { isObject, type Members, type RecordedCall } from './recording-model.js';

const maxText = 100_000;
// Shown elsewhere on the page, or only of use to programs.
const hiddenFacts = ['screen', 'details', 'diff', 'nearest', 'matches', 'kind'];

/** The panel with the error, the parameters and the result of a call. */
export class Details {
  readonly element = create('section', { class: 'details', 'aria-label': 'Request' });
  /** Creates the content for calls of a kind that only some pages know. */
  createParts: (call: RecordedCall) => readonly HTMLElement[] | undefined = () => undefined;
  #shown: RecordedCall | undefined;
  #response: unknown;

  show(call: RecordedCall | undefined): void {
    if (call === this.#shown && call?.response === this.#response) return;
    this.#shown = call;
    this.#response = call?.response;
    if (call === undefined) this.element.replaceChildren();
    else this.element.replaceChildren(...(this.createParts(call) ?? createParts(call)));
    this.element.scrollTop = 0;
  }
}

function createParts(call: RecordedCall): HTMLElement[] {
  const { error, response, params, kind } = call;
  const request = createPart(call.method, createFactsTable(listCallFacts(call)), createJsonBlock(params));
  if (error !== undefined) return [request, ...createErrorParts(error)];
  if (kind === 'notification') return [request];
  const result = response === undefined ? create('p', {}, 'No response.') : createJsonBlock(response.result);
  return [request, createPart('Result', result)];
}

function createErrorParts(error: Members): HTMLElement[] {
  const data = isObject(error['data']) ? error['data'] : {};
  const part = createPart('Error', createFactsTable(listErrorFacts(error, data)));
  return typeof data['diff'] === 'string' ? [part, createPart('Difference', createDiffBlock(data['diff']))] : [part];
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

function listErrorFacts(error: Members, data: Members): Members {
  const { nearest } = data;
  const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
  const others = Object.entries(data).filter(([name, value]) => !hiddenFacts.includes(name) && !isEmpty(value));
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

/** Creates a block of JSON with colors. */
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
const escapeControls = (text: string): string =>
  text
    .replaceAll(/[\x1b␛]/g, '\\e')
    .replaceAll(/[\0-\x08\x0b-\x1f]/g, (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`);

function createDiffBlock(diff: string): HTMLElement {
  const lines = escapeControls(diff.slice(0, maxText)).split('\n');
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
