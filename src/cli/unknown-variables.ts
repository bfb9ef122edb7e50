import { findNearest } from '../text/nearest.js';
import type { Options } from './options.js';

const prefix = 'TUISPEC_';
// Used by the client library and by the server.
const otherVariables = ['PAUSE', 'WATCH', 'V8_FLAGS'];
// Keeps the line short.
const maxNamed = 5;

/** Describes unknown variables with the prefix of tuispec; undefined if there are none. */
export function describeUnknownVariables(
  variables: Readonly<Record<string, string | undefined>>,
  options: Options,
): string | undefined {
  const settings = Object.values(options).flatMap(({ variable }) => variable?.slice(prefix.length) ?? []);
  const known = new Set([...settings, ...otherVariables]);
  const unknown = Object.keys(variables)
    .filter((name) => name.startsWith(prefix) && variables[name] !== '')
    .map((name) => name.slice(prefix.length))
    .filter((name) => !known.has(name));
  if (unknown.length === 0) return undefined;
  const named = unknown.slice(0, maxNamed).map((name) => `${prefix}${name}${createHint(name, settings, options)}`);
  const more = unknown.length > named.length ? ` and ${unknown.length - named.length} more` : '';
  return `Unknown ${unknown.length === 1 ? 'variable' : 'variables'} ignored: ${named.join(', ')}${more}.`;
}

function createHint(name: string, settings: readonly string[], options: Options): string {
  const flag = name.toLowerCase().replaceAll('_', '-');
  const nearest = findNearest(name, settings);
  // Some settings have only a flag.
  if (Object.hasOwn(options, flag) && options[flag]?.variable === undefined) return ` (use the option --${flag})`;
  return nearest === undefined ? '' : ` (did you mean ${prefix}${nearest}?)`;
}
