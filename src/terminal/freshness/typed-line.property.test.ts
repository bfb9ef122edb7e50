import { expect, test } from 'vitest';
import { evaluateSelector, searchLine } from '../../screen/selectors/selector.js';
import { createAccept, joinKeptLines } from '../../session/waits/screen-search.js';
import { toSelector } from '../../tests/support/matches.js';
import { Random } from '../../tests/support/random.js';
import { regex } from '../../tests/support/selectors.js';
import { isComplete } from '../../tests/support/tier.js';
import { Emulator } from '../emulator.js';
import { Baseline } from './baseline.js';
import { TypedLine } from './typed-line.js';

const selector = toSelector(regex('^42$'));
const typed = '6*7';

interface Session {
  readonly size: { readonly cols: number; readonly rows: number; readonly scrollback: number };
  /** Output until Enter is pressed. */
  readonly before: string;
  readonly after: string;
  /** Whether the result is printed and is still displayed at the end. */
  readonly isFound: boolean;
}

/** A read-eval-print loop with results equal to earlier ones, and sometimes a preview below the typed line. */
function sessionOf(random: Random): Session {
  const size = { cols: 12 + random.below(20), rows: 3 + random.below(8), scrollback: 50 };
  const screen = random.pick(['', '\x1b[?1049h\x1b[H']);
  const hasPreview = random.chance(0.5);
  const earlier = Array.from({ length: random.below(8) }, () => random.pick(['42', 'ok', '', '> 6*7']));
  const preview = hasPreview ? '\n\r\x1b[90m42\x1b[39m\x1b[A\r\x1b[5C' : '';
  const before = `${screen}${earlier.map((line) => `${line}\r\n`).join('')}> ${typed}${preview}`;
  const hasResult = random.chance(0.6);
  const erase = hasPreview ? '\x1b[B\x1b[2K\x1b[A' : random.pick(['', '\x1b[K', '\r\x1b[K> 6*7', '\x1b[?2004l']);
  const lines = Array.from({ length: random.below(4) }, () => random.pick(['log', 'ok', '4', '']));
  if (hasResult)
    lines.splice(random.below(lines.length + 1), 0, random.pick(['42', '\x1b[33m42\x1b[39m', '\x1b[2K42']));
  const after = `${erase}\r\n${lines.map((line) => `${line}\r\n`).join('')}> `;
  // The alternate screen has no scrollback.
  const below = lines.length - lines.findIndex((line) => line.includes('42'));
  return { size, before, after, isFound: hasResult && (screen === '' || below < size.rows) };
}

/** Whether the result is found, with output in parts, each of which may be displayed before the next one arrives. */
function isFound({ size, before }: Session, pieces: readonly Buffer[], isDisplayed: () => boolean): boolean {
  const emulator = new Emulator({ ...size, firstRevision: 1, answer: () => {} });
  emulator.feed(Buffer.from(before));
  const baseline = new Baseline(emulator, () => TypedLine.find(emulator, typed));
  emulator.history.submitted = baseline.submitted;
  for (const piece of pieces) {
    emulator.feed(piece);
    if (isDisplayed()) emulator.history.settle();
  }
  const lines = joinKeptLines(emulator, emulator.getScreen(), baseline.searchFrom);
  const found = evaluateSelector(selector, lines, searchLine, createAccept(baseline.capture(lines[0]?.row)));
  emulator.dispose();
  return found.length > 0;
}

const runs = Number(process.env['PROPERTY_RUNS'] ?? (isComplete ? 400 : 150));

test('finds the output of a submitted line regardless of timing and read sizes [5.since.timing]', () => {
  const wrong: string[] = [];
  for (let seed = 1; seed <= runs; seed += 1) {
    const random = new Random(seed);
    const session = sessionOf(random);
    const output = Buffer.from(session.after);
    const bytes = Array.from(output, (byte) => Buffer.of(byte));
    const found = [
      isFound(session, [output], () => false),
      isFound(session, bytes, () => true),
      isFound(session, random.cut(output, 7), () => random.chance(0.5)),
    ];
    if (found.some((each) => each !== session.isFound)) wrong.push(`${seed}: ${found} ${JSON.stringify(session)}`);
  }
  expect(wrong).toEqual([]);
});
