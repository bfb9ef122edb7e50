import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { runTape, runTapes, writeTapes } from '../support/tapes.js';

const files = {
  'a.tape': 'Type "echo one"\nEnter\nWait',
  'b.tape': 'Set WaitTimeout 300ms\n#@ Step "second"\nType `echo \'<&">\'`\nEnter\nExpect "never <"',
  'c # d.tape': 'Type "true"\nEnter',
};
const names = Object.keys(files);

interface TapTest {
  readonly isOk: boolean;
  readonly number: number;
  readonly description: string;
  readonly diagnostics: Readonly<Record<string, string>>;
}

/** Parses TAP 14; rejects what is no TAP. The diagnostics are YAML: strings in JSON, and a block of lines. */
function parseTap(output: string): {
  readonly tests: TapTest[];
  readonly plan: number;
  readonly bail: string | undefined;
} {
  const [version, ...lines] = output.trimEnd().split('\n');
  expect(version).toBe('TAP version 14');
  const tests: TapTest[] = [];
  let [plan, bail]: [number, string | undefined] = [-1, undefined];
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    const [, result, number, description] = /^(ok|not ok) (\d+) - (.*)$/.exec(line) ?? [];
    if (result !== undefined) {
      const diagnostics = lines[0] === '  ---' ? takeDiagnostics(lines) : {};
      tests.push({ isOk: result === 'ok', number: Number(number), description: description ?? '', diagnostics });
    } else if (/^1\.\.\d+$/.test(line)) plan = Number(line.slice(3));
    else if (line.startsWith('Bail out!')) bail = line.slice('Bail out! '.length);
    else if (!line.startsWith('#')) throw new Error(`Not TAP: ${line}`);
  }
  expect(tests.map(({ number }) => number)).toEqual(tests.map((_, index) => index + 1));
  return { tests, plan, bail };
}

function takeDiagnostics(lines: string[]): Record<string, string> {
  const members: Record<string, string> = {};
  lines.shift();
  for (let line = lines.shift(); line !== '  ...'; line = lines.shift()) {
    const [, name = '', value = ''] = /^ {2}(\w+): (.+)$/.exec(line ?? '') ?? expect.unreachable(line);
    members[name] = '';
    if (value === '|2-') while (/^(?: {4}|$)/.test(lines[0] ?? '')) members[name] += `${lines.shift()?.slice(4)}\n`;
    else members[name] = value.startsWith('"') ? (JSON.parse(value) as string) : value;
  }
  return members;
}

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (Element | string)[];
}

const unescapeXml = (source: string): string =>
  source.replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => ({ '&lt;': '<', '&gt;': '>', '&quot;': '"' })[entity] ?? '&');

