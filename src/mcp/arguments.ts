import type { Params } from '../protocol/message.js';
import { createValidationError, dropNulls } from '../protocol/validation.js';
import type { ToolDefinition } from './generated/definitions.js';
import type { ToolArguments, ToolName } from './generated/types.js';
import { validators } from './generated/validators.js';
import { ToolError } from './tool-result.js';

// Members that clients add to the arguments of every tool: Gemini CLI and n8n.
const addedByClients = ['wait_for_previous', 'toolCallId'];

/** Validates the arguments of a call and fills in defaults; throws a ToolError with all findings. */
export function parseArguments<N extends ToolName>(
  { name, inputSchema }: ToolDefinition,
  given: unknown,
): ToolArguments[N] {
  if (given !== undefined && (typeof given !== 'object' || given === null || Array.isArray(given)))
    throw new ToolError({ kind: 'arguments', sentence: 'The arguments of a tool must be an object.' });
  const { properties } = inputSchema;
  const members = Object.entries(given ?? {}).filter(
    ([member]) => Object.hasOwn(properties, member) || !addedByClients.includes(member),
  );
  const args: Params = Object.fromEntries(
    members.map(([member, value]) => [
      member,
      parseValue(value, Object.hasOwn(properties, member) ? properties[member]?.type : undefined),
    ]),
  );
  const validate = validators[name];
  while (!validate(args)) {
    const errors = validate.errors ?? [];
    if (dropNulls(args, errors)) continue;
    const { message, data } = createValidationError(errors, args);
    throw new ToolError({ kind: 'arguments', sentence: message.replace(/^Invalid params: /, ''), data });
  }
  return args as unknown as ToolArguments[N];
}

/** Models write "5000" for 5000, and arrays as JSON text. Converts what can only mean one thing. */
function parseValue(value: unknown, type: string | undefined): unknown {
  if (type === 'string') return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (type === 'array' && typeof value === 'string' && !value.startsWith('[')) return [value];
  if (typeof value !== 'string') return value;
  if (type === 'integer' || type === 'number') return /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
  if (type === 'boolean') return { true: true, false: false }[value.trim().toLowerCase()] ?? value;
  return type === 'array' || type === 'object' ? parseJson(value) : value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
