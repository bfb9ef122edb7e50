import { TuispecError } from 'tuispec';
import { expect, test } from 'vitest';
import { requestFailure } from '../support/library-failure.js';
import { LibraryProject } from '../support/library-project.js';
import { LibraryPrinter } from '../support/library-terminal.js';

test('an error has the method, code, kind, screen and data of the server [13.error-members]', async () => {
  const { terminal } = await LibraryPrinter.showing('Save');
  const failure = await requestFailure(terminal.waitForText('Saves', { timeout: 20 }));
  expect(failure).toBeInstanceOf(TuispecError);
  expect(failure).toMatchObject({
    name: 'TuispecError',
    method: 'waitForText',
    code: -32004,
    kind: 'timeout',
    screen: 'Save\n\n\n\n\n',
    data: { kind: 'timeout', elapsedMs: expect.any(Number), nearest: { text: 'Save', row: 1, col: 1 } },
  });
  expect(failure.reason).toMatch(/^waitForText failed: no match for "Saves"/i);
});

test('the message ends with the screen in a frame; blank rows at the end are left out [13.error-frame]', async () => {
  const { terminal } = await LibraryPrinter.showing('one\r\n\r\n  two');
  const { message, reason } = await requestFailure(terminal.waitForText('x', { timeout: 0 }));
  expect(message).toBe(
    [
      `${reason}\n`,
      '┌──────────────────────┐',
      '│ one                  │',
      '│                      │',
      '│   two                │',
      '└──────────────────────┘',
    ].join('\n'),
  );
});

test('the frame is aligned for wide characters, emoji and combining marks [13.error-frame]', async () => {
  const rows = ['日本語 text', '👨‍👩‍👧 family 👍🏽', 'e\u0301 cafe\u0301', '❤️ 🇩🇪 1️⃣', 'exactly 20 cells ...'];
  const { terminal } = await LibraryPrinter.showing(rows.join('\r\n'));
  const { message } = await requestFailure(terminal.waitForText('x', { timeout: 0 }));
  const framed = message.slice(message.indexOf('┌')).split('\n');
  expect(framed.slice(1, -1).map((row) => row.slice(2, -2).trimEnd())).toEqual(rows.map((row) => row.normalize()));
  // Another terminal of the same width shows every row in one line.
  const wide = await LibraryPrinter.showing('', { cols: 24, rows: 8 });
  await wide.show(framed.join('\r\n').replace(/┌.*┐/, `┌${'─'.repeat(22)}┐`));
  expect(await wide.terminal.find(/[┐│┘]$/)).toHaveLength(7);
  expect((await wide.terminal.find(/[┐│┘]$/)).map(({ endCol }) => endCol)).toEqual(Array(7).fill(24));
});

test('an error without a screen has no frame [13.error-frame]', async () => {
  const { terminal } = await LibraryPrinter.showing('x');
  const failure = await requestFailure(terminal.request('resize', { cols: 0, rows: 1 }));
  expect(failure).toMatchObject({ code: -32602, screen: undefined, kind: undefined });
  expect(failure.message).not.toContain('┌');
});

test('the stack begins at the caller, also in a directory with blanks in its name [13.error-stack]', async () => {
  const project = new LibraryProject();
  project.write({
    'a folder/main.mjs': `import { launch } from 'tuispec';
      const terminal = await launch('cat');
      async function find() {
        await terminal.waitForText('never', { timeout: 1 });
      }
      await find().catch(({ stack }) => console.log(stack));`,
  });
  const { output } = await project.run(['a folder/main.mjs']);
  const frames = output.split('\n').filter((row) => row.startsWith('    at '));
  expect(frames[0]).toMatch(/at async find .*main\.mjs:4:\d+/);
  expect(output).not.toMatch(/index\.mjs|chunk-/);
});

test('a control character in a screen cannot reach the terminal of the developer [13.error-frame]', async () => {
  const { terminal } = await LibraryPrinter.showing('a\x1b[31mred\x07');
  const { message } = await requestFailure(terminal.waitForText('x', { timeout: 0 }));
  expect(message).toMatch(/│ ared +│/);
  expect(message).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f]/);
});
