import { expect, onTestFinished, test } from 'vitest';
import type { Theme } from '../pictures/themes.js';
import { findTheme } from '../pictures/themes.js';
import { Emulator } from './emulator.js';

const profile = { version: '1.2.3', colors: findTheme('pty-default-dark', undefined) as Theme };

/** A terminal with its replies, which are rejected without `hasRoom`. */
function listening(hasRoom = true): {
  readonly emulator: Emulator;
  readonly answers: string[];
  ask(output: string): string[];
} {
  const answers: string[] = [];
  const answer = (text: string): boolean => hasRoom && answers.push(text.replaceAll('\x1b[', '')) > 0;
  const emulator = new Emulator({ cols: 20, rows: 6, scrollback: 0, firstRevision: 1, profile, answer });
  onTestFinished(() => emulator.dispose());
  const ask = (output: string): string[] => {
    answers.length = 0;
    emulator.feed(Buffer.from(output.replaceAll('^', '\x1b[')));
    return answers;
  };
  return { emulator, answers, ask };
}

const flagsAfter: readonly (readonly [what: string, output: string, answers: string[]])[] = [
  ['nothing', '^?u', ['?0u']],
  ['a set', '^=5u^?u', ['?5u']],
  ['a set that adds flags', '^=1u^=4;2u^?u', ['?5u']],
  ['a set that removes flags', '^=7u^=2;3u^?u', ['?5u']],
  ['a set that replaces flags', '^=7u^=8;1u^?u', ['?8u']],
  ['flags that do not exist', '^=255u^?u', ['?31u']],
  ['a push', '^>1u^?u', ['?1u']],
  ['a push without flags', '^=3u^>u^?u', ['?0u']],
  ['push and pop', '^=2u^>1u^?u^<u^?u', ['?1u', '?2u']],
  ['a change after a push, then a pop', '^>1u^>3u^=8;2u^?u^<1u^?u', ['?11u', '?1u']],
  ['pop of two', '^>1u^>3u^>7u^<2u^?u', ['?1u']],
  ['a pop of more entries than there are', '^=1u^>3u^<9u^?u', ['?0u']],
  ['a pop from an empty stack', '^=1u^<u^?u', ['?0u']],
  [
    'a switch to the alternate screen, which has its own flags',
    '^>1u^?1049h^?u^>3u^?u^?1049l^?u^?1049h^?u',
    ['?0u', '?3u', '?1u', '?3u'],
  ],
  ['more pushes than the stack holds', `${'^>1u'.repeat(100)}^>5u^<u^?u^<40u^?u`, ['?1u', '?0u']],
  ['a pop with a huge count', '^>1u^>3u^<2147483647u^?u', ['?0u']],
];
test.each(flagsAfter)('kitty flags after %s [4.kitty-stack]', (_what, output, answers) => {
  expect(listening().ask(output)).toEqual(answers);
});

test('a full reset resets all keyboard modes, a soft reset the same ones as in xterm [4.kitty-stack, 4.modify-other-keys]', () => {
  const { emulator, ask } = listening();
  ask('^>3u^?1049h^>5u^>4;2m^>4;1f^!p');
  expect(emulator.modes).toMatchObject({ kittyKeyboard: 5, modifyOtherKeys: 0, formatOtherKeys: 0 });
  ask('^>4;2m^>4;1f\x1bc');
  expect(emulator.modes).toMatchObject({ kittyKeyboard: 0, modifyOtherKeys: 0, formatOtherKeys: 0 });
  expect(ask('^?u^?1049h^?u')).toEqual(['?0u', '?0u']);
});

const otherAfter: readonly (readonly [what: string, output: string, answers: string[]])[] = [
  ['nothing', '^?4m^?4g', ['>4;0m', '>4;0f']],
  ['1', '^>4;1m^?4m', ['>4;1m']],
  ['2', '^>4;2m^?4m', ['>4;2m']],
  ['an unknown level', '^>4;3m^?4m', ['>4;2m']],
  ['a reset', '^>4;2m^>4m^?4m', ['>4;0m']],
  ['a reset of all resources', '^>4;2m^>m^?4m', ['>4;0m']],
  ['disabling it', '^>4;2m^>4n^?4m', ['>4;0m']],
  ['another resource', '^>4;2m^>1;0m^>0;1m^?4m', ['>4;2m']],
  ['a query of another resource', '^?1m^?2g', []],
  ['the format', '^>4;1f^?4g^>4f^?4g', ['>4;1f', '>4;0f']],
];
test.each(otherAfter)('modifyOtherKeys after %s [4.modify-other-keys]', (_what, output, answers) => {
  expect(listening().ask(output)).toEqual(answers);
});

test('only queries without a reply are listed as unanswered [4.kitty-stack, 4.modify-other-keys]', () => {
  const { emulator, ask } = listening();
  ask('^?u^?4m^?1m');
  expect(emulator.unansweredQueries.map(({ sequence }) => sequence)).toEqual(['CSI ? 1 m']);
  const full = listening(false);
  full.ask('^?u^?4m');
  expect(full.emulator.unansweredQueries.map(({ sequence }) => sequence)).toEqual(['CSI ? u', 'CSI ? 4 m']);
});
