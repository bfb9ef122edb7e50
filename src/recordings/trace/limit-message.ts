import type { EventData } from '../../viewer/format.js';

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
