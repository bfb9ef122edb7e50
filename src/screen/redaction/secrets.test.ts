import { expect, test } from 'vitest';
import { Random } from '../../tests/support/random.js';
import { createTerminal } from '../../tests/support/terminal.js';
import { joinLogicalLines } from '../logical-line.js';
import { textOf } from '../screen.js';
import { encodeLine } from '../style.js';
import { MessageRedaction, redactValue } from './messages.js';
import { Secrets } from './secrets.js';

const cols = 12;
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

test.each<[what: string, secrets: string[], output: string, lines: string[]]>([
  ['in one line', ['hunter2'], 'a hunter2 b', ['a ••••••• b']],
  ['several times', ['hunter2'], 'hunter2 hunter2', ['••••••• ••••', '•••']],
  ['wrapped', ['hunter2'], '12345678 hunter2 x', ['12345678 •••', '•••• x']],
  ['in a full line that is not soft-wrapped', ['hunter2'], '12345678 hun\x1b[2;1Hter2 x', ['12345678 •••', '•••• x']],
  ['in several styles', ['hunter2'], 'hu\x1b[31mnt\x1b[1;4mer2', ['•••••••']],
  ['wide', ['日本語秘'], '<日本語秘>', ['<• • • • >']],
  ['wide, wrapped', ['日本語秘'], '12345678901日本語秘!', ['12345678901', '• • • • !']],
  ['with combining marks', ['cafe\u0301s'], '(cafe\u0301s)', ['(•••••)']],
  ['overlapping', ['abcdef', 'defghi'], 'abcdefghi!', ['•••••••••!']],
  ['with quotes and backslashes', ['a"b\\c'], 'a"b\\c!', ['•••••!']],
  ['of several lines', ['first\nsecond\n'], 'first\r\n> second', ['•••••', '> ••••••']],
  ['of short lines', ['ab\ncd'], 'ab\r\ncd\r\nabcd', ['••', '••', 'abcd']],
  ['with blanks at its ends', [' hunter2\n'], 'hunter2', ['•••••••']],
  ['half scrolled off', ['hunter2!'], `1234567890hunter2!${'\r\n'.repeat(5)}`, ['••••••']],
])('a secret on a screen is hidden: %s [12.secret-screen]', (_, secrets, output, lines) => {
  const emulator = createTerminal({ cols, rows: 6 }, output);
  const screen = emulator.getScreen();
  const redacted = new Secrets(secrets).redactScreen(screen);
  expect(linesOf(textOf(redacted))).toEqual(lines);
  expect(redacted.lines.map((line) => line.width)).toEqual(screen.lines.map((line) => line.width));
});

test('hidden cells keep their style, and lines without a secret are the same objects [12.secret-screen]', () => {
  const screen = createTerminal({ cols, rows: 2 }, 'x\x1b[31mhunt\x1b[4:3mer2\r\nother').getScreen();
  const redacted = new Secrets(['hunter2']).redactScreen(screen);
  expect(redacted.lines.map(encodeLine)[0]).toBe('x\x1b[0;31m••••\x1b[0;4:3;31m•••\x1b[0m');
  expect(redacted.lines[1]).toBe(screen.lines[1]);
  expect(new Secrets([]).redactScreen(screen)).toBe(screen);
  expect(new Secrets(['absent']).redactScreen(screen)).toBe(screen);
});

test('what is displayed of a secret that is being typed is hidden in frames [12.secret-typed]', async () => {
  const secrets = new Secrets(['hunter2']);
  const shown = (output: string): string =>
    textOf(secrets.redactFrame(createTerminal({ cols, rows: 1 }, output).getScreen()));
  expect(shown('$ hun')).toBe('$ hun');
  expect(shown('$ hunt')).toBe('$ ••••');
  await secrets.redactWhileTyping('say hunter2', async () => {
    expect(shown('$ h')).toBe('$ •');
    expect(shown('$ hunt\x1b[D')).toBe('$ •••t');
    expect(shown('$ say')).toBe('$ say');
  });
  expect(shown('$ h')).toBe('$ h');
});

test('whatever is displayed, no line contains a secret, with or without its soft wraps [12.secret-screen]', () => {
  const random = new Random(3);
  const texts = ['abca', 'aaab', 'é日本x', 'b cd'];
  let count = 0;
  for (let round = 0; round < 1000; round += 1) {
    const parts = ['a', 'b', 'é', ' ', '日', '\x1b[1m', '\r\n', '\x1b[H', '\x1b[2;3H', '\x1b[31m', ...texts];
    const output = Array.from({ length: random.below(30) }, () => random.pick(parts)).join('');
    const screen = createTerminal({ cols: 3 + random.below(10), rows: 5 }, output).getScreen();
    const redacted = new Secrets(texts).redactScreen(screen);
    const shown = [...redacted.lines, ...joinLogicalLines(redacted.lines)].map(({ text }) => text).join('\n');
    for (const text of texts) expect(shown, JSON.stringify(output)).not.toContain(text);
    if (redacted !== screen) count += 1;
    for (const [row, line] of redacted.lines.entries())
      for (let col = 0; col < screen.cols; col += 1)
        if (line.slice(col, col + 1) !== '•' && line.widthAt(col) === screen.lines[row]?.widthAt(col))
          expect(line.slice(col, col + 1)).toBe(screen.lines[row]?.slice(col, col + 1));
  }
  expect(count).toBeGreaterThan(500);
});

