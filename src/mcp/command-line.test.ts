import { expect, test } from 'vitest';
import { parseCommandLine } from './tools/sessions.js';

test.each([
  ['vim', ['vim']],
  ['vim  -u NONE\tfile.txt', ['vim', '-u', 'NONE', 'file.txt']],
  ['grep "a|b" file', ['grep', 'a|b', 'file']],
  ["echo 'it is $HOME'", ['echo', 'it is $HOME']],
  ['echo "a \\"b\\" c"', ['echo', 'a "b" c']],
  ['cat my\\ file', ['cat', 'my file']],
  ['printf "" x', ['printf', '', 'x']],
  ['a\'b\'"c"d', ['abcd']],
  ['cut -d= -f1', ['cut', '-d=', '-f1']],
  ['issue#5 a~b', ['issue#5', 'a~b']],
])('%s is split into words [16.commands]', (line, words) => {
  const { file, args } = parseCommandLine(line);
  expect([file, ...args]).toEqual(words);
});

test.each([
  'cd /tmp && ls',
  'ls | wc',
  'ls > out',
  'echo $HOME',
  'echo "$HOME"',
  'ls *.ts',
  'A=1 make',
  'cat ~/file',
  'sleep 1 &',
  'echo `date`',
  'a\nb',
  '(cd x; ls)',
])('%s is run by sh [16.commands]', (line) => {
  expect(parseCommandLine(line)).toEqual({ file: '/bin/sh', args: ['-c', line] });
});

test.each(['echo "a', "echo 'a", 'echo "a\\"'])('the unterminated quote in %s is an error [16.commands]', (line) => {
  expect(() => parseCommandLine(line)).toThrow('Unterminated quote');
});