/** Parses the XML that has elements, attributes and text; rejects everything else. */
function parseXml(source: string): Element {
  const root: Element = { name: '', attributes: {}, children: [] };
  const open = [root];
  const body = source.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  for (const [token] of body.matchAll(/<[^>]*>|[^<]+/g)) {
    const parent = open.at(-1) as Element;
    const [, slash, name = '', attributes = '', end] =
      /^<(\/?)([\w]+)((?: [\w]+="[^"<&]*(?:&\w+;[^"<&]*)*")*)(\/?)>$/.exec(token) ?? [];
    if (slash === undefined) {
      expect(token).not.toMatch(/[<>]|&(?!(?:lt|gt|quot|amp);)/);
      parent.children.push(unescapeXml(token));
    } else if (slash === '/') expect(open.pop()?.name).toBe(name);
    else {
      const pairs = [...attributes.matchAll(/ (\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key,
        unescapeXml(value),
      ]);
      const element: Element = { name, attributes: Object.fromEntries(pairs), children: [] };
      parent.children.push(element);
      if (end === '') open.push(element);
    }
  }
  expect(open).toHaveLength(1);
  return root.children.find((child) => typeof child !== 'string') ?? expect.unreachable('no element');
}
const elementsOf = (element: Element): Element[] => element.children.filter((child) => typeof child !== 'string');

describe('reporters', () => {
  test('pretty describes the failure: place, line, last step, screen, trace [20.3.failure]', async () => {
    const { stdout, exitCode, cwd } = await runTapes(files, names);
    expect(exitCode).toBe(1);
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^✓ a\.tape \(\d+\.\d+ s\)$/);
    expect(lines[1]).toMatch(/^✗ b\.tape \(\d+\.\d+ s\)$/);
    expect(lines[2]).toMatch(
      /^ {2}b\.tape:5:1: Expect "never <" failed: no match within \d+ ms\.( Closest text: .*)?$/,
    );
    expect(lines.slice(3, 6)).toEqual(['    Expect "never <"', '    ^', '  Last step: "second"']);
    expect(lines[6]).toMatch(/^ {2}┌─+┐$/);
    expect(lines[7]).toMatch(/^ {2}│ > echo '<&">' +│$/);
    const [, path = ''] = /^ {2}Trace: (.+)$/m.exec(stdout) ?? [];
    const page = readFileSync(join(cwd, path), 'utf8');
    // The trace shows the lines of the tape as steps.
    expect(page).toContain('b.tape:4 Enter');
    expect(page).toContain('second');
    expect(lines.at(-2)).toMatch(/^2 passed, 1 failed \(\d+\.\d s\)$/);
  });

  test('tap is TAP 14 with diagnostics in YAML [20.3.tap]', async () => {
    const { stdout } = await runTapes(files, [...names, '--reporter', 'tap']);
    const { tests, plan, bail } = parseTap(stdout);
    expect({ plan, bail }).toEqual({ plan: 3, bail: undefined });
    expect(tests.map(({ isOk, description }) => [isOk, description])).toEqual([
      [true, 'a.tape'],
      [false, 'b.tape'],
      [true, 'c \\# d.tape'],
    ]);
    expect(tests[1]?.diagnostics).toMatchObject({
      message: expect.stringMatching(/^Expect "never <" failed: no match within /),
      at: 'b.tape:5:1',
      step: 'second',
      screen: expect.stringMatching(/^> echo '<&">'\n/),
      trace: expect.stringMatching(/trace\.html$/),
    });
  });

  test('junit is one testsuite in XML, also in a file [20.3.junit]', async () => {
    const { stdout, cwd } = await runTapes(files, [...names, '--reporter', 'junit=out.xml', '--reporter', 'pretty']);
    expect(stdout).toContain('2 passed, 1 failed');
    const suite = parseXml(readFileSync(join(cwd, 'out.xml'), 'utf8'));
    expect(suite).toMatchObject({
      name: 'testsuite',
      attributes: { tests: '3', failures: '1', time: expect.stringMatching(/^\d+\.\d{3}$/) },
    });
    const cases = elementsOf(suite);
    expect(cases.map(({ attributes }) => attributes['file'])).toEqual(names);
    const [failure] = elementsOf(cases[1] as Element);
    expect(failure).toMatchObject({
      name: 'failure',
      attributes: { message: expect.stringMatching(/^Expect "never <" failed/) },
    });
    expect(failure?.children.join('')).toContain(`│ > echo '<&">'`);
    const two = await runTapes(files, [...names, '--reporter', 'tap', '--reporter', 'junit']);
    expect(two).toMatchObject({ exitCode: 2, stdout: '' });
  });
});

test('a test that passes when it is repeated is flaky [20.3.retries]', async () => {
  const source =
    'Set WaitTimeout 2s\nType "test -e again || { touch again; sleep 60; }; echo there"\nEnter\nExpect /^there$/';
  const { cwd, stdout, exitCode } = await runTape(source, [
    '--retries',
    '2',
    '--reporter',
    'pretty',
    '--reporter',
    'junit=out.xml',
  ]);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^~ demo\.tape \(flaky\)/);
  expect(stdout).toContain('0 passed, 1 flaky');
  const suite = parseXml(readFileSync(join(cwd, 'out.xml'), 'utf8'));
  expect(elementsOf(suite)).toHaveLength(1);
  expect(elementsOf(elementsOf(suite)[0] as Element)[0]?.name).toBe('flakyFailure');
});

test('each repetition is a result of its own, and -t selects by name [20.3.repeat]', async () => {
  const { stdout } = await runTapes(files, [...names, '-t', 'a.tape', '--repeat', '3', '--reporter', 'tap']);
  expect(parseTap(stdout).tests.map(({ description }) => description)).toEqual(
    [1, 2, 3].map((number) => `a.tape (${number} of 3)`),
  );
  const { exitCode, stderr } = await runTapes(files, [...names, '-t', 'nothing']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: 'tuispec: No test has "nothing" in its name.\n' });
});

test('--bail stops after the first failure [20.3.bail]', async () => {
  const { stdout, exitCode } = await runTapes(files, [...names, '--bail', '--workers', '1']);
  expect(exitCode).toBe(1);
  expect(stdout).toContain('1 passed, 1 failed, 1 not run');
});

