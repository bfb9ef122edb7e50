import { InvalidParamError } from '../../base/errors.js';
import type { MouseButton, WheelDirection } from '../../terminal/input/mouse.js';

/** Input of a viewer. */
export type ViewerInput =
  | { readonly type: 'key'; readonly key: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'paste'; readonly text: string; readonly hasMore: boolean }
  | ViewerMouse;
/** A mouse event of a viewer; rows and columns count from 1. */
export interface ViewerMouse {
  readonly type: 'mouse';
  readonly action: 'press' | 'release' | 'move' | 'wheel';
  readonly row: number;
  readonly col: number;
  readonly button: MouseButton | WheelDirection | undefined;
  readonly modifiers: readonly string[];
}

type Members = Readonly<Record<string, unknown>>;

const types = ['key', 'text', 'paste', 'mouse'];
const actions = ['press', 'release', 'move', 'wheel'];
const buttons = ['left', 'middle', 'right'];
const directions = ['up', 'down', 'left', 'right'];
const modifierNames = ['Ctrl', 'Alt', 'Shift'];

/** Parses a message of a viewer; undefined if it is not a JSON object. */
export function parseMessage(text: string): Members | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === 'object' && message !== null && !Array.isArray(message)
      ? (message as Members)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the input in a message of a viewer. Throws an InvalidParamError if it contains none. */
export function inputFrom(message: Members): ViewerInput {
  const type = requireOneOf(message, 'type', types);
  if (type === 'key') return { type, key: requireText(message, 'key') };
  if (type === 'text') return { type, text: requireText(message, 'text') };
  if (type === 'paste') return { type, text: requireText(message, 'text'), hasMore: message['more'] === true };
  const action = requireOneOf(message, 'action', actions) as ViewerMouse['action'];
  const names = action === 'wheel' ? directions : buttons;
  const hasButton = action !== 'move' || (message['button'] !== undefined && message['button'] !== null);
  const { modifiers = [] } = message;
  if (!Array.isArray(modifiers) || !modifiers.every((name) => modifierNames.includes(name)))
    throw new InvalidParamError('/modifiers', `\`modifiers\` must be a list of ${modifierNames.join(', ')}.`);
  return {
    type: 'mouse',
    action,
    row: requireCount(message, 'row'),
    col: requireCount(message, 'col'),
    button: hasButton ? (requireOneOf(message, 'button', names) as MouseButton | WheelDirection) : undefined,
    modifiers,
  };
}

function requireText(message: Members, name: string): string {
  const value = message[name];
  if (typeof value !== 'string' || value === '')
    throw new InvalidParamError(`/${name}`, `\`${name}\` must be a text that is not empty.`);
  return value;
}

function requireOneOf(message: Members, name: string, words: readonly string[]): string {
  const value = message[name];
  if (typeof value !== 'string' || !words.includes(value))
    throw new InvalidParamError(`/${name}`, `\`${name}\` must be one of ${words.join(', ')}.`);
  return value;
}

function requireCount(message: Members, name: string): number {
  const value = message[name];
  if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > 1000)
    throw new InvalidParamError(`/${name}`, `\`${name}\` must be an integer from 1 to 1000.`);
  return value as number;
}
