import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { InputSender, type PageMouse } from './page-input.js';

const move = (col: number): PageMouse => ({ type: 'mouse', action: 'move', row: 1, col, modifiers: [] });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function createSender(): { sender: InputSender; sent: Record<string, unknown>[] } {
  const sent: Record<string, unknown>[] = [];
  return {
    sender: new InputSender(
      (message) => sent.push(message as Record<string, unknown>),
      () => Date.now(),
    ),
    sent,
  };
}

test('inputs are numbered and sent in order, at most 150 in a second', () => {
  const { sender, sent } = createSender();
  for (let index = 1; index <= 400; index += 1) sender.add({ type: 'key', key: String(index) });
  expect(sent.length).toBe(150);
  vi.advanceTimersByTime(1000);
  expect(sent.length).toBeGreaterThanOrEqual(295);
  expect(sent.length).toBeLessThanOrEqual(300);
  vi.advanceTimersByTime(1000);
  expect(sent.map(({ seq, key }) => [seq, key])).toEqual(
    Array.from({ length: 400 }, (_, index) => [index + 1, String(index + 1)]),
  );
});

test('of the movements that wait, only the last one is sent', () => {
  const { sender, sent } = createSender();
  for (let index = 0; index < 150; index += 1) sender.add({ type: 'key', key: 'a' });
  sender.add(move(1), move(2), { type: 'key', key: 'b' }, move(3), move(4));
  vi.advanceTimersByTime(1000);
  expect(sent.slice(150).map(({ type, key, col }) => key ?? `${String(type)} ${String(col)}`)).toEqual([
    'mouse 2',
    'b',
    'mouse 4',
  ]);
});

test('what waits is discarded when the connection ends', () => {
  const { sender, sent } = createSender();
  for (let index = 0; index < 200; index += 1) sender.add({ type: 'key', key: 'a' });
  sender.clear();
  vi.advanceTimersByTime(5000);
  expect(sent.length).toBe(150);
});

test('a response belongs to an input', () => {
  const { sender } = createSender();
  sender.add(move(1), { type: 'key', key: 'a' });
  expect([2, 1, 1, 3].map((seq) => sender.takeSent(seq)?.type)).toEqual(['key', 'mouse', undefined, undefined]);
});
