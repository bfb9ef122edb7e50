import { methodFacts } from '../../protocol/generated/tables.js';
import { parseJson } from '../film/messages.js';
import { escapeControls } from './escape-json.js';

// The maximum width of a terminal.
const maxInputCharacters = 1000;
// Recordings are not trusted. Valid batches have fewer levels.
const maxInputDepth = 64;

/** Describes the input of a recorded request in one line; undefined if the request is not an input. */
export function describeInput(request: string): string | undefined {
  const inputs = describeInputs(parseJson(request));
  return inputs.length === 0 ? undefined : escapeControls(inputs.join(', ').slice(0, maxInputCharacters));
}

// JSON-RPC batches and the method `batch` can contain several inputs.
function describeInputs(message: unknown, depth = 0): string[] {
  if (depth > maxInputDepth) return [];
  if (Array.isArray(message)) return message.flatMap((one) => describeInputs(one, depth + 1));
  const { method, params } = toRecord(message);
  const { steps } = toRecord(params);
  if (method === 'batch') return Array.isArray(steps) ? steps.flatMap((step) => describeInputs(step, depth + 1)) : [];
  return typeof method === 'string' && isInput(method) ? [`${method} ${describeParams(toRecord(params))}`] : [];
}

const toRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const facts: Readonly<Record<string, { readonly isInput: boolean }>> = methodFacts;
const isInput = (method: string): boolean => Object.hasOwn(facts, method) && facts[method]?.isInput === true;

function describeParams({
  key,
  keys,
  text,
  repeat,
  settleMs: _,
  ...others
}: Readonly<Record<string, unknown>>): string {
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