test('--strict makes each Sleep and each warning a failure [20.3.strict]', async () => {
  const { stdout } = await runTape('Type "x"\nSleep 1s', ['--strict']);
  expect(stdout).toContain('demo.tape:2:1: Sleep 1s failed: Sleep is not allowed with --strict. Use Wait or Expect.');
  const { stdout: other } = await runTape('Set FontFamily "x"\nType "x"', ['--strict']);
  expect(other).toContain('demo.tape:1:16: FontFamily is not supported. The setting is ignored.');
});

test('Output and Screenshot write nothing in tests [20.3.no-output]', async () => {
  const { cwd, exitCode } = await runTape('Output a.gif\nType "x"\nScreenshot b.png');
  expect(exitCode).toBe(0);
  expect(readdirSync(cwd)).toEqual(['demo.tape']);
});

test.each(['Wait', 'Sleep 60s'])('a test that takes too long in %s fails [20.3.timeout]', async (last) => {
  const { stdout, exitCode } = await runTape(`Type "sleep 60"\nEnter\n${last}`, ['--timeout', '1s']);
  expect(exitCode, stdout).toBe(1);
  expect(stdout).toContain(`demo.tape:3:1: ${last} failed: the test took longer than 1 s.\n    ${last}\n    ^\n`);
});

test('a recording is a test, by replay [20.3.recordings]', async () => {
  const line = (method: string, params: object): string =>
    `${JSON.stringify({ version: 1, timestampMicros: 1, direction: 'request', line: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })}\n`;
  const recording = (wanted: string): string =>
    line('initialize', { name: 'again' }) +
    line('launch', { command: 'echo', args: ['hello'] }) +
    line('expectVisible', { selector: { type: 'exact', text: wanted }, timeoutMs: 500 });
  const recordings = { 'good.jsonl': recording('hello'), 'bad.jsonl': recording('nothing') };
  const { stdout, exitCode } = await runTapes(recordings, ['good.jsonl', 'bad.jsonl']);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^✓ good\.jsonl/);
  expect(stdout).toContain('bad.jsonl:1:1: Step 3 (expectVisible) failed:');
});

test('results are reported in the order of the arguments, whichever worker ends first [20.3.workers]', async () => {
  const sleepy = (seconds: number): string => `Type "sleep ${seconds}"\nEnter\nWait`;
  const tapes = { 'a.tape': sleepy(1), 'b.tape': sleepy(0.1), 'c.tape': sleepy(0.1), 'd.tape': sleepy(0.5) };
  const { stdout, exitCode } = await runTapes(tapes, [
    'd.tape',
    'a.tape',
    'b.tape',
    'c.tape',
    '--workers',
    '3',
    '--reporter',
    'tap',
  ]);
  expect(exitCode).toBe(0);
  expect(parseTap(stdout).tests.map(({ description }) => description)).toEqual([
    'd.tape',
    'a.tape',
    'b.tape',
    'c.tape',
  ]);
});

test('two workers run two tests at the same time [20.3.workers]', async () => {
  const meet = (own: string, other: string): string =>
    `Type "touch ${own}; until test -e ${other}; do sleep 0.05; done; echo met"\nEnter\nExpect /^met$/`;
  const tapes = { 'a.tape': meet('a', 'b'), 'b.tape': meet('b', 'a') };
  expect((await runTapes(tapes, ['a.tape', 'b.tape', '--workers', '2'])).exitCode).toBe(0);
});

test('the reports of an interrupted run are valid, and nothing is left [20.3.interrupted]', async () => {
  const cwd = writeTapes({
    'a.tape': 'Type "true"\nEnter\nWait',
    'b.tape': 'Type "echo $$ > pid; sleep 600"\nEnter\nWait@10m',
  });
  const child = spawn(
    process.execPath,
    [
      resolve('dist/cli.js'),
      'test',
      'a.tape',
      'b.tape',
      '--workers',
      '1',
      '--reporter',
      'tap',
      '--reporter',
      'junit=out.xml',
    ],
    { cwd, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const output = text(child.stdout);
  const ended = once(child, 'exit');
  await expect.poll(() => existsSync(join(cwd, 'pid')), { timeout: 20_000 }).toBe(true);
  child.kill('SIGINT');
  expect(await ended).toEqual([null, 'SIGINT']);
  const { tests, plan, bail } = parseTap(await output);
  expect({ count: tests.length, plan, bail }).toEqual({ count: 1, plan: 1, bail: 'SIGINT' });
  expect(elementsOf(parseXml(readFileSync(join(cwd, 'out.xml'), 'utf8')))).toHaveLength(1);
  const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'));
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(existsSync(join(cwd, 'test-results'))).toBe(false);
  writeFileSync(join(cwd, 'pid'), '');
});
