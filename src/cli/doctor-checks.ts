// What `tuispec doctor` checks. What could crash or hang runs in processes of its own.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { accessSync, constants as fsConstants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { sleep } from '../base/deadline.js';
import { hasRoomForSockets, system } from '../base/system/system.js';
import { quoteForShell } from '../base/text.js';
import { findNative, isExecutable, type NativeFiles, usesMusl } from '../session/program/native-pty.js';
import { isSafeDirectory, listDirectories } from '../sessions/places.js';
import type { Check, CheckLimits, Finding } from './doctor.js';
import type { ProcessHost } from './options.js';

type Variables = ProcessHost['variables'];

const ok = (detail: string): Finding => ({ status: 'ok', detail });
const warn = (detail: string, command?: string): Finding => create('warn', detail, command);
const fail = (detail: string, command?: string): Finding => create('fail', detail, command);
const create = (status: 'warn' | 'fail', detail: string, command: string | undefined): Finding => ({
  status,
  detail,
  ...(command === undefined ? {} : { command }),
});

/** A command that has ended. */
interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  /** Undefined if it has exited with 0. */
  readonly problem: string | undefined;
}

/** Runs a command to its end; it never rejects. */
function run(file: string, args: readonly string[], env: Variables, signal: AbortSignal): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { env: { ...env }, signal, killSignal: 'SIGKILL', encoding: 'utf8' } as const;
    execFile(file, args, options, (error, stdout, stderr) => {
      const reason =
        error && (error.signal ?? (typeof error.code === 'number' ? `exit code ${error.code}` : error.code));
      resolve({ stdout, stderr, problem: reason ?? undefined });
    });
  });
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.replace(/\.$/, '') ?? '';

// The ends of support of even versions. Odd versions live for half a year.
const supportEnds: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
  26: '2029-04-30',
};

function checkNode(): Finding {
  const { node } = process.versions;
  const major = Number.parseInt(node, 10);
  if (major % 2 === 1) return warn(`${node}; odd versions get fixes for half a year only. Use the newest even version`);
  const end = supportEnds[major];
  const isOver = end !== undefined && Date.now() > Date.parse(end);
  return isOver ? warn(`${node} works, but Node ${major} has got no fixes since ${end}`) : ok(node);
}

function checkLibrary(): Finding {
  if (process.platform !== 'linux') return ok('that of the system');
  if (!usesMusl()) return ok(describeGlibc());
  if (!findNative().isPrebuilt) return ok('musl, with a terminal library that was built here');
  return fail(
    'musl: the terminal library is built for glibc and would crash. Use an image such as node:24-slim, or build it here',
    'apk add make g++ python3 && npm rebuild --build-from-source node-pty',
  );
}

function describeGlibc(): string {
  const report = process.report.getReport() as unknown as {
    readonly header: { readonly glibcVersionRuntime?: string };
  };
  return `glibc ${report.header.glibcVersionRuntime ?? ''}`.trim();
}

const installAgain = 'npm install --save-dev tuispec';

async function checkTerminalLibrary({ host: { variables }, signal }: CheckLimits): Promise<Finding> {
  const files = findNative();
  const { version, file, isPrebuilt, helper = '' } = files;
  if (usesMusl() && isPrebuilt) return fail('not loaded: see C library');
  if (!hasUsableHelper(files)) return fail(`${helper} is not executable`, `chmod +x ${quoteForShell(helper)}`);
  const { problem, stderr } = await run(
    process.execPath,
    ['--eval', 'require(process.argv[1])', file],
    variables,
    signal,
  );
  const reason = /^(?:\w*Error): (.*)$/m.exec(stderr)?.[1] ?? problem;
  if (problem !== undefined) return fail(`${file} cannot be loaded: ${reason}`, installAgain);
  return ok(`node-pty ${version}, ${isPrebuilt ? 'prebuilt' : 'built here'}`);
}

const hasUsableHelper = ({ helper }: NativeFiles): boolean => helper === undefined || isExecutable(helper);

// The checks write no file that stays.
const withoutCache = (variables: Variables): Variables => ({ ...variables, NODE_DISABLE_COMPILE_CACHE: '1' });

/** A server in a process of its own. */
class CheckedServer {
  readonly #directory: string;
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, (line: Answer) => void>();
  readonly #lost: Promise<never>;
  #errors = '';
  #rest = '';
  #count = 0;