test.each<[what: string, value: unknown, redacted: unknown]>([
  ['in a member', { params: { text: 'say hunter2' } }, { params: { text: 'say •••••••' } }],
  ['in several lines', 'a hun\nter2', 'a •••\n••••'],
  ['with escape sequences', 'hu\x1b[31mnter2\x1b[0m', '••\x1b[31m•••••\x1b[0m'],
  ['in keys', { keys: ['h', 'u', 'n', 't', 'e', 'r', '2', 'Enter'] }, { keys: [...'•••••••', 'Enter'] }],
  ['in lines', { lastLines: ['a hun', 'ter2 b'] }, { lastLines: ['a •••', '•••• b'] }],
  ['in runs', [run('hunt', 1), run('er2', 5), run('', 1)], [run('••••', 1), run('•••', 5), run('', 1)]],
  [
    'in bytes',
    { base64: Buffer.from('hunter2\r').toString('base64') },
    { base64: Buffer.from('•••••••\r').toString('base64') },
  ],
  ['in JSON', '{"a":"q\\"uote"}', '{"a":"•••••••"}'],
  ['in a pattern', { pattern: '^a\\+b\\?c$' }, { pattern: '^•••••••$' }],
  ['truncated', 'no match for "my hunt…"', 'no match for "my ••••…"'],
  ['in an environment', { env: { hunter2: 'hunter2' } }, { env: { '•••••••': '•••••••' } }],
])('a secret in a message is hidden: %s [12.secret-messages]', (_, value, redacted) => {
  expect(redactValue(value, new Secrets(['hunter2', 'q"uote', 'a+b?c']))).toEqual(redacted);
});

function run(text: string, col: number): object {
  return { row: 1, col, width: text.length, text };
}

test('words of the protocol stay, so that a recording can be replayed [12.secret-messages]', () => {
  const line = '{"jsonrpc":"2.0","id":1,"method":"find","params":{"selector":{"type":"exact","text":"find exact"}}}';
  const redaction = new MessageRedaction();
  redaction.follow(new Secrets(['find', 'exact', 'text']));
  expect(redaction.redactLine(line, true)).toBe(line.replace('find exact', '•••• •••••'));
});

test('a line without a secret stays as it is, and one that is not JSON is redacted too [12.secret-messages]', () => {
  const redaction = new MessageRedaction();
  const plain = '{ "id": 1.0, "method": "x", "params": {"text":"\\u0068unter2"} }';
  expect(redaction.redactLine(plain, true)).toBe(plain);
  redaction.follow(new Secrets(['hunter2']));
  expect(redaction.redactLine('{ "id": 1.0 }', true)).toBe('{ "id": 1.0 }');
  expect(redaction.redactLine(plain, true)).toBe('{"id":1,"method":"x","params":{"text":"•••••••"}}');
  expect(redaction.redactLine('{"hunter2', true)).toBe('{"•••••••');
});

test('secrets that a request declares are hidden in it, also before it runs [12.secret-messages]', () => {
  const redaction = new MessageRedaction();
  const redact = (request: object): unknown => JSON.parse(redaction.redactLine(JSON.stringify(request), true));
  const steps = [
    { method: 'sendText', params: { text: 'hunter2', secret: true } },
    { method: 'waitForText', params: { selector: 'hunter2' } },
  ];
  expect(redact({ method: 'batch', params: { steps } })).toEqual({
    method: 'batch',
    params: {
      steps: [
        { method: 'sendText', params: { text: '•••••••', secret: true } },
        { method: 'waitForText', params: { selector: '•••••••' } },
      ],
    },
  });
  expect(redact({ params: { secrets: ['abc', 'long enough'], title: 'abc long enough' } })).toEqual({
    params: { secrets: ['•••', '•••••••••••'], title: 'abc •••••••••••' },
  });
  expect(redact({ params: { text: 'x', secret: false } })).toEqual({ params: { text: 'x', secret: false } });
});

test('the secrets of a session that a batch ended are hidden in the response to the batch [12.secret-messages]', () => {
  const redaction = new MessageRedaction();
  redaction.noteRequest();
  redaction.follow(new Secrets(['hunter2']));
  redaction.leave();
  redaction.follow(new Secrets(['other one']));
  expect(redaction.redactText('hunter2, other one')).toBe('•••••••, •••••••••');
  redaction.noteRequest();
  expect(redaction.redactText('hunter2, other one')).toBe('hunter2, •••••••••');
});
