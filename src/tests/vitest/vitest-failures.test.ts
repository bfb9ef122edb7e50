import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { suite, VitestProject, type VitestRun } from '../support/vitest-project.js';

test('the message of a failed test says all that a person needs [13.vitest-failure] [13.vitest-soft] [13.vitest-awaited] [13.vitest-retry] [13.vitest-start] [13.vitest-pending]', async () => {
  const cli = JSON.stringify(join(process.cwd(), 'dist/cli.js'));
  const project = new VitestProject({
    'message.test.ts': suite(`
      test('assertion', async ({ terminal, step }) => {
        const t = await terminal.launch('sh', idle('Open Save'));
        await step('the step', async () => { await expect(t).toHaveText('Saves', { timeout: 10 }); });
      });
      test('plain', async ({ terminal, step }) => {
        const t = await terminal.launch('sh', sh('echo Hello; exit 3'));
        await step('another step', async () => { await expect(t).toHaveExited(3); });
        expect(1).toBe(2);
      });
      test('exited before launch resolved', async ({ terminal }) => {
        await terminal.launch('sh', { ...sh('exit 4'), ready: 'never' }).catch(() => {});
        const t = await terminal.launch('sh', { ...sh('printf Hello; exit 5'), ready: 'Hello' });
        await t.waitForExit();
        throw new Error('mine');
      });
      test('text with a frame of its own', async ({ terminal }) => {
        const t = await terminal.launch('sh', sh('echo "┌──┐"; echo bare; sleep 1000'));
        await expect(t).toHaveText('bare');
        expect(await t.text()).toBe('other');
      });
      test('two terminals', async ({ terminal }) => {
        await terminal.launch('sh', idle('first screen'));
        await terminal.launch('cat', { args: ['second', '-'], files: { second: 'second screen' }, ready: 'second screen' });
        throw new Error('mine');
      });
      test('wait', async ({ terminal }) => {
        const t = await terminal.launch('sh', idle('first screen'));
        await t.waitForText('never', { timeout: 10 });
      });
      test('another exit code', async ({ terminal }) => {
        const t = await terminal.launch('sh', sh('exit 4'));
        await expect(t).toHaveExited(0);
      });
      test('after close', async ({ terminal }) => {
        const t = await terminal.launch('sh', idle('last words'));
        await t.close();
        throw new Error('mine');
      });`),
    'soft.test.ts': suite(`
      test('soft', async ({ terminal }) => {
        const t = await terminal.launch('sh', idle('Open Save'));
        await expect.soft(t).toHaveText('Saves', { timeout: 10 });
        await expect.soft(t.getByText('Open')).not.toBeVisible({ timeout: 10 });
        expect.soft(1).toBe(2);
        await expect(t).toHaveText('Save');
      });`),
    'awaited.test.ts': suite(`
      test('forgotten', async ({ terminal }) => {
        const t = await terminal.launch('sh', idle('Open Save'));
        expect(t).toHaveText('Save');
      });
      test('forgotten and failing', { timeout: 600_000 }, async ({ terminal }) => {
        const t = await terminal.launch('sh', idle('Open Save'));
        expect(t.getByText('never')).toBeVisible({ timeout: 600_000 });
      });
      test('forgotten after a failure', async ({ terminal }) => {
        const t = await terminal.launch('sh', idle('Open Save'));
        expect(t).toHaveText('Save');
        throw new Error('mine');
      });
      test('awaited later', async ({ terminal }) => {
        const t = await terminal.launch('sh', idle('Open Save'));
        const assertion = expect(t).toHaveText('Save');
        await t.text();
        await assertion;
      });`),
    'retry.test.ts': suite(`
      let attempt = 0;
      test('flaky', { retry: 2 }, async ({ terminal }) => {
        attempt += 1;
        const t = await terminal.launch('sh', idle('attempt ' + attempt));
        if (attempt < 3) throw new Error('failure ' + attempt);
        await expect(t).toMatchScreen();
      });
      test('broken', { retry: 1 }, async ({ terminal }) => {
        attempt += 1;
        await terminal.launch('sh', idle('attempt ' + attempt));
        throw new Error('failure ' + attempt);
      });
      test('repeated', { repeats: 2 }, async ({ terminal }) => {
        await expect(await terminal.launch('sh', idle('again'))).toMatchScreen();
      });`),
    'start.test.ts': suite(`
      test('slow', { timeout: 6000 }, async ({ terminal }) => {
        const server = ['sh', '-c', 'sleep 1; exec "$0" "$1" server', process.execPath, ${cli}];
        await terminal.launch('sh', { ...idle('hello'), server, ready: 'hallo' });
      });
      test('silent', async ({ terminal }) => {
        await terminal.launch('sleep', { args: ['1000'], ready: 'hallo', readyTimeout: 20 });
      });
      test('in the project', async ({ terminal }) => {
        await terminal.launch('cat', { args: ['start.test.ts'], ready: 'hallo' });
      });
      test('in the project, later', async ({ terminal }) => {
        await expect(await terminal.launch('cat', { args: ['start.test.ts'] })).toHaveExited(0);
      });
      test('not found', async ({ terminal }) => {
        await terminal.launch('htopp');
      });`),
    'pending.test.ts': suite(`
      const limited = { timeout: 3000 };
      test('request', limited, async ({ terminal }) => {
        const t = await terminal.launch('sh', idle('Open'));
        await t.request('waitForText', { selector: 'Opens', timeoutMs: 60_000 });
      });
      test('server', limited, async ({ terminal }) => {
        await terminal.launch('sh', { ...idle('Open'), server: ['sleep', '1000'] });
      });`),
    'hangs.test.ts': suite(`
      test('hangs', async ({ terminal }) => {
        const t = await terminal.launch('sh', { ...sh('stty -echo; echo Open; sleep 1000'), ready: 'Open' });
        await expect(t).toBeStable();
        await t.press('a', 'Enter');
        await expect(t).toHaveExited(0, { timeout: 20 });
      });
      test('differs', async ({ terminal }) => {
        // The first one writes the baseline.
        for (const color of ['32', '1;38;5;208']) {
          const t = await terminal.launch('sh', { ...sh('printf "a \\\\033[' + color + 'mmenu\\\\033[0m"; sleep 1000'), ready: 'menu' });
          await expect(t).toMatchScreen('menu', { timeout: 1000 });
        }
      });`),
  });
  // A start of vitest takes longer than these tests.
  const run = await project.runTests(['--no-isolate', '--maxWorkers=1']);
  expect(run.exitCode, run.output).toBe(1);
  expect(run.output).not.toContain('Unhandled');
  expectMessages(project, run);
  expectSoftFailures(run);
  expectAwaited(run);
  expectAttempts(project, run);
  expectFailedLaunches(run);
  expectPending(run);
  expectDescriptions(run);
});

