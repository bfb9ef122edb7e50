// What a command prints: rows that have changed, whole screens, errors.

import { compareScreens } from '../base/compare-screens.js';
import type { Line } from '../screen/line.js';
import type { Secrets } from '../screen/redaction/secrets.js';
import type { Screen } from '../screen/screen.js';
import type { Program } from '../session/program/program.js';

/** The screen that a caller has last seen. */
export interface Shown {
  readonly program: Program;
  readonly lines: readonly string[];
  readonly cols: number;
  readonly top: number;
  readonly isAlternate: boolean;
}

// Without them, the text of a program could not be told from what a terminal interprets.
const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;
/** Removes what a terminal would interpret. */
export const clean = (text: string): string => text.replaceAll(controls, '').replaceAll(/\p{Surrogate}/gu, '\ufffd');
const textOf = (lines: readonly Line[]): string[] => lines.map((line) => clean(line.trimmed));

/** The screen for a caller, without secrets. */
export function toShown(program: Program, screen: Screen, secrets: Secrets): Shown {
  const { cols, top, isAlternate } = screen;
  return { program, lines: textOf(secrets.redactFrame(screen).lines), cols, top, isAlternate };
}

/** The text of a screen without blank rows at its end. */
export const formatScreen = ({ lines }: Shown): string => lines.join('\n').trimEnd();

/** What is said if there is nothing to print. */
export function explainNothing(before: Shown | undefined, after: Shown): string {
  const isCleared = before !== undefined && formatScreen(before) !== '' && formatScreen(after) === '';
  return isCleared ? 'The screen is blank now.' : 'Nothing has changed on the screen.';
}

/** The text of the last lines that have scrolled off, oldest first. */
export const readLinesAbove = (program: Program, count: number, secrets: Secrets): string[] =>
  textOf(secrets.redactLines(program.emulator.getLinesAbove(count)));

/** What has changed since a caller has seen a screen: rows as `row| text`, or the whole screen if that is shorter. */
export function formatChanges(before: Shown | undefined, after: Shown, secrets: Secrets): string {
  const whole = formatScreen(after);
  if (before === undefined || !isComparable(before, after)) return whole;
  const scrolled = after.isAlternate ? compareScreens(before.lines, after.lines).scrolled : after.top - before.top;
  const above = after.isAlternate ? [] : readLinesAbove(after.program, scrolled, secrets);
  const lost = after.isAlternate ? 0 : scrolled - above.length;
  // A row of the screen is one line further up now for each line that has scrolled off.
  const isNew = (text: string, row: number): boolean => text !== (before.lines[row + scrolled] ?? '');
  const gone = above
    .map((text, index) => ({ text, row: index - above.length }))
    .filter(({ text, row }) => isNew(text, row))
    .map(({ text, row }) => `${row + 1}| ${text}`);
  const rows = after.lines.flatMap((text, row) => (isNew(text, row) ? [`${row + 1}| ${text}`] : []));
  if (gone.length + rows.length + lost === 0) return '';
  const head = scrolled > 0 ? [`scrolled up ${scrolled}`] : [];
  const missing = lost > 0 ? [`${lost} lines are no longer in the scrollback`] : [];
  const changes = [...head, ...missing, ...gone, ...rows].map((line) => line.trimEnd()).join('\n');
  return gone.length + lost === 0 && whole.length < changes.length ? whole : changes;
}

/** Whether rows of two screens are the same lines. */
const isComparable = (before: Shown, after: Shown): boolean =>
  before.program === after.program &&
  before.cols === after.cols &&
  before.lines.length === after.lines.length &&
  before.isAlternate === after.isAlternate &&
  (after.isAlternate || after.top >= before.top);

const maxLength = 50_000;
const maxLines = 500;
/** How many lines that have scrolled off a session keeps. */
export const maxScrollback = 10_000;

/** Replaces the middle of a long text by the number of lines and the command that prints them. */
export function shorten(text: string, { name, cols }: { readonly name: string; readonly cols: number }): string {
  const lines = text.split('\n');
  if (text.length <= maxLength && lines.length <= maxLines) return text;
  const half = Math.floor(maxLength / 2) - 200;
  const take = (from: readonly string[]): string[] => {
    const taken: string[] = [];
    let length = 0;
    for (const line of from) {
      length += line.length + 1;
      if (length > half || taken.length >= maxLines / 2 - 1) break;
      taken.push(line);
    }
    return taken;
  };
  const head = take(lines);
  const tail = take(lines.slice(head.length).reverse()).reverse();
  const omitted = lines.length - head.length - tail.length;
  const rows = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / cols)), 0);
  const command = `tuispec show -s ${name} --scrollback ${Math.min(rows, maxScrollback)}`;
  return [...head, `[${omitted} ${omitted === 1 ? 'line' : 'lines'} omitted: ${command}]`, ...tail].join('\n');
}
