import { clockText, durationText } from './describe-call.js';
import { create } from './dom.js';
import { type Call, isObject, type Members } from './recording.js';

const maxText = 100_000;
// Shown in other places, or not useful for people.
const hiddenFacts = ['screen', 'details', 'diff', 'nearest', 'matches', 'kind'];

/** The panel with the error, the parameters and the result of a call. */
export class Details {
  readonly element = create('section', { class: 'details', 'aria-label': 'Request' });
  #shown: Call | undefined;
  #response: unknown;

  show(call: Call | undefined): void {
    if (call === this.#shown && call?.response === this.#response) return;
    this.#shown = call;
    this.#response = call?.response;
    if (call === undefined) this.element.replaceChildren();
    else this.element.replaceChildren(...partsFor(call));
    this.element.scrollTop = 0;
  }
}

function partsFor(call: Call): HTMLElement[] {
  const { error, response, params, kind } = call;
  const data = isObject(error?.['data']) ? error['data'] : {};
  const diff = typeof data['diff'] === 'string' ? [part('Difference', diffBlock(data['diff']))] : [];
  const failed = error === undefined ? [] : [part('Error', factsTable(errorFacts(error, data)))];
  const result =
    error !== undefined || kind === 'notification'
      ? []
      : [part('Result', response === undefined ? create('p', {}, 'No response.') : jsonBlock(response.result))];
  return [part(call.method, factsTable(callFacts(call)), jsonBlock(params)), ...failed, ...diff, ...result];
}

const part = (title: string, ...content: readonly HTMLElement[]): HTMLElement =>
  create('div', { class: 'part' }, create('h2', {}, title), ...content);

function callFacts({ id, at, response, kind }: Call): Members {
  return {
    ...(kind === 'request' ? { request: id } : { notification: '' }),
    at: clockText(at),
    ...(response === undefined ? {} : { duration: durationText(response.at - at) }),
  };
}

function errorFacts(error: Members, data: Members): Members {
  const { nearest } = data;
  const others = Object.entries(data).filter(([name]) => !hiddenFacts.includes(name));
  return {
    kind: data['kind'] ?? error['code'],
    ...(isObject(nearest) ? { closest: `${JSON.stringify(nearest['text'])} in row ${nearest['row']}` } : {}),
    ...Object.fromEntries(others),
  };
}

function factsTable(facts: Members): HTMLElement {
  const items = Object.entries(facts).flatMap(([name, value]) => [
    create('dt', {}, name),
    create('dd', {}, textFrom(value)),
  ]);
  return create('dl', {}, ...items);
}

function textFrom(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!isObject(value) || value['row'] === undefined || value['col'] === undefined) return JSON.stringify(value);
  const hidden = value['visible'] === false ? ', hidden' : '';
  return `row ${value['row']}, column ${value['col']}${hidden}`;
}

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.e+-]*|true|false|null)/g;

/** JSON with colors, as elements. */
function jsonBlock(value: unknown): HTMLElement {
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

/** Control characters in readable form: a difference may contain escape sequences. */
const showControls = (text: string): string =>
  text.replaceAll(/[\0-\x08\x0b-\x1f]/g, (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`);

function diffBlock(diff: string): HTMLElement {
  const lines = showControls(diff.slice(0, maxText)).split('\n');
  const kinds: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'place' };
  return create(
    'pre',
    { class: 'diff', tabindex: 0 },
    ...lines.map((line) => create('span', { class: kinds[line.charAt(0)] }, `${line}\n`)),
  );
}
