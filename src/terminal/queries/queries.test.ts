import { expect, onTestFinished, test } from 'vitest';
import type { Theme } from '../../pictures/themes.js';
import { findTheme } from '../../pictures/themes.js';
import { Emulator } from '../emulator.js';

const colors = findTheme('pty-default-dark', undefined) as Theme;
const asking = [
  'ab\x1b[6n\x1b]11;?\x07\x1b[c',
  'Ω\x1b]4;1;?\x1b\\\x1b[?996n\r\n\x1b[6n',
  '\x1bP$qm\x1b\\\x1b]10;?;?\x07\x1bP+q436f\x1b\\',
  '\x1b[?2026h\x1b[?2026$p\x1b[?2026l\x1b[?2026$p日\x1b[6n\x1b[>q',
].join('');

function answersTo(chunks: readonly Uint8Array[]): string {
  let answers = '';
  const answer = (text: string): void => {
    answers += text;
  };
  const profile = { version: '1.2.3', colors };
  const emulator = new Emulator({ cols: 20, rows: 4, scrollback: 10, firstRevision: 1, profile, answer });
  onTestFinished(() => emulator.dispose());
  for (const chunk of chunks) emulator.feed(chunk);
  return answers;
}

test('replies do not depend on how the output is split [11.order]', () => {
  const bytes = Buffer.from(asking);
  const whole = answersTo([bytes]);
  expect(whole).toMatch(/^\x1b\[1;3R\x1b\]11;[^\x07]*\x07\x1b\[\?62;.*\x1bP>\|tuispec 1\.2\.3\x1b\\$/s);
  for (let cut = 1; cut < bytes.length; cut += 1)
    expect(answersTo([bytes.subarray(0, cut), bytes.subarray(cut)]), `split at ${cut}`).toBe(whole);
  expect(answersTo(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toBe(whole);
});
