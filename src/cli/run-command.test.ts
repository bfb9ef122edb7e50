import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { ProcessHost } from './options.js';
import { runCommand } from './run-command.js';

function surroundings(platform: string): ProcessHost & { readonly said: string[] } {
  const said: string[] = [];
  return {
    said,
    platform,
    variables: {},
    input: new PassThrough().end(),
    isInteractive: false,
    isErrorTerminal: false,
    suspend: async () => {},
    openOutput: () => new PassThrough(),
    openTerminal: () => undefined,
    openDisplay: () => undefined,
    writeError: (text) => said.push(text),
    onSignal() {},
    onBug() {},
  };
}

test.each([[['server']], [['--version']], [['server', '--bogus']]])(
  'rejects Windows with one sentence: %j [10.windows]',
  async (args) => {
    const around = surroundings('win32');
    expect(await runCommand(args, around)).toBe(1);
    expect(around.said).toEqual([expect.stringMatching(/^[A-Za-z][^\n.]*Windows[^\n.]*\.\n$/)]);
  },
);

test('the server exits with code 1 and one line when its input cannot be read [10.exit-codes]', async () => {
  const around = surroundings('linux');
  const input = new Readable({
    read() {
      this.destroy(new Error('EIO: gone'));
    },
  });
  expect(await runCommand(['server'], { ...around, input })).toBe(1);
  expect(around.said).toEqual(['tuispec error: Cannot read standard input: EIO: gone.\n']);
});
