import { appendFileSync, cpSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { type Run, runCli } from '../support/run.js';
import { Sessions } from '../support/sessions.js';
import { parseViewUrl, ViewClient } from '../support/view-client.js';

test('view prints the URL of the session, again and again; --stop ends it [18.view]', async () => {
  const sessions = new Sessions();
  await sessions.print('open', '-s', 'a', '--', 'sh', '-c', 'echo shown; exec cat');
  const url = (await sessions.print('view', '-s', 'a')).trim();
  expect(await sessions.print('view', '-s', 'a')).toBe(`${url}\n`);
  const viewer = await ViewClient.open(parseViewUrl(url));
  await viewer.waitForText('shown');
  expect(await viewer.input({ type: 'key', key: 'x' })).toMatchObject({ ok: false });
  expect(await sessions.print('view', '--all')).toBe(`a ${url}\n`);
  const closed = viewer.waitForClose();
  expect(await sessions.run(['view', '-s', 'a', '--listen', '0', '--stop'])).toMatchObject({ exitCode: 2 });
  await sessions.print('view', '-s', 'a', '--stop');
  expect(await closed).toBe(1001);
  expect(await sessions.print('view', '--all', '--listen', '127.0.0.1:0')).toMatch(/^a http:\/\/127\.0\.0\.1:\d+\//);
  expect(await sessions.run(['view', '--all', '--listen', 'x'])).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringContaining('tuispec: a: --listen must be'),
  });
  expect(await sessions.print('view', '--all', '--stop')).toBe('a has no view now\n');
  expect(await sessions.run(['view', '-s', 'none'])).toMatchObject({ exitCode: 3 });
});

test('the next command says that a person has typed [18.typed-by]', async () => {
  const sessions = new Sessions();
  await sessions.print('open', '-s', 'p', '--', 'cat');
  const url = (await sessions.print('view', '-s', 'p', '--interactive')).trim();
  const person = await ViewClient.open(parseViewUrl(url));
  expect(await person.input({ type: 'text', text: 'by hand' })).toMatchObject({ ok: true });
  await person.waitForText('by hand');
  const { stdout } = await sessions.run(['send', '-s', 'p', 'Enter', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ typed_by: 'person' });
  const { stderr } = await sessions.run(['send', '-s', 'p', 'mine', 'Enter']);
  expect(stderr).not.toContain('A person typed');
});

test('a person can pause a session: inputs wait until then, or until their timeout [18.pause]', async () => {
  const sessions = new Sessions();
  await sessions.print('open', '-s', 'w', '--', 'cat');
  const url = (await sessions.print('view', '-s', 'w', '--interactive')).trim();
  const person = await ViewClient.open(parseViewUrl(url));
  expect(person.list('hello')[0]).toMatchObject({ paused: false });
  await person.input({ type: 'pause', paused: true });
  const late = await sessions.run(['send', '-s', 'w', 'late', '--timeout', '200ms']);
  expect(late).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('A person has paused session w') });
  // Reads do not wait.
  expect(await sessions.print('show', '-s', 'w')).toBe('');
  const waiting = sessions.run(['send', '-s', 'w', 'then', 'Enter', '--expect', 'then', '--timeout', '60s']);
  await person.input({ type: 'text', text: 'first ' });
  await person.input({ type: 'pause', paused: false });
  expect(await waiting).toMatchObject({ exitCode: 0 });
  expect(await sessions.print('show', '-s', 'w')).toBe('first then\nfirst then\n');
  // Without a view, nobody could end the pause.
  await person.input({ type: 'pause', paused: true });
  await sessions.print('view', '-s', 'w', '--stop');
  await sessions.print('send', '-s', 'w', 'more');
});

test('after an upgrade, pictures and views are refused; other commands work [18.upgrade]', async () => {
  const sessions = new Sessions();
  const copy = join(sessions.cwd, 'dist');
  cpSync('dist', copy, { recursive: true });
  symlinkSync(resolve('node_modules'), join(sessions.cwd, 'node_modules'));
  const env = { TUISPEC_SESSION_DIR: sessions.directory, TUISPEC_CALLER: 'test' };
  const run = async (...args: string[]): Promise<Run> => await runCli(args, { env, program: join(copy, 'cli.js') });
  expect(await run('open', '-s', 'u', '--', 'cat')).toMatchObject({ exitCode: 0 });
  appendFileSync(join(copy, 'cli.js'), '\n// Another build.\n');
  for (const args of [['show', '--png'], ['view']])
    expect(await run(...args, '-s', 'u')).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('upgraded') });
  expect(await run('send', '-s', 'u', 'x', 'Enter', '--expect', 'x')).toMatchObject({ exitCode: 0 });
});
