import { findNearest, joinList, quote } from '../base/text.js';
import type { SchemaError } from './describe-error.js';

const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
const brightNames = names.map((name) => `bright${name.charAt(0).toUpperCase()}${name.slice(1)}`);
// Names that other programs use.
const synonyms: ReadonlyMap<string, string> = new Map([
  ['gray', 'brightBlack'],
  ['grey', 'brightBlack'],
  ['purple', 'magenta'],
  ['none', 'default'],
]);

/** Describes a text that does not match the pattern of its schema. */
export function describePattern({ params, propertyName }: SchemaError, subject: string, value: unknown): string {
  const pattern = String(params['pattern']);
  if (propertyName !== undefined)
    return `Invalid name ${quote(propertyName)} in ${subject}. A name must not be empty or contain = or NUL.`;
  if (pattern.includes('\\u0000')) return `${subject} must not contain NUL.`;
  if (pattern.includes('A-Za-z0-9+/')) return `${subject} must be base64.`;
  if (pattern.includes('imsuv')) return `${subject} may only contain i, m, s, u and v, not ${quote(String(value))}.`;
  if (pattern.includes('bright')) return describeColor(subject, String(value));
  return `${subject} must match ${pattern}.`;
}

/** Describes a text that is not a color. */
export const describeColor = (subject: string, value: string): string =>
  `${subject} is not a color: ${quote(value)}. ${createColorHint(value)}`;

function createColorHint(value: string): string {
  const nearest = findNearestColor(value);
  const hint = nearest === undefined ? '' : `Did you mean ${quote(nearest)}? `;
  return `${hint}Expected ${joinList([...names, ...brightNames, 'default', '0–255', '#rrggbb'], 'or')}.`;
}

function findNearestColor(value: string): string | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(value);
  if (short !== null)
    return `#${short
      .slice(1)
      .map((digit) => digit.repeat(2))
      .join('')}`;
  if (/^[0-9a-f]{6}$/i.test(value)) return `#${value}`;
  const word = value.toLowerCase().replaceAll(/[^a-z]/g, '');
  return synonyms.get(word) ?? findNearest(word.replace(/^light/, 'bright'), [...names, ...brightNames, 'default']);
}
