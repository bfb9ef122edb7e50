import { expect as expectTerminal } from 'tuispec';
import { expect, test } from 'vitest';
import { openShell } from '../support/library-terminal.js';
import { suite, VitestProject } from '../support/vitest-project.js';

const failure = async (assertion: Promise<void>): Promise<string> =>
  await assertion.then(
    () => 'passed',
    ({ message }: Error) => message,
  );

// It uses the alternate screen, restores it after q, and leaves it after other keys and signals.
const program = `
  printf '\\033[?1049h\\033[?25l'; stty raw -echo; printf ready
  key=$(dd bs=1 count=1 2>/dev/null)
  if [ "$key" = q ]; then stty sane; printf '\\033[?25h\\033[?1049l\\r'; fi`;

test('toRestoreTerminal fails with what the program left changed, in the words of the library [19.restored-library]', async () => {
  const app = await openShell("printf 'go'; read -r line; printf '\\033[?1003h'", { timeout: 60_000 });
  await app.waitForText('go');
  const mark = await app.mark();
  await expectTerminal(app).toRestoreTerminal({ since: mark });
  await app.press('Enter');
  await app.waitForModes({ mouseTracking: true });
  const message = await failure(expectTerminal(app).toRestoreTerminal());
  expect(message).toContain('The program left mouse tracking on (any, since "press").');
  await expectTerminal(app).not.toRestoreTerminal();
  await expectTerminal(app).toRestoreTerminal({ allow: ['mouseTracking'] });
  expect(await failure(expectTerminal(app).not.toRestoreTerminal({ allow: ['mouseTracking'] }))).toContain(
    'The terminal is as it was.',
  );
  const unknown = { allows: [] } as object;
  expect(await failure(expectTerminal(app).toRestoreTerminal(unknown))).toContain('Unknown option "allows"');
});

test('with `after`, the program is launched again for each way to end it [19.restored-library]', async () => {
  const app = await openShell(program, { ready: 'ready', timeout: 60_000 });
  await expectTerminal(app).toRestoreTerminal({ after: ['q', ['q'], 'SIGKILL'] });
  // It ends at the first key.
  await expectTerminal(app).toRestoreTerminal({ after: [['q', 'Enter']] });
  for (const after of [[], 'SIGTERM'])
    expect(await failure(expectTerminal(app).toRestoreTerminal({ after } as object))).toContain(
      '`after` must be a list of at least one way to end the program.',
    );
  const message = await failure(expectTerminal(app).toRestoreTerminal({ after: ['q', 'x', 'SIGTERM'] }));
  expect(message).toContain('The terminal is not as it was after 2 of 3 ways to end the program.');
  const left =
    'The program left the alternate screen on (since "launch"), the cursor hidden (since "launch") and the settings';
  expect(message).toContain(`After "x": ${left}`);
  expect(message).toContain(`After "SIGTERM": ${left}`);
  // The first one still runs.
  expect((await app.view()).exited).toBe(false);
});

test('`restored` checks the programs that have exited at the end of a test [19.restored-option] [19.restored-library]', async () => {
  const dirty = `sh("printf '\\\\033[?1h'")`;
  const project = new VitestProject({
    'a.test.ts': suite(`
describe('fail', () => {
  test.override({ terminalOptions: { restored: 'fail' } });
  test('dirty', async ({ terminal }) => { await expect(await terminal.launch('sh', ${dirty})).toHaveExited(0); });
  test('clean', async ({ terminal }) => { await expect(await terminal.launch('true')).toHaveExited(0); });
  test('runs', async ({ terminal }) => { await terminal.launch('sh', { args: ['-c', "printf '\\\\033[?1hready'; sleep 1000"], ready: 'ready' }); });
});
test('warn', async ({ terminal }) => {
  await expect(await terminal.launch('sh', { ...${dirty}, restored: 'warn' })).toHaveExited(0);
});
test('off', async ({ terminal }) => { await expect(await terminal.launch('sh', ${dirty})).toHaveExited(0); });
test('again', async ({ terminal }) => {
  const app = await terminal.launch('sh', { args: ['-c', 'cat notes; echo x >> notes; read -r line'], ready: 'one', files: { notes: 'one\\n' } });
  await expect(app).toHaveText('one', { exact: true });
  await expect(app).toRestoreTerminal({ after: ['Enter', 'Enter', 'SIGINT'] });
});`),
  });
  const { tests, output } = await project.runTests();
  const states = Object.fromEntries([...tests.values()].map(({ fullName, status }) => [fullName.trim(), status]));
  expect(states).toEqual({
    'fail dirty': 'failed',
    'fail clean': 'passed',
    'fail runs': 'passed',
    warn: 'passed',
    off: 'passed',
    again: 'passed',
  });
  expect(tests.get('fail dirty')?.failureMessages.join('\n')).toContain(
    'sh: The program left application cursor keys on (since "launch").',
  );
  expect(output).toContain('Warning of "warn": sh: The program left application cursor keys on (since "launch").');
});