test('a wait ends before the timeout of the test; a test that the runner ends shows the screen, too [13.vitest-timeout]', async () => {
  const project = new VitestProject({
    'a.test.ts': suite(`
      test('starts servers', async ({ terminal }) => {
        await Promise.all(Array.from({ length: 7 }, () => terminal.launch('sh', idle('fine'))));
      });
      // They run together, and end one after another.
      test.concurrent('assertion', { timeout: 4000 }, async ({ terminal }) => {
        const t = await terminal.launch('sh', idle('Open'));
        await expect(t).toHaveText('never', { timeout: 600_000 });
      });
      test.concurrent('request', { timeout: 5000 }, async ({ terminal }) => {
        const t = await terminal.launch('sh', { ...idle('Open'), timeout: 600_000 });
        await t.waitForText('never');
      });
      test.concurrent('launch', { timeout: 6000 }, async ({ terminal }) => {
        await terminal.launch('sh', { ...idle('Open'), ready: 'never', readyTimeout: 600_000 });
      });
      test.concurrent('count', { timeout: 7000 }, async ({ terminal }) => {
        const t = await terminal.launch('sh', idle('Open'));
        await expect(t.getByText('Open')).toHaveCount(2, { timeout: 600_000 });
      });
      test.concurrent('screen', { timeout: 8000 }, async ({ terminal }) => {
        const t = await terminal.launch('sh', idle('Open'));
        await expect(t).toMatchScreen('other', { timeout: 600_000, stable: 600_000 });
      });
      test.concurrent('runner', { timeout: 9000 }, async ({ terminal }) => {
        await terminal.launch('sh', idle('Open'));
        await new Promise(() => {});
      });
      test.concurrent('runner during a request', { timeout: 10000 }, async ({ terminal }) => {
        const t = await terminal.launch('sh', idle('Open'));
        await t.request('waitForText', { selector: 'never', timeoutMs: 600_000 });
      });
      test('afterwards', async ({ terminal }) => { await expect(await terminal.launch('sh', idle('fine'))).toHaveText('fine'); });`),
  });
  const { output, tests } = await project.runTests();
  const failed = [...tests.values()].filter(({ status }) => status === 'failed');
  expect(failed).toHaveLength(7);
  const byRunner = failed.filter(({ failureMessages }) => failureMessages.join().includes('Test timed out'));
  const ofRunner = failed.filter(({ fullName }) => fullName.trim().startsWith('runner'));
  expect(byRunner).toEqual(expect.arrayContaining(ofRunner));
  // On a busy machine, the runner may end other tests before they have reported their failure, even a launch, which has no screen.
  expect(byRunner.length).toBeLessThan(failed.length);
  for (const one of failed.filter((test) => ofRunner.includes(test) || !byRunner.includes(test)))
    expect(one.failureMessages.join(), one.fullName).toMatch(/│ Open +│/);
  for (const [name, limitMs] of Object.entries({ assertion: 4000, request: 5000, launch: 6000, screen: 8000 })) {
    const isByRunner = byRunner.some(({ fullName }) => fullName.trim() === name);
    const advice = `The test ends after ${limitMs} ms: raise its timeout to wait longer.`;
    if (!isByRunner) expect(tests.get(name)?.failureMessages.join()).toContain(advice);
    const [, path = ''] = /replay (.*\.jsonl)/.exec(tests.get(name)?.failureMessages.join() ?? '') ?? [];
    const timeouts = [...project.read(path).matchAll(/\\"(?:timeoutMs|readyTimeoutMs)\\":(\d+)/g)].map(([, ms]) =>
      Number(ms),
    );
    // A second is left to report the failure.
    expect(Math.min(...timeouts), name).toBeLessThanOrEqual(limitMs - 1000);
  }
  expect(output).toMatch(/2 passed/);
});

