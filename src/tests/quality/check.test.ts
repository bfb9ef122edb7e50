import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { system } from '../../base/system/system.js';
import { createTemporaryDirectory } from '../support/client.js';
import { type Run, runCli } from '../support/run.js';

/** A menu that ends at q. */
const menu = (begin: string, end: string): string[] => [
  'sh',
  '-c',
  `saved=$(stty -g); stty -icanon -echo; printf '${begin}'
trap 'printf "${end}"; stty "$saved"; exit 0' INT TERM
while key=$(dd bs=1 count=1 2> /dev/null); do [ "$key" = q ] && break; done
printf '${end}'; stty "$saved"`,
];

const check = async (command: readonly string[], ...options: string[]): Promise<Run> =>
  await runCli(['check', ...options, '--', ...command], { cwd: createTemporaryDirectory() });

const statusesOf = ({ stdout }: Run): Record<string, string> =>
  Object.fromEntries([...stdout.matchAll(/^([A-Z]+) {2}(\w+) /gm)].map(([, status = '', name = '']) => [name, status]));

test('a program that behaves passes; nothing is written [19.check]', async () => {
  const run = await check(menu('\\033[?1049hready', '\\033[?1049l'));
  expect(statusesOf(run)).toEqual({
    start: 'PASS',
    idle: 'PASS',
    cost: 'NOTE',
    resize: 'PASS',
    colors: 'PASS',
    contrast: 'PASS',
    restored: 'PASS',
    signals: 'PASS',
  });
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
});

test('defects that users see fail by name: what is left, and text that cannot be read [19.check-fails]', async () => {
  const run = await check(menu('\\033[?1000h\\033[38;2;20;20;20;48;2;22;22;22mhidden\\033[0m', ''), '--json');
  const { ok, ended, checks } = JSON.parse(run.stdout) as {
    ok: boolean;
    ended: object;
    checks: { name: string; status: string; summary: string }[];
  };
  const summaries = Object.fromEntries(checks.map(({ name, status, summary }) => [name, `${status}: ${summary}`]));
  expect(summaries['restored']).toMatch(/^fail: left after q: .*mouseTracking/);
  expect(summaries['contrast']).toMatch(/^fail: 1\.\d+:1/);
  expect({ ok, ended, exitCode: run.exitCode }).toEqual({ ok: false, ended: { keys: 'q' }, exitCode: 1 });
});

test('the cost of an arrow key is a note, and an update that never ends fails [19.check-cost]', async () => {
  const react = (output: string): string[] => [
    'sh',
    '-c',
    `saved=$(stty -g); stty -icanon -echo; printf '\\033[?1049h\\033[Hready'
while key=$(dd bs=1 count=1 2> /dev/null); do
  case $key in q) break;; A | B) printf '${output}';; esac
done; printf '\\033[?2026l\\033[?1049l'; stty "$saved"`,
  ];
  const { stdout } = await check(react('\\033[2J\\033[Hready'));
  expect(stdout).toContain(
    'NOTE  cost      12 bytes, 5 cells printed, 0 changed, 1 clear, 0 flashes for an arrow key (median of 5)\n',
  );
  const open = await check(react('\\033[?2026h.'));
  expect(open.stdout).toContain('FAIL  cost      a synchronized update has not ended\n');
  expect(open.exitCode).toBe(1);
});

test('rows that a program changes by itself are not blamed on the resize [19.check]', async () => {
  const { stdout } = await check([
    'sh',
    '-c',
    `saved=$(stty -g); stty -icanon -echo min 0 time 5; printf '\\033[?1049hready'; count=0
while [ "$(dd bs=1 count=1 2> /dev/null)" != q ]; do count=$((count + 1)); printf "\\033[3;1H$count"; done
printf '\\033[?1049l'; stty "$saved"`,
  ]);
  expect(stdout).toMatch(/^NOTE {2}idle/m);
  expect(stdout).toContain(
    'NOTE  resize    no exit and no lost line; its rows cannot be compared, because they change without input\n',
  );
});

test('what could not be observed is SKIP, never PASS [19.check-skips]', async () => {
  const run = await check(['sh', '-c', 'exec sleep 1000'], '--timeout', '300ms');
  const { start, ...others } = statusesOf(run);
  expect(start).toBe('FAIL');
  expect(new Set(Object.values(others))).toEqual(new Set(['SKIP']));
  expect(run.exitCode).toBe(1);
  expect((await check(['true'])).stdout).toContain('FAIL  start     the program has ended without text\n');
  const why = system.isReadingTerminal === undefined ? '' : ': the program waits for input';
  const reader = await check(['cat'], '--timeout', '1s');
  expect(reader.stdout).toContain(`FAIL  start     no text within 1000 ms${why}\n`);
});

test('no key ends a program that has ended by itself [19.check-skips]', async () => {
  const run = await check(['echo', 'text'], '--json');
  const { ended, checks } = JSON.parse(run.stdout) as { ended?: object; checks: { name: string; status: string }[] };
  expect(ended).toBeUndefined();
  expect(checks.filter(({ status }) => status !== 'skip').map(({ name }) => name)).toEqual([
    'start',
    'colors',
    'contrast',
  ]);
});

test('lines of the normal screen that a resize loses fail [19.check-fails]', async () => {
  const { stdout } = await check([
    'sh',
    '-c',
    `trap "printf '\\033[H\\033[2Jthe last'" WINCH
stty -icanon -echo; printf '\\033[32;42m[]\\033[0mthe first\r\nthe last'; while :; do read -r key; done`,
  ]);
  expect(stdout).toContain('FAIL  resize    1 line is lost: "[]the first"\n');
  // Brackets that cannot be seen are no text that cannot be read.
  expect(stdout).toContain('NOTE  contrast  1:1 on dark ("[]"), 1:1 on light ("[]")\n');
});

test('a program that cannot be started is exit code 5; wrong usage is 2 [19.check-usage]', async () => {
  expect(await check(['/nonexistent'])).toMatchObject({ exitCode: 5, stdout: '' });
  expect(await runCli(['check'])).toMatchObject({ exitCode: 2 });
  expect(await check(['true'], '--timeout', '5')).toMatchObject({ exitCode: 2, stdout: '' });
  const [stdout, stderr] = ['', 'tuispec: --quit: Unknown key "Escap". The nearest valid key is "Escape".\n'];
  expect(await check(['true'], '--quit', 'Escap Enter')).toEqual({ exitCode: 2, stdout, stderr });
  expect(await check(['true'], '--keys', 'Ctrl+Foo')).toMatchObject({ exitCode: 2, stdout });
});

test('a signal ends it, and no file is left [19.check-usage]', async () => {
  const TMPDIR = createTemporaryDirectory();
  const script = 'echo text; kill -TERM $PPID; exec sleep 1000';
  const run = await runCli(['check', '--', 'sh', '-c', script], { env: { TMPDIR } });
  // Null: by the signal.
  expect(run).toMatchObject({ exitCode: null, stderr: '' });
  expect(readdirSync(TMPDIR).filter((name) => name.startsWith('tuispec-check'))).toEqual([]);
});
