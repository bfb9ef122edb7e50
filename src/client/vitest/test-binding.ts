import { createHash } from 'node:crypto';
import { rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { ExpectStatic } from 'vitest';
import { now } from '../../base/timers.js';
import type { UpdateMode } from '../assertion.js';
import { removeEmptyDirectories } from '../temporary-directory.js';
import type { Terminal } from '../terminal.js';

// Time to report the failure before the runner ends the test, also on a busy machine.
const minReportMs = 1000;
const reportShare = 0.1;
const maxNameLength = 200;
// File names are limited to 255 bytes.
const maxSlugLength = 80;

/** What is used of a running test. */
export interface RunningTest {
  readonly id: string;
  readonly name: string;
  readonly timeout: number;
  readonly file: { readonly filepath: string };
  readonly suite?: Suite | undefined;
  readonly context: { readonly signal: AbortSignal; readonly expect: ExpectStatic };
  readonly result?: { readonly retryCount?: number | undefined; readonly repeatCount?: number | undefined } | undefined;
}
interface Suite {
  readonly name: string;
  readonly suite?: Suite | undefined;
}

/** What the terminals of one test have in common. */
export class TestBinding {
  /** The title of the last step. */
  lastStep: string | undefined;
  readonly artifactDir: string;
  readonly snapshotDir: string;
  readonly #test: RunningTest;
  readonly #startedAt = now();
  #unnamedScreens = 0;

  constructor(test: RunningTest) {
    this.#test = test;
    const { filepath } = test.file;
    const attempt = (test.result?.retryCount ?? 0) + (test.result?.repeatCount ?? 0);
    const name = `${relative(process.cwd(), filepath)} ${this.testName}`;
    const hash = createHash('sha256').update(`${test.id} ${name}`).digest('hex').slice(0, 8);
    const slug = name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(-maxSlugLength);
    const suffix = attempt === 0 ? '' : `-retry${attempt}`;
    this.artifactDir = join(process.cwd(), 'test-results', `${slug}-${hash}${suffix}`);
    this.snapshotDir = join(dirname(filepath), '__screens__', basename(filepath));
  }

  /** Aborted when the test ends too late or is cancelled. */
  get signal(): AbortSignal {
    return this.#test.context.signal;
  }

  /** The `expect` of vitest that belongs to this test, also among concurrent ones. */
  get expect(): ExpectStatic {
    return this.#test.context.expect;
  }

  /** The time that is left for waits, so that a failure is reported before the test's own timeout. */
  computeRemainingMs(): number | undefined {
    const { timeout } = this.#test;
    if (timeout === 0 || !Number.isFinite(timeout)) return undefined;
    const reportMs = Math.min(timeout / 2, Math.max(minReportMs, timeout * reportShare));
    return Math.max(0, Math.round(timeout - reportMs - (now() - this.#startedAt)));
  }

  /** The baselines to write: those that `vitest -u` and watch mode's `u` ask for. */
  get updateMode(): UpdateMode | undefined {
    const { snapshotState } = this.expect.getState() as unknown as { snapshotState?: { _updateSnapshot?: string } };
    // This member is internal: without it, the server decides by the variable CI.
    const modes: Readonly<Record<string, UpdateMode>> = { all: 'all', new: 'missing', none: 'none' };
    return modes[snapshotState?._updateSnapshot ?? ''];
  }

  /** The name of a baseline: that of the test, and the given name or a number. */
  nameSnapshot(name: string | undefined): string {
    if (name === undefined) this.#unnamedScreens += 1;
    const full = `${this.testName} ${name ?? this.#unnamedScreens}`;
    if (full.length <= maxNameLength) return full;
    const hash = createHash('sha256').update(full).digest('hex').slice(0, 8);
    return `${full.slice(0, maxNameLength - hash.length - 1)} ${hash}`;
  }

  /** Removes the directory of the test, unless it contains what is kept. */
  removeArtifacts(isKept: boolean): void {
    if (isKept) removeEmptyDirectories(this.artifactDir);
    else rmSync(this.artifactDir, { recursive: true, force: true });
    try {
      rmdirSync(dirname(this.artifactDir));
    } catch {
      // It contains the files of other tests, or it does not exist.
    }
  }

  /** The names of the suites and of the test. */
  get testName(): string {
    const names: string[] = [];
    for (let { suite } = this.#test; suite !== undefined && suite.name !== ''; { suite } = suite)
      names.unshift(suite.name);
    return [...names, this.#test.name].join(' ');
  }
}

// state: keyed weakly by the caller's terminals.
const bindings = new WeakMap<Terminal, TestBinding>();

/** Connects a terminal with the test that launched it. */
export const bindTerminal = (terminal: Terminal, binding: TestBinding): void => void bindings.set(terminal, binding);

/** The test that launched a terminal; undefined for `launch` of `tuispec`. */
export const bindingOf = (terminal: Terminal): TestBinding | undefined => bindings.get(terminal);
