import { mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createTemporaryDirectory } from './client.js';
import { type Run, runCli } from './run.js';

/** How a command of a test runs. */
interface CommandSetup {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly via?: readonly string[];
}

/** The sessions of a test, in a directory of their own. They end with the test. */
export class Sessions {
  /** The directory of sessions, which the first one creates. */
  readonly directory: string;
  /** The directory in which commands run. */
  readonly cwd: string;

  constructor() {
    const root = realpathSync(createTemporaryDirectory());
    this.directory = join(root, 'sessions');
    this.cwd = join(root, 'project');
    mkdirSync(this.cwd);
    onTestFinished(async () => void (await this.run(['close', '--all'])));
  }

  /** Runs a command as a process of its own. */
  async run(args: readonly string[], { env, cwd = this.cwd, ...setup }: CommandSetup = {}): Promise<Run> {
    const variables = { TUISPEC_SESSION_DIR: this.directory, TUISPEC_SESSION: '', TUISPEC_CALLER: 'test', ...env };
    // If the tests are killed, their sessions end, too.
    const [command = '', ...rest] = args;
    const life = command === 'open' && !rest.includes('--while') ? ['--while', String(process.pid)] : [];
    return await runCli([command, ...life, ...rest], { ...setup, cwd, env: variables });
  }

  /** Runs a command that must succeed; resolves with what it prints. */
  async print(...args: readonly string[]): Promise<string> {
    const { exitCode, stdout, stderr } = await this.run(args);
    if (exitCode !== 0) throw new Error(`tuispec ${args.join(' ')}: exit code ${exitCode}\n${stdout}${stderr}`);
    return stdout;
  }

  /** What a session has noted about itself. */
  record(name: string): Readonly<Record<string, unknown>> & { readonly session_pid: number; readonly pid: number } {
    return JSON.parse(readFileSync(join(this.directory, name, 'session.json'), 'utf8'));
  }
}
