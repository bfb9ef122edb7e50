import { expect, test } from 'vitest';
import { renderScreen } from '../terminal/emulator.js';
import { findFrames, generalize, hashFinding, joinWrapped } from './trial.js';

test.each([
  [
    'Error: x\n    at draw (file:///a.mjs:31:27)\n    at go (b:1)\n    at c\n    at d',
    ['at draw (file:///a.mjs:N:N)', 'at go (b:N)', 'at c'],
  ],
  [
    'Traceback:\n  File "a.py", line 3, in main\n    go()\n  File "b.py", line 70, in go',
    ['File "a.py", line N, in main', 'File "b.py", line N, in go'],
  ],
  [
    '==1==ERROR\n    #0 0x55aa in crash a.c:3\n    #1 0x55bb in main a.c:9',
    ['#N N in crash a.c:N', '#N N in main a.c:N'],
  ],
  ['no report', []],
])('the frames of %j tell crashes apart [21.equal]', (screen, frames) => {
  expect(findFrames(screen)).toEqual(frames);
});

test('findings of several programs differ [21.equal]', () => {
  const facts = ['crash', 'the program has ended with code 1.'];
  expect(hashFinding(['vim', 'f'], facts)).toBe(hashFinding(['vim', 'f'], facts));
  expect(hashFinding(['vim', 'f'], facts)).not.toBe(hashFinding(['vim', 'g'], facts));
});

test('equal findings differ in numbers, and in what is on the screen [21.equal]', () => {
  expect(generalize('overflow', 'row 3 continues on the next one: "a \\" b".')).toBe(
    generalize('overflow', 'row 12 continues on the next one: "other".'),
  );
  expect(generalize('crash', 'the program has reported "panicked at a.rs:3".')).toBe(
    'the program has reported "panicked at a.rs:N".',
  );
});

test('a report that the terminal has wrapped has the same frames at every width [21.equal]', () => {
  const report = '\r\n    at draw (file:///a.mjs:31:27)\r\nNode.js v20.20.2';
  for (const cols of [12, 33, 80]) {
    const text = joinWrapped(renderScreen(report, cols, 20));
    expect(findFrames(text)).toEqual(['at draw (file:///a.mjs:N:N)']);
    expect(text.trimEnd().split('\n').at(-1)).toBe('Node.js v20.20.2');
  }
});