/** The message of a failed test says what happened on the terminal. */
function expectMessages(project: VitestProject, { output, tests }: VitestRun): void {
  const messageOf = (name: string): string => tests.get(name)?.failureMessages.join('\n') ?? '';
  const assertion = messageOf('assertion');
  expect(assertion).toMatch(
    /expect\(terminal\)\.toHaveText\("Saves"\) failed\n\nNo match for "Saves" within \d+ ms\. Closest text: "Save" \(row 1, column 6\)\.\nLast step: "the step"\n\n┌─+┐\n│ Open Save +│\n└─+┘\n\nPicture: (.*\.png)\nRecording: npx tuispec replay (test-results\/.*\/recording-1\.jsonl)/,
  );
  expect(existsSync(/Picture: (.*)/.exec(assertion)?.[1] ?? '')).toBe(true);
  const recording = join(project.directory, /replay (.*\.jsonl)/.exec(assertion)?.[1] ?? '');
  expect(readFileSync(recording, 'utf8')).toContain('the step');
  expect(readFileSync(/Trace: (.*\.html)/.exec(assertion)?.[1] ?? '', 'utf8')).toContain('the step');
  expect(assertion.match(/┌─/g)).toHaveLength(1);
  const plain = messageOf('plain');
  for (const part of [
    'expected 1 to be 2',
    'Last step: "another step"',
    'exit code 3',
    '│ Hello',
    'Picture: ',
    'Recording: ',
  ])
    expect(plain).toContain(part);
  expect(messageOf('exited before launch resolved')).toContain('exit code 5');
  expect(messageOf('text with a frame of its own')).toMatch(/│ bare +│/);
  expect(messageOf('two terminals')).toMatch(
    /\nScreen of sh:\n┌.*\n│ first screen +│[\s\S]*\nScreen of cat:\n┌[\s\S]*│ second screen +│[\s\S]*\nRecording of sh: npx tuispec replay .*\nRecording of cat: npx .*\nTrace of sh: .*\nTrace of cat: /,
  );
  expect(messageOf('wait')).toMatch(
    /^\w+: waitForText failed: [^\n]*\n\n┌─+┐\n│ first screen +│\n└─+┘\s*\nPicture: .*\.png\nRecording: .*\nTrace: /,
  );
  expect(existsSync(/Picture: (.*)/.exec(messageOf('wait'))?.[1] ?? '')).toBe(true);
  expect(messageOf('another exit code').match(/exit code 4/g)).toHaveLength(1);
  expect(messageOf('after close')).toMatch(/│ last words +│/);
  expect(output).toMatch(/❯ message\.test\.ts:8:\d+/);
  expect(output).not.toMatch(/chunk-\w+\.mjs/);
}

