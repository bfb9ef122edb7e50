import { expect, test } from 'vitest';
import { Random } from '../../tests/support/random.js';
import { Secrets } from './secrets.js';

/** What is written of some chunks, before and after the end. */
function written(secrets: Secrets, chunks: readonly (string | Uint8Array)[]): [before: string, all: string] {
  const pieces: Buffer[] = [];
  const stream = secrets.openStream((bytes) => pieces.push(Buffer.from(bytes)));
  for (const chunk of chunks) stream.push(Buffer.from(chunk as string));
  const before = Buffer.concat(pieces).toString();
  stream.flush();
  return [before, Buffer.concat(pieces).toString()];
}

test.each<[what: string, secrets: string[], chunks: string[], output: string]>([
  ['in one piece', ['hunter2'], ['a hunter2 b'], 'a ••••••• b'],
  ['key by key', ['hunter2'], [...'a hunter2 b'], 'a ••••••• b'],
  ['several times, overlapping', ['abab', 'babx'], ['ab', 'ababx', ' abab'], '••••••• ••••'],
  ['after a false start', ['aab1'], ['aa', 'ab1', 'aa', 'c'], 'a••••aac'],
  ['in another style', ['hunter2'], ['hun\x1b[3', '1mt\x1b', '[0mer2.'], '•••\x1b[31m•\x1b[0m•••.'],
  ['wrapped by a shell', ['hunter2'], ['hunt ', '\r', 'er2\r\n'], '•••• \r•••\r\n'],
  ['with a blank', ['two words'], ['two ', 'words'], '•••••••••'],
  ['in a title', ['hunter2'], ['\x1b]0;hunter', '2\x07x'], '\x1b]0;•••••••\x07x'],
  ['of several bytes', ['日本語!'], ['[日', '本語!]'], '[••••]'],
])('a secret in a stream is hidden: %s [12.secret-output-log]', (_, secrets, chunks, output) => {
  expect(written(new Secrets(secrets), chunks)[1]).toBe(output);
});

test('only the possible beginning of a secret is held back, at most 64 KiB [12.secret-output-log]', () => {
  expect(written(new Secrets(['hunter2']), ['a hunt'])).toEqual(['a ', 'a hunt']);
  expect(written(new Secrets(['hunter2']), ['a hunt', 'ing'])[0]).toBe('a hunting');
  const endless = `h\x1b]0;${'x'.repeat(70_000)}`;
  expect(written(new Secrets(['hunter2']), [endless])[0]).toBe(endless);
});

test('however output is split, no secret is written, and the rest is unchanged [12.secret-output-log]', () => {
  const random = new Random(12);
  const texts = ['abca', 'aaab', 'cabé', 'b a\nc', '日本日本'];
  for (let round = 0; round < 2000; round += 1) {
    const parts = ['a', 'b', 'c', 'é', ' ', '\n', '日', '本', '\x1b[1m', '\r\n', ...texts];
    const output = Array.from({ length: 1 + random.below(12) }, () => random.pick(parts)).join('');
    const secrets = new Secrets(texts);
    const [, all] = written(secrets, [...random.cut(Buffer.from(output), 4)]);
    expect(all, JSON.stringify(output)).toBe(written(secrets, [output])[1]);
    expect([...all].length).toBe([...output].length);
    for (const text of texts) expect(all.replaceAll('\x1b[1m', '')).not.toContain(text);
  }
});
