import { readdirSync, readFileSync } from 'node:fs';
import { formatLine, type UntimedEvent } from '../../recordings/frames.js';
import { encodeFrames, messageEvent, screensAfter, type TimedEvent } from './films.js';
import { createHostileOutput } from './hostile-output.js';
import { mutateLine, mutateTree, pickStrangeValue, toJsonText } from './mutate-json.js';
import type { Random } from './random.js';
import { createRandomOutput } from './random-output.js';
import { ValidParams } from './valid-params.js';

const folder = 'fixtures/recordings';
const fixtures = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`));
const startMicros = 1_795_000_000_000_000;
const inputMethods = ['sendText', 'sendKey', 'submit', 'batch', 'launch', 'resize', 'step', 'waitForText'];
// What a recording may try to put into a page or on a terminal.
const attacks = [
  '</script><script>document.title="run"</script>',
  '--><!--<script><!--</pre></main><img src="http://127.0.0.1:9/x" onerror="document.title=\'run\'">',
  ']]></style></svg><foreignObject href="javascript:1"/>&amp;&#0;',
  '\x1b]52;c;b3duZWQ=\x07\x1b]0;owned\x07\x1b[6n\x1bc\x1b[?1049l\x9b31m\u2028\r',
  '\0\x01\x7f\x85\x9b\ud800 \udfff\u202e\ufeff\uffff',
];
const strangeNumbers = [0, 1, -1, 0.5, 999, 1000, 1001, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e300];
const nested = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
const strangeLines = ['', ' ', 'null', '[]', '{}', '\xff\xfe', 'a,b,c', '{"timestampMicros":1,"direction":"frame"}'];

/** Creates a recording: one of the fixtures, or screens and messages as the recorder writes them. */
export function createRecording(random: Random): Buffer {
  if (random.chance(0.25)) return random.pick(fixtures);
  const [cols, rows] = [2 + random.below(40), 1 + random.below(10)];
  const outputs = Array.from({ length: 1 + random.below(12) }, () =>
    random.chance(0.2)
      ? createHostileOutput(random, 20).toString('latin1')
      : createRandomOutput(random, cols, rows, random.chance(0.3) ? attacks : []),
  );
  const frames = encodeFrames(screensAfter(outputs, { cols, rows, everyMs: random.pick([1, 40, 5000]) }));
  const messages = Array.from({ length: random.below(12) }, (_, id) =>
    createMessages(random, id, outputs.length * 100),
  );
  const events = [...frames, ...messages.flat()].toSorted(([one], [other]) => one - other);
  return Buffer.from(events.map(([atMs, event]) => formatLine(startMicros + Math.round(atMs * 1000), event)).join(''));
}

/** A request, and its response or a notification. */
function createMessages(random: Random, id: number, maxMs: number): TimedEvent[] {
  const atMs = random.below(maxMs);
  const call = new ValidParams(random).createCall();
  const method = random.chance(0.5) ? random.pick(inputMethods) : call.method;
  const { params } = call;
  if (method === 'batch') params['steps'] = Array.from({ length: 3 }, () => new ValidParams(random).createCall());
  const data = {
    kind: random.pick(['timeout', 'snapshot-mismatch', 'batch-step']),
    screen: random.pick(['', 'a\nb', attacks.join('\n')]),
    cursor: { row: 1, col: 1, visible: true },
    matches: [{ text: 'x', row: 1, col: 1, endRow: 1, endCol: 2 }],
    nearest: { text: random.pick(attacks), row: 1, col: 1 },
    diff: '- a\n+ b',
    baselinePath: 'a.ansi.txt',
    actualPath: 'b.ansi.txt',
  };
  const error = { code: -32004, message: random.pick(['No match.', ...attacks]), data };
  const results = [{ ok: true, cols: 30, rows: 5 }, { ok: false, errorStep: 1, results: [{}], error }, null];
  const ending = random.chance(0.6) ? { result: random.pick(results) } : { error };
  const input = { at: atMs, type: random.pick(['key', 'text', 'mouse']), key: 'a', text: random.pick(attacks), row: 1 };
  return [
    [atMs, messageEvent('request', { id, method, params })],
    [atMs + random.below(50), messageEvent('response', { id, ...ending })],
    [atMs, messageEvent('notification', { method: random.pick(['view.input', 'view.changed', 'x']), params: input })],
  ];
}

/** Mutates a recording: its bytes, its lines, and what is in them. */
export function mutateRecording(recording: Buffer, random: Random): Buffer {
  let mutated = recording;
  for (let count = random.pick([0, 1, 2, 4, 16]); count > 0; count -= 1) mutated = mutateOnce(mutated, random);
  return random.chance(0.15) ? nest(mutated, random) : mutated;
}

function mutateOnce(recording: Buffer, random: Random): Buffer {
  const lines = recording.toString('latin1').split('\n');
  const at = random.below(lines.length);
  const line = lines[at] ?? '';
  const kinds: readonly (() => Buffer | string[])[] = [
    () => flipBytes(recording, random),
    () => recording.subarray(0, random.below(recording.length + 1)),
    () => lines.toSpliced(at, 1),
    () => lines.toSpliced(at, 0, line),
    () => lines.toSpliced(at, 1).toSpliced(random.below(lines.length), 0, line),
    () => lines.toSpliced(at, 0, ...Array<string>(random.pick([1, 200])).fill(random.pick(strangeLines))),
    () => lines.with(at, mutateLine(Buffer.from(line, 'latin1'), random).toString('latin1')),
    () => lines.with(at, mutateEvent(line, random)),
    () => lines.with(at, mutateEvent(line, random)),
    () => lines.with(at, mutateEvent(line, random)),
  ];
  const mutated = random.pick(kinds)();
  return Buffer.isBuffer(mutated) ? mutated : Buffer.from(mutated.join('\n'), 'latin1');
}

/** Replaces a text or a number by arrays that are nested too deeply for recursive functions. */
function nest(recording: Buffer, random: Random): Buffer {
  const text = recording.toString('latin1');
  const values = [...text.matchAll(/(?<=:\s*)(?:\\"[^"\\]*\\"|"[^"\\]*"|\d+)/g)];
  if (values.length === 0) return recording;
  const { 0: value, index } = random.pick(values);
  return Buffer.from(text.slice(0, index) + nested + text.slice(index + value.length), 'latin1');
}

function flipBytes(bytes: Buffer, random: Random): Buffer {
  const flipped = Buffer.from(bytes);
  for (let count = 1 + random.below(10); count > 0 && flipped.length > 0; count -= 1)
    flipped[random.below(flipped.length)] = random.below(256);
  return flipped;
}

/** Mutates the event in a line, or the message in that event. */
function mutateEvent(line: string, random: Random): string {
  const event = parseObject(Buffer.from(line, 'latin1').toString()) as Partial<UntimedEvent> | undefined;
  if (event === undefined) return line;
  const content = typeof event.line === 'string' ? parseObject(event.line) : undefined;
  const text = random.pick([...attacks, '\n'.repeat(2000), 'x'.repeat(100_000), '日'.repeat(3000)]);
  const kinds: readonly (() => object)[] = [
    () => ({ ...event, timestampMicros: random.pick(strangeNumbers) }),
    () => ({ ...event, timestampMicros: startMicros + random.below(1e9) }),
    () => ({ ...event, cols: random.pick(strangeNumbers), title: text }),
    () => ({ ...event, line: `${event.line ?? ''}${text}`, ansi: undefined }),
    () => ({ ...event, ansi: `${event.ansi ?? event.line ?? ''}${text}` }),
    () => ({ ...event, cursor: { row: random.pick(strangeNumbers), col: random.pick(strangeNumbers), visible: true } }),
    () => ({ ...event, direction: random.pick(['frame', 'frame-delta', 'request', 'response', 'notification']) }),
    () => mutate(event, random),
  ];
  const inner = content === undefined || random.chance(0.3) ? undefined : toJsonText(replaceOne(content, text, random));
  const mutated = inner === undefined ? random.pick(kinds)() : { ...event, line: inner };
  return Buffer.from(toJsonText(mutated)).toString('latin1');
}

function replaceOne(message: object, text: string, random: Random): object {
  const value = random.pick<unknown>([text, { toString: 1 }, [{ toString: null }], pickStrangeValue(random)]);
  const names = Object.keys(message);
  if (names.length === 0 || random.chance(0.5)) return mutate(message, random);
  const name = random.pick(names);
  const member = (message as Record<string, unknown>)[name];
  const isNested = typeof member === 'object' && member !== null && random.chance(0.8);
  const replaced = { [name]: isNested ? replaceOne(member, text, random) : value };
  return Array.isArray(message) ? Object.assign([...message], replaced) : { ...message, ...replaced };
}

function mutate<T extends object>(tree: T, random: Random): T {
  mutateTree(tree as Record<string, unknown>, random);
  return tree;
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
