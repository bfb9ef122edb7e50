import { expect, test } from 'tuispec/vitest';

test('programs have a private directory for sockets [13.vitest-hermetic]', async ({ terminal }) => {
  const script =
    'ls -ld "$XDG_RUNTIME_DIR" | cut -c1-10; for path in "$TMUX_TMPDIR" "$SCREENDIR"; do ls -A "$path"; done';
  const shell = await terminal.launch('sh', { args: ['-c', `${script}; echo end`] });
  await expect(shell).toHaveText('drwx------\nend', { exact: true });
  await expect(shell).toHaveExited(0);
});

test.for(['press', 'getByText', 'pid'])('terminal.%s of the fixture names terminal.launch', (name, { terminal }) => {
  const message = `Invalid \`terminal.${name}\`: \`${name}\` belongs to the result of \`terminal.launch\`.`;
  expect(() => Reflect.get(terminal, name)).toThrow(message);
});

test('expect rejects the fixture with an explanation', ({ terminal }) => {
  const message = 'Invalid argument of `expect`: pass the result of `terminal.launch`, not `terminal` itself.';
  expect(() => expect(terminal)).toThrow(message);
});