/** `expect.soft` reports all failures. */
function expectSoftFailures({ output, tests }: VitestRun): void {
  const [first, second, third, ...others] = tests.get('soft')?.failureMessages ?? [];
  expect(
    [first, second, third].map(
      (message) => message?.match(/"Saves"\) failed|not\.toBeVisible\(\) failed|1 to be 2/)?.[0],
    ),
  ).toEqual(['"Saves") failed', 'not.toBeVisible() failed', '1 to be 2']);
  expect(others).toEqual([]);
  expect(output).toMatch(/soft\.test\.ts:8:\d+[\s\S]*soft\.test\.ts:9:\d+[\s\S]*soft\.test\.ts:10:\d+/);
}

/** An assertion that is not awaited fails the test once, and the error names its line. */
function expectAwaited({ output, tests }: VitestRun): void {
  const names = ['forgotten', 'forgotten and failing', 'forgotten after a failure', 'awaited later'];
  const failures = names.map((name) => [name, tests.get(name)?.failureMessages.length]);
  expect(Object.fromEntries(failures)).toEqual({
    forgotten: 1,
    'forgotten and failing': 1,
    'forgotten after a failure': 1,
    'awaited later': 0,
  });
  const [message = ''] = tests.get('forgotten')?.failureMessages ?? [];
  expect(message).toContain('expect(terminal).toHaveText("Save") was not awaited. Add `await` before it.');
  expect(message).toMatch(/│ Open Save +│[\s\S]*Recording: /);
  expect(output).toMatch(/❯ awaited\.test\.ts:8:\d+/);
  expect(output).toMatch(/❯ awaited\.test\.ts:12:\d+/);
  expect(output).not.toContain('Unhandled');
}

