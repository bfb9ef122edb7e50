import type { EventData } from '../../viewer/format.js';
import type { JsonMembers } from '../film/messages.js';

const inputMethods = new Set(['sendText', 'sendLine', 'sendBytes', 'sendKey', 'submit', 'view.input']);
const hidden = '•••';

/** Replaces typed text with dots. Screens are not changed. */
export function hideInput(event: EventData): EventData {
  if (event.type !== 'request' && event.type !== 'notification') return event;
  return { ...event, params: hideParams(event.method, event.params) };
}

function hideParams(method: string, params: JsonMembers): JsonMembers {
  if (method === 'batch' && Array.isArray(params['steps']))
    return { ...params, steps: params['steps'].map((step: unknown) => hideStep(step)) };
  if (!inputMethods.has(method)) return params;
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, hideValue(name, value)]));
}

function hideStep(step: unknown): unknown {
  if (typeof step !== 'object' || step === null) return step;
  const { method, params } = step as { method?: unknown; params?: unknown };
  const hasInput = typeof method === 'string' && typeof params === 'object' && params !== null;
  return hasInput ? { ...step, params: hideParams(method, params as JsonMembers) } : step;
}

function hideValue(name: string, value: unknown): unknown {
  if (!['text', 'base64', 'key', 'keys', 'line'].includes(name)) return value;
  return Array.isArray(value) ? value.map(() => hidden) : hidden;
}
