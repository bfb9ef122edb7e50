// The messages of a recording: what was typed, and limits for hostile messages.

import { type Members, objectFrom, parseJson } from '../base/json.js';
import { escapeJsonControls } from '../base/text.js';
import { methodFacts } from '../protocol/generated/tables.js';
import { eventMethod } from '../viewer/conversation.js';
import type { EventData } from '../viewer/format.js';

/** JSON without control characters, with the same meaning: C0 characters can only occur between values. */
export const cleanJson = (json: string): string => escapeJsonControls(json.replaceAll(/[\0-\x1f]/g, ' '));

// The maximum width of a terminal.
const maxInputCharacters = 1000;
// Recordings are not trusted. Valid batches have fewer levels.
const maxInputDepth = 64;

/** Describes the input of a recorded request in one line; undefined if the request is not an input. */
export function describeInput(request: string): string | undefined {
  const inputs = describeInputs(parseJson(request));
  return inputs.length === 0 ? undefined : cleanJson(inputs.join(', ').slice(0, maxInputCharacters));
}

// JSON-RPC batches and the method `batch` can contain several inputs.
function describeInputs(message: unknown, depth = 0): string[] {
  if (depth > maxInputDepth) return [];
  if (Array.isArray(message)) return message.flatMap((one) => describeInputs(one, depth + 1));
  const { method, params } = objectFrom(message);
  const { steps } = objectFrom(params);
  if (method === 'batch') return Array.isArray(steps) ? steps.flatMap((step) => describeInputs(step, depth + 1)) : [];
  return typeof method === 'string' && isInput(method) ? [`${method} ${describeParams(objectFrom(params))}`] : [];
}

const facts: Readonly<Record<string, { readonly isInput: boolean }>> = methodFacts;
const isInput = (method: string): boolean => Object.hasOwn(facts, method) && facts[method]?.isInput === true;

function describeParams({ key, keys, text, repeat, settleMs: _, ...others }: Members): string {
  const pressed = Array.isArray(keys) ? keys.slice(0, maxInputCharacters).filter(isString).join(' ') : key;
  const words = [
    typeof pressed === 'string' ? pressed : '',
    typeof text === 'string' ? JSON.stringify(text.slice(0, maxInputCharacters)) : '',
    typeof repeat === 'number' && repeat > 1 ? `× ${repeat}` : '',
  ].filter((word) => word !== '');
  return words.length > 0 ? words.join(' ') : toShortJson(others);
}

const isString = (value: unknown): value is string => typeof value === 'string';

const toShortJson = (value: object): string => (isDeeper(value, maxInputDepth) ? '…' : JSON.stringify(value));

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1)));

export const dataOf = (error: Members): Members => objectFrom(error['data']);

// The commands of a shell were typed.
const inputMethods = new Set(['sendText', 'sendLine', 'sendBytes', 'sendKey', 'submit', 'view.input', eventMethod]);
const hidden = '•••';

/** Replaces typed text with dots. Screens are not changed. */
export function hideInput(event: EventData): EventData {
  if (event.type !== 'request' && event.type !== 'notification') return event;
  return { ...event, params: hideParams(event.method, event.params) };
}

function hideParams(method: string, params: Members): Members {
  if (method === 'batch' && Array.isArray(params['steps']))
    return { ...params, steps: params['steps'].map((step: unknown) => hideStep(step)) };
  if (!inputMethods.has(method)) return params;
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, hideValue(name, value)]));
}

function hideStep(step: unknown): unknown {
  if (typeof step !== 'object' || step === null) return step;
  const { method, params } = step as { method?: unknown; params?: unknown };
  const hasInput = typeof method === 'string' && typeof params === 'object' && params !== null;
  return hasInput ? { ...step, params: hideParams(method, params as Members) } : step;
}

function hideValue(name: string, value: unknown): unknown {
  if (!['text', 'base64', 'key', 'keys', 'line'].includes(name)) return value;
  return Array.isArray(value) ? value.map(() => hidden) : hidden;
}

// Selectors have at most 32 levels.
const maxDepth = 64;
// Longer texts are not readable on a page.
const maxCharacters = 100_000;
const maxMembers = 10_000;

/** Shortens long texts and lists in the messages of a recording, and removes members that are nested too deeply. */
export function limitMessage(event: EventData): EventData {
  switch (event.type) {
    case 'frame':
      return event;
    case 'response':
      return event.error === undefined
        ? { ...event, result: limitValue(event.result) }
        : { ...event, error: limitValue(event.error) as typeof event.error };
    default:
      return { ...event, params: limitValue(event.params) as typeof event.params };
  }
}

/** Shortens long texts and lists, and removes members that are nested too deeply. */
export function limitValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return limitText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === maxDepth) return '…';
  if (Array.isArray(value)) return value.slice(0, maxMembers).map((item) => limitValue(item, depth + 1));
  const members = Object.entries(value).slice(0, maxMembers);
  return Object.fromEntries(members.map(([name, member]) => [name, limitValue(member, depth + 1)]));
}

function limitText(text: string): string {
  const more = text.length - maxCharacters;
  return more > 0 ? `${text.slice(0, maxCharacters)}… (${more} more characters)` : text;
}