/** Each attempt of a retried test has its own files and shows its own screen. */
function expectAttempts(project: VitestProject, { output, tests }: VitestRun): void {
  expect(
    ['flaky', 'broken', 'repeated'].map((name) => tests.get(name)?.status),
    output,
  ).toEqual(['passed', 'failed', 'passed']);
  const messages = tests.get('broken')?.failureMessages ?? [];
  expect(messages).toHaveLength(2);
  expect(messages[0]).toMatch(/failure 4[\s\S]*│ attempt 4 +│/);
  expect(messages[1]).toMatch(/failure 5[\s\S]*│ attempt 5 +│/);
  expect(messages[0]).not.toContain('attempt 5');
  const kept = readdirSync(join(project.directory, 'test-results')).map((name) => name.replace(/-[0-9a-f]{8}/, ''));
  expect(kept.filter((name) => name.startsWith('retry')).sort()).toEqual([
    'retry-test-ts-broken',
    'retry-test-ts-broken-retry1',
    'retry-test-ts-flaky',
    'retry-test-ts-flaky-retry1',
  ]);
  const baselines = readdirSync(join(project.directory, '__screens__/retry.test.ts'));
  expect(baselines.filter((name) => name.endsWith('.ansi.txt')).sort()).toEqual([
    'flaky-1.ansi.txt',
    'repeated-1.ansi.txt',
  ]);
}

/** A failed launch shows its line, command and picture, also if the server starts slowly. */
function expectFailedLaunches({ output, tests }: VitestRun): void {
  const [slow = ''] = tests.get('slow')?.failureMessages ?? [];
  expect(slow).toMatch(/launch failed: No match for "hallo" within \d+ ms\. Closest text: "hello"/);
  expect(slow).toContain('\nCommand: sh -c "echo \\"hello\\"; sleep 1000"\n');
  expect(slow).toMatch(/│ hello +│/);
  expect(existsSync(/Picture: (.*)/.exec(slow)?.[1] ?? '')).toBe(true);
  const [silent = ''] = tests.get('silent')?.failureMessages ?? [];
  expect(silent).toMatch(
    /No match for "hallo" within \d+ ms\. The program has written nothing\.\nCommand: sleep 1000\n/,
  );
  for (const name of ['in the project', 'in the project, later'])
    expect(tests.get(name)?.failureMessages.join()).toContain(
      '"start.test.ts" is in the project, not in the directory of the test: pass `resolve("start.test.ts")`.',
    );
  const [notFound = ''] = tests.get('not found')?.failureMessages ?? [];
  expect(notFound).toContain('Cannot start "htopp": command not found in PATH.');
  expect(notFound).not.toMatch(/Recording: |Trace: /);
  expect(output).toMatch(/❯ start\.test\.ts:8:\d+[\s\S]*❯ start\.test\.ts:11:\d+/);
}

/** What is pending when the runner ends a test is printed with its line and what it has found. */
function expectPending({ tests }: VitestRun): void {
  const [request = ''] = tests.get('request')?.failureMessages ?? [];
  expect(request).toMatch(
    /Test timed out[\s\S]*Pending: terminal\.waitForText\n +at .*pending\.test\.ts:9:\d+\)?\nFound so far: No match for "Opens"\. Closest text: "Open"/,
  );
  const [server = ''] = tests.get('server')?.failureMessages ?? [];
  expect(server).toMatch(
    /Pending: launch of sh[^\n]*\n +at .*pending\.test\.ts:12:\d+\)?\nFound so far: The server has not responded\./,
  );
}

/** A program that hangs, and a screen that differs, are described. */
function expectDescriptions({ tests }: VitestRun): void {
  const [hangs = ''] = tests.get('hangs')?.failureMessages ?? [];
  expect(hangs).toMatch(/still running after \d+ ms\. Last input: key Enter \d+\.\d s ago, no output since\./);
  const [differs = ''] = tests.get('differs')?.failureMessages ?? [];
  expect(differs).toMatch(
    /\.ansi\.txt: 1 line differs\.\nTo accept the difference, run `npx vitest run -u`\.\n@@ .* @@ - expected, \+ actual, ~ another style\n~a menu\n {4}"menu": green → bold 208\n\n┌/,
  );
  expect(differs).not.toContain('TUISPEC_UPDATE_SNAPSHOTS');
  expect(differs.match(/menu\.diff\.png|\.diff\.png/g)).toHaveLength(1);
}