  constructor({ host: { variables }, signal }: CheckLimits) {
    this.#directory = createWritableDirectory(variables);
    const args = [join(__dirname, 'cli.js'), 'server', '--artifact-dir', this.#directory];
    this.#child = spawn(process.execPath, args, { env: withoutCache(variables), stdio: 'pipe' });
    signal.addEventListener('abort', () => this.#child.kill('SIGKILL'));
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errors += text;
    });
    this.#child.stdin?.on('error', () => {});
    this.#lost = new Promise((_, reject) => {
      this.#child.on('error', reject);
      this.#child.on('close', (code, name) => {
        const how = name === null ? `with exit code ${code}` : `by ${name}`;
        reject(new Error([`the server has ended ${how}`, lastLine(this.#errors)].filter(Boolean).join(': ')));
      });
    });
    this.#lost.catch(() => {});
  }

  /** Sends a request; rejects with the reason of the failure. */
  async request<T = unknown>(method: string, params: object = {}): Promise<T> {
    this.#count += 1;
    const id = this.#count;
    const answered = new Promise<Answer>((resolve) => this.#pending.set(id, resolve));
    this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const { result, error } = await Promise.race([answered, this.#lost]);
    if (error !== undefined) throw new Error(error.data?.details ?? error.message);
    return result as T;
  }

  /** Ends the server, and removes its files. */
  async end(): Promise<void> {
    this.#child.stdin?.end();
    await this.#lost.catch(() => {});
    rmSync(this.#directory, { recursive: true, force: true });
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const answer = JSON.parse(line) as Answer;
      this.#pending.get(answer.id)?.(answer);
    }
  }
}
interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string; readonly data?: { readonly details?: string } };
}

/** Creates a directory in the first place that can be written to. */
function createWritableDirectory(variables: Variables): string {
  const places = [tmpdir(), variables['XDG_RUNTIME_DIR'] ?? '', '/tmp', '/dev/shm'].filter((place) => place !== '');
  for (const place of places) {
    try {
      return mkdtempSync(join(place, 'tuispec-doctor-'));
    } catch {
      // The directories have a check of their own.
    }
  }
  throw new Error(`no directory can be written to: ${[...new Set(places)].join(', ')}`);
}

async function withServer<T>(limits: CheckLimits, use: (server: CheckedServer) => Promise<T>): Promise<T> {
  // A launch would change its permissions.
  if (!hasUsableHelper(findNative())) throw new Error('not started: see terminal library');
  const server = new CheckedServer(limits);
  try {
    return await use(server);
  } finally {
    await server.end();
  }
}

// Less than the check may take: the failed wait says what is missing.
const secondsOf = ({ maxMs }: CheckLimits): number => (0.6 * maxMs) / 1000;

const lineCount = 300;
const [cols, rows] = [101, 31];
const exitCode = 7;
const ptyScript = `PATH=$PATH:/usr/bin:/bin
echo "size $(stty size)"
read -r answer
echo "got $answer"
i=0
while [ $i -lt ${lineCount} ]; do i=$((i + 1)); echo "line $i"; done
exit ${exitCode}`;

const checkPty = (limits: CheckLimits): Promise<Finding> =>
  withServer(limits, async (server) => {
    await server.request('initialize', {
      name: 'doctor',
      timeoutSeconds: secondsOf(limits),
      terminalCols: cols,
      terminalRows: rows,
    });
    const startedAt = performance.now();
    await server.request('launch', { command: '/bin/sh', args: ['-c', ptyScript] });
    const size = { type: 'regex', pattern: 'size (\\d* ?\\d*)' };
    const { match } = await server.request<{ match: { text: string } }>('waitForText', { selector: size });
    const tookMs = Math.round(performance.now() - startedAt);
    if (match.text !== `size ${rows} ${cols}`) return fail(`stty reports the ${match.text} instead of ${rows} ${cols}`);
    await server.request('sendLine', { text: 'ping é漢' });
    const exit = await server.request<{ exitCode: number; signal: string | null }>('waitForExit');
    const { text } = await server.request<{ text: string }>('currentView', { scrollback: lineCount });
    const lines = text.split('\n').map((line) => line.trimEnd());
    const missing = [
      'ping é漢',
      'got ping é漢',
      ...Array.from({ length: lineCount }, (_, index) => `line ${index + 1}`),
    ];
    const lost = missing.filter((line) => !lines.includes(line));
    if (lost.length > 0)
      return fail(`of the output, ${lost.length} lines are missing, first ${JSON.stringify(lost[0])}`);
    if (exit.exitCode !== exitCode) return fail(`exit code ${exit.exitCode ?? exit.signal} instead of ${exitCode}`);
    return ok(
      `first text in ${tookMs} ms, echo, size ${cols} × ${rows}, ${lineCount} lines complete, exit code ${exitCode}`,
    );
  });

// The first one is a job in the foreground, the second one ignores the hang-up.
const jobScript = `PATH=$PATH:/usr/bin:/bin
set -m
sh -c 'echo ready; exec sleep 1000'
echo "job $?"
set +m
(trap '' HUP; exec sleep 1000) &
echo left
wait`;
const terminated = 128 + 15;
const roundMs = 50;
const maxRounds = 20;

const checkSignals = (limits: CheckLimits): Promise<Finding> =>
  withServer(limits, async (server) => {
    await server.request('initialize', { name: 'doctor', timeoutSeconds: secondsOf(limits) });
    const { pid } = await server.request<{ pid: number }>('launch', { command: '/bin/sh', args: ['-c', jobScript] });
    await server.request('waitForText', { selector: { type: 'regex', pattern: '^ready' } });
    await server.request('signal', { name: 'TERM' });
    await server.request('waitForText', { selector: { type: 'regex', pattern: '^left' } });
    const { text } = await server.request<{ text: string }>('currentView');
    if (!text.includes(`job ${terminated}`)) return fail('the job in the foreground did not get the signal');
    const session = { leader: pid, terminal: '', isLeaderGone: () => true };
    await server.request('close', { graceMs: 100 });
    let left = await system.listMembers(session);
    // A process that has been killed is there until a busy machine has ended it.
    for (let rounds = 0; left.length > 0 && rounds < maxRounds; rounds += 1) {
      await sleep(roundMs);
      left = await system.listMembers(session);
    }
    const pids = left.map((member) => member.pid).join(' ');
    if (left.length > 0) return fail(`processes are left after the end of a session: ${pids}`, `kill -KILL ${pids}`);
    return ok('the job in the foreground got the signal, its shell lived, no process is left');
  });

function checkSystem(): Finding {
  if (system.readStartId(process.pid) === undefined)
    return fail(system.name === 'linux' ? '/proc cannot be read' : 'ps cannot be run: install it (procps)');
  return system.weaker.length === 0 ? ok('linux (/proc)') : warn(`posix (ps): ${system.weaker.join('; ')}`);
}

async function checkPictures({ host: { variables }, signal }: CheckLimits): Promise<Finding> {
  const directory = createWritableDirectory(variables);
  try {
    const [input, output] = [join(directory, 'text.txt'), join(directory, 'text.png')];
    writeFileSync(input, 'é漢😀 ∰');
    const args = [join(__dirname, 'cli.js'), 'render', input, '--out', output, '--cols', '10', '--rows', '1'];
    const { problem, stderr } = await run(process.execPath, args, withoutCache(variables), signal);
    if (problem === undefined) return ok('a PNG with é漢😀 was drawn');
    const reason = lastLine(stderr).replace(/^tuispec: /, '') || problem;
    return warn(`rare characters cannot be drawn: ${reason}`, 'npm install --include=optional');
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const minFreeBytes = 100 * 2 ** 20;

async function checkTemporaryDirectory(): Promise<Finding> {
  const place = tmpdir();
  const advice = 'mkdir -p "$HOME/tmp" && export TMPDIR="$HOME/tmp"';
  try {
    const directory = mkdtempSync(join(place, 'tuispec-doctor-'));
    try {
      const { bavail, bsize } = statfsSync(directory);
      const bytes = system.limits.socketPathBytes;
      // Where the programs of a test have their sockets.
      const run = join(place, 'tuispec-XXXXXX', 'tests', 'test-XXXXXX', 'run');
      const left = Math.max(0, bytes - Buffer.byteLength(`${run}/`));
      const rest = `${left} of ${bytes} bytes are left for the paths of sockets`;
      if (!hasRoomForSockets(run)) return judgeLongPath(`${place}: ${rest}`);
      await listenIn(directory);
      if (bavail * bsize < minFreeBytes) return warn(`${place} has less than 100 MB free`, advice);
      return ok(`${place}: ${rest}`);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  } catch (error) {
    return fail(`${place}: ${(error as Error).message}`, advice);
  }
}

// Tests have the directory for sockets below /tmp then.
function judgeLongPath(detail: string): Finding {
  try {
    accessSync('/tmp', fsConstants.W_OK | fsConstants.X_OK);
    return ok(`${detail}: those of tests are in /tmp`);
  } catch {
    return warn(`${detail}, and /tmp cannot be written to: tmux cannot be tested`, 'export TMPDIR=/run/tuispec');
  }
}

/** Creates a socket in a directory. */
const listenIn = (directory: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(join(directory, 's'), () => server.close(() => resolve()));
  });

function checkSessionDirectory({ host: { variables } }: CheckLimits): Finding {
  const [place = ''] = listDirectories(variables);
  try {
    const exists = isSafeDirectory(place);
    // `tuispec open` creates it, but not the directory around it.
    accessSync(exists ? place : dirname(place), fsConstants.W_OK | fsConstants.X_OK);
    return ok(exists ? place : `${place}, not created yet`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail(`${place}: ${reason.replace(/\.$/, '')}`, `export TUISPEC_SESSION_DIR="$HOME/.tuispec-sessions"`);
  }
}

async function checkLocale({ host: { variables }, signal }: CheckLimits): Promise<Finding> {
  const chosen = variables['LC_ALL'] || variables['LC_CTYPE'] || variables['LANG'] || '';
  const isUtf8 = /utf-?8/i.test(chosen);
  const locale = isUtf8 ? chosen : system.utf8Locale;
  const { stdout, problem } = await run('locale', ['charmap'], { PATH: variables['PATH'], LC_ALL: locale }, signal);
  const given = chosen === '' ? 'none is set' : `${JSON.stringify(chosen)} is not UTF-8`;
  const from = isUtf8 ? locale : `${given}: programs get LC_CTYPE=${locale}`;
  if (problem !== undefined || stdout.trim() === 'UTF-8') return ok(from);
  return warn(`${locale} is not installed: programs show ASCII only`, `export LC_ALL=${system.utf8Locale}`);
}

const minTmuxVersion = 3.2;

async function checkTmux({ host: { variables }, signal }: CheckLimits): Promise<Finding> {
  const { stdout, problem } = await run('tmux', ['-V'], variables, signal);
  const needed = `only to attach to panes of tmux, which needs tmux ${minTmuxVersion} or later`;
  if (problem === 'ENOENT') return warn(`not found; used ${needed}`);
  if (problem !== undefined) return warn(`tmux -V: ${problem}; used ${needed}`);
  const version = stdout.trim();
  const number = Number.parseFloat(version.replace(/^\D*/, ''));
  return number < minTmuxVersion ? warn(`${version}; used ${needed}`) : ok(version);
}

const [minDescriptors, minProcesses, minMebibytes] = [256, 64, 256];

async function checkLimits({ host: { variables }, signal }: CheckLimits): Promise<Finding> {
  const { stdout } = await run('/bin/sh', ['-c', 'ulimit -n; ulimit -u 2> /dev/null || ulimit -p'], variables, signal);
  const [descriptors = 'unknown', processes = 'unknown'] = stdout.split('\n').filter((line) => line !== '');
  const mebibytes = Math.floor(Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 2 ** 20);
  const detail = `${descriptors} descriptors, ${processes} processes, ${mebibytes} MB, ${availableParallelism()} processors`;
  if (Number(descriptors) < minDescriptors)
    return warn(`${detail}: fewer than ${minDescriptors} descriptors`, 'ulimit -n 1024');
  if (Number(processes) < minProcesses)
    return warn(`${detail}: fewer than ${minProcesses} processes`, 'ulimit -u 1024');
  return mebibytes < minMebibytes ? warn(`${detail}: less than ${minMebibytes} MB of memory`) : ok(detail);
}

const [timerCount, timerMs, maxLateMs] = [20, 5, 50];

async function checkClock(): Promise<Finding> {
  const [wallAt, startedAt] = [Date.now(), performance.now()];
  let lateMs = 0;
  for (let count = 0; count < timerCount; count += 1) {
    const before = performance.now();
    await sleep(timerMs);
    lateMs = Math.max(lateMs, performance.now() - before - timerMs);
  }
  const driftMs = Math.abs(Date.now() - wallAt - (performance.now() - startedAt));
  if (driftMs > maxLateMs)
    return warn(`the wall clock jumped by ${Math.round(driftMs)} ms: times in recordings are wrong`);
  const late = `timers are up to ${Math.max(0, Math.round(lateMs))} ms late`;
  return lateMs > maxLateMs ? warn(`${late}: this machine is busy, and so are waits`) : ok(late);
}

/** All checks, in the order in which they are printed. */
export const checks: readonly Check[] = [
  { name: 'Node', run: checkNode },
  { name: 'C library', run: checkLibrary },
  { name: 'terminal library', run: checkTerminalLibrary },
  { name: 'PTY', run: checkPty },
  { name: 'signals', run: checkSignals },
  { name: 'system', run: checkSystem },
  { name: 'pictures', run: checkPictures },
  { name: 'temporary directory', run: checkTemporaryDirectory },
  { name: 'session directory', run: checkSessionDirectory },
  { name: 'locale', run: checkLocale },
  { name: 'tmux', run: checkTmux },
  { name: 'limits', run: checkLimits },
  { name: 'clock', run: checkClock },
];
