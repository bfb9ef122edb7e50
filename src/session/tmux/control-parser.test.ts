import { expect, test } from 'vitest';
import { ControlParser, findUnfinishedCharacter, unescapeOutput } from './control-client.js';
import { WindowTitleFilter } from './pane-stream.js';

/** Parses bytes in chunks of the given length; returns the events. */
function parse(bytes: Buffer, length: number, isRaw = false): unknown[] {
  const events: unknown[] = [];
  const parser = new ControlParser({
    onOutput: (pane, output) => events.push(['output', pane, output.toString('latin1')]),
    onNotification: (name, rest) => events.push([name, rest]),
    onReplyLine: (line) => events.push(['line', line.toString('latin1')]),
    onReplyEnd: (hasFailed) => events.push(['end', hasFailed]),
    isRaw: () => isRaw,
  });
  for (let at = 0; at < bytes.length; at += length) parser.push(Buffer.from(bytes.subarray(at, at + length)));
  return events;
}

/** Writes bytes as tmux does. */
const escapeOutput = (bytes: Buffer): Buffer =>
  Buffer.concat(
    [...bytes].map((byte) =>
      byte < 0x20 || byte === 0x5c ? Buffer.from(`\\${byte.toString(8).padStart(3, '0')}`) : Buffer.from([byte]),
    ),
  );

test('output is decoded byte for byte, however it is split [17.attach-join]', () => {
  const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const lines = [
    Buffer.concat([Buffer.from('%output %1 '), escapeOutput(all)]),
    Buffer.concat([Buffer.from('%extended-output %12 34 ... : '), escapeOutput(Buffer.from('a : b\\'))]),
    Buffer.from('%layout-change @0 b25d,80x24,0,0,0 b25d,80x24,0,0,0 *'),
    Buffer.from('%exit'),
  ];
  const bytes = Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]));
  const expected = [
    ['output', '%1', all.toString('latin1')],
    ['output', '%12', 'a : b\\'],
    ['layout-change', '@0 b25d,80x24,0,0,0 b25d,80x24,0,0,0 *'],
    ['exit', ''],
  ];
  for (let length = 1; length <= bytes.length; length += 1) expect(parse(bytes, length)).toEqual(expected);
});

test('only the numbers of a reply end it, and a pause inside a reply is a notification [17.attach-screen]', () => {
  const reply =
    '%begin 1 2 1\n%end 1 2 0\n%error 9 2 1\n%output %1 x\n%pause %1\n%end 1 2 1\n%begin 1 3 1\nno\n%error 1 3 1\n';
  const expected = [
    ['line', '%end 1 2 0'],
    ['line', '%error 9 2 1'],
    ['line', '%output %1 x'],
    ['pause', '%1'],
    ['end', false],
    ['line', 'no'],
    ['end', true],
  ];
  for (let length = 1; length < 20; length += 1) expect(parse(Buffer.from(reply), length)).toEqual(expected);
  const lines = parse(Buffer.from('%begin 1 2 1\n%end 1 2 1\n%exit\nlast\n'), 7, true);
  expect(lines).toEqual([
    ['line', '%end 1 2 1'],
    ['line', '%exit'],
    ['line', 'last'],
  ]);
});

test('the beginning of a character is found wherever text is cut [17.attach-join]', () => {
  const text = Buffer.from('aé日👍z');
  for (let length = 0; length <= text.length; length += 1) {
    const cut = text.subarray(0, length);
    const tail = findUnfinishedCharacter(cut);
    const whole = cut.subarray(0, length - tail.length).toString('utf8');
    expect('aé日👍z'.startsWith(whole)).toBe(true);
  }
  expect(unescapeOutput(Buffer.from('\\0')).toString()).toBe('\\0');
  expect(unescapeOutput(Buffer.from('\\999\\033\\134')).toString()).toBe('\\999\x1b\\');
});

test('titles of windows are removed wherever the output is split, and nothing else [17.attach-screen]', () => {
  const output = 'a\x1bkname\x1b\\b\x1b[1mc\x1b\x1bk\x1b\x1b\\d\x1bX';
  for (let length = 1; length <= output.length; length += 1) {
    const filter = new WindowTitleFilter();
    let shown = '';
    for (let at = 0; at < output.length; at += length)
      shown += filter.push(Buffer.from(output.slice(at, at + length))).toString();
    expect(shown).toBe('ab\x1b[1mc\x1bd\x1bX');
  }
});
