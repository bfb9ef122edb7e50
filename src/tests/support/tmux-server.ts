import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { MethodResults } from '../../protocol/generated/types.js';
import { TestServer } from './client.js';
import { pollUntil } from './processes.js';

const { TMUX: _, TMUX_PANE: __, ...inherited } = process.env;

/** A server that finds private tmux servers by name. */
export const createTmuxClient = (env: Readonly<Record<string, string>> = {}): TestServer => {
  const given = { TMUX_TMPDIR: process.env['TMUX_TMPDIR'], ...env };
  return new TestServer(Object.keys(env).length === 0 ? { env: given, pool: 'tmux' } : { env: given });
};

/** Prints numbered lines for ever: ten at once, then a pause of 1 ms. An endless loop would only take the processor from tmux. */
export const floodOf = (text: string): string[] => [
  'perl',
  '-e',
  `$|=1; for ($i=1;;$i+=10) { print join("", map { "$_ ${text}\\n" } $i..$i+9); select(undef, undef, undef, .001) }`,
];

/** A private tmux server without configuration, which is killed after the test. */
export class TmuxServer {
  readonly name = `tuispec-test-${process.pid}-${randomBytes(4).toString('hex')}`;
  readonly #clients: ChildProcess[] = [];

  /** Starts it with one session `main`, in whose pane a command runs. */
  constructor(command: readonly string[], { cols = 80, rows = 24, env = {} as Readonly<Record<string, string>> } = {}) {
    onTestFinished(() => this.#stop());
    const set = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    this.run('new-session', '-d', '-s', 'main', '-x', `${cols}`, '-y', `${rows}`, ...set, ...command);
  }

  /** Runs a tmux command; returns its output without the last line end. */
  run(...command: readonly string[]): string {
    const { stdout, stderr, status } = spawnSync('tmux', ['-u', '-L', this.name, '-f', '/dev/null', ...command], {
      env: inherited,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`tmux ${command.join(' ')}: ${stderr}`);
    return stdout.replace(/\n$/, '');
  }

  /** The value of a format for a pane. */
  read(format: string, target = 'main'): string {
    return this.run('display-message', '-p', '-t', target, format);
  }

  /** What a person sees in a pane. */
  capture(target = 'main'): string {
    return this.run('capture-pane', '-p', '-t', target);
  }

  /** Waits for a text in a pane. */
  async waitForText(text: string, target = 'main'): Promise<void> {
    await pollUntil(() => this.capture(target).includes(text));
  }

  /** Attaches a client as a person does, in a terminal of 100 × 30. */
  async attachPerson(session = 'main'): Promise<void> {
    const before = this.run('list-clients').split('\n').filter(Boolean).length;
    const attach = `stty cols 100 rows 30; exec tmux -L ${this.name} attach -t ${session}`;
    this.#clients.push(
      spawn('script', ['-qfec', attach, '/dev/null'], {
        stdio: ['pipe', 'ignore', 'ignore'],
        env: { ...inherited, TERM: 'xterm' },
      }),
    );
    await pollUntil(() => this.run('list-clients').split('\n').filter(Boolean).length > before);
  }

  /** Attaches a session of a new server to a pane. */
  async attach(
    params: object = {},
    session: object = {},
  ): Promise<{ readonly server: TestServer; readonly attached: MethodResults['attach'] }> {
    const server = createTmuxClient();
    await server.request('initialize', { timeoutSeconds: 20, ...session });
    const attached = await server.request('attach', { pane: 'main', socketName: this.name, ...params });
    return { server, attached };
  }

  #stop(): void {
    spawnSync('tmux', ['-L', this.name, 'kill-server'], { env: inherited, stdio: 'ignore' });
    for (const client of this.#clients) client.kill('SIGKILL');
    // tmux leaves it behind.
    const { TMUX_TMPDIR = '/tmp' } = inherited;
    rmSync(join(TMUX_TMPDIR, `tmux-${process.getuid?.()}`, this.name), { force: true });
  }
}
