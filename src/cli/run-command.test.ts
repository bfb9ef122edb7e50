import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { ProcessHost } from './options.js';
import { runCommand } from './run-command.js';

function surroundings(): ProcessHost & { readonly said: string[] } {
  const said: string[] = [];
  return {
    said,
    variables: {},
    input: new PassThrough().end(),
    isInteractive: false,
    isErrorTerminal: false,
    asProgramStatus: (status) => status,
    suspend: async () => {},
    openOutput: () => new PassThrough(),
    openTerminal: () => undefined,
    openDisplay: () => undefined,
    writeError: (text) => said.push(text),
    onSignal() {},
    onBug() {},
  };
}

test('the server exits with code 1 and one line when its input cannot be read [10.exit-codes]', async () => {
  const around = surroundings();
  const input = new Readable({
    read() {
      this.destroy(new Error('EIO: gone'));
    },
  });
  expect(await runCommand(['server'], { ...around, input })).toBe(1);
  expect(around.said).toEqual(['tuispec error: Cannot read standard input: EIO: gone.\n']);
});
