import { expect, test } from 'vitest';
import type { Theme } from '../pictures/themes.js';
import { findTheme } from '../pictures/themes.js';
import { textOf } from '../screen/screen.js';
import { encodeLine } from '../screen/style.js';
import { createHostileOutput } from '../tests/support/hostile-output.js';
import { Random } from '../tests/support/random.js';
import { Emulator } from './emulator.js';
import type { TerminalEvent } from './events.js';

const colors = findTheme('nord', undefined) as Theme;
const seeds = Array.from({ length: 200 }, (_, seed) => seed + 1);
// Hundreds of times the usual duration; unbounded counts would take minutes.
const maxMs = 5000;

interface Outcome {
  readonly text: string;
  readonly styled: string;
  readonly cursor: unknown;
  readonly title: string;
  readonly answers: string;
  readonly unanswered: Emulator['unansweredQueries'];
  readonly events: readonly TerminalEvent[];
}

function outcomeOf(chunks: readonly Uint8Array[]): Outcome {
  let answers = '';
  const answer = (text: string): void => {
    answers += text;
  };
  const profile = { version: '1.2.3', colors };
  const emulator = new Emulator({ cols: 30, rows: 8, scrollback: 20, firstRevision: 1, profile, answer });
  for (const chunk of chunks) emulator.feed(chunk);
  const screen = emulator.getScreen();
  const { title, cursor, lines } = screen;
  const { unansweredQueries: unanswered } = emulator;
  const events = emulator.events.since(0);
  emulator.dispose();
  return { text: textOf(screen), styled: lines.map(encodeLine).join('\n'), cursor, title, answers, unanswered, events };
}

test.each(['', '?'])('CSI %s1J in the last cell erases the whole screen [11.hostile]', (prefix) => {
  const { text, cursor } = outcomeOf([Buffer.from(`first\x1b[8;30Hx\x1b[${prefix}1J`)]);
  expect(text.trimEnd()).toBe('');
  expect(cursor).toMatchObject({ row: 7, col: 29 });
});

test.each(['', 'x'])('long titles and queries are not cut in the middle of a character [11.hostile]', (start) => {
  const long = start + '😀'.repeat(3000);
  const { title, unanswered } = outcomeOf([Buffer.from(`\x1b]2;${long}\x07\x1b]777;?${long}\x07\x1bP+q${long}\x1b\\`)]);
  expect(title).toHaveLength(start === '' ? 4096 : 4095);
  expect(title + unanswered.map(({ sequence }) => sequence).join('')).not.toMatch(/\p{Surrogate}/u);
});

test.each(seeds)(
  'random output, seed %i: parsed in time, the same in pieces, without control characters [11.hostile, 11.order]',
  (seed) => {
    const random = new Random(seed);
    const output = createHostileOutput(random, 300);
    const before = process.cpuUsage();
    const outcome = outcomeOf([output]);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(maxMs);
    expect(outcomeOf(random.cut(output, 7))).toEqual(outcome);
    const { text, styled, answers, title, unanswered, cursor } = outcome;
    expect(text.split('\n')).toHaveLength(8);
    expect(text).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f]/);
    expect(styled.replaceAll(/\x1b\[[\d;:]*m/g, '')).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f]/);
    expect(cursor).toMatchObject({ row: expect.toSatisfy((row: number) => row >= 0 && row < 8) });
    expect(cursor).toMatchObject({ col: expect.toSatisfy((col: number) => col >= 0 && col < 30) });
    // Replies have a known form and contain no text of the program's choice.
    expect(answers).toMatch(
      /^(?:\x1b\[[?>\d;]*[$*]?[a-zA-Z{]|\x1bP[01>!][$+|]?[ -~]*\x1b\\|\x1b\](?:4;\d+|1[012]);rgb:[\da-f/]{14}(?:\x07|\x1b\\))*$/,
    );
    expect(title.length).toBeLessThanOrEqual(4096);
    expect(unanswered.length).toBeLessThanOrEqual(100);
    for (const { sequence } of unanswered) expect(sequence.length).toBeLessThanOrEqual(80);
  },
);
