import { resolve } from 'node:path';
import { LibraryProject, type ProjectRun, type ProjectRunOptions } from './library-project.js';

interface AssertionResult {
  readonly fullName: string;
  readonly status: 'passed' | 'failed' | 'skipped' | 'pending' | 'todo';
  readonly failureMessages: readonly string[];
  readonly duration: number;
}
interface JsonReport {
  readonly testResults: readonly { readonly assertionResults: readonly AssertionResult[] }[];
}
/** A completed run of vitest. */
export interface VitestRun extends ProjectRun {
  /** The tests, by full name. */
  readonly tests: ReadonlyMap<string, AssertionResult>;
}

const config = `
import { defineConfig } from 'vitest/config';
export default defineConfig({ test: { include: ['**/*.test.ts'], watch: false, testTimeout: 60_000, hookTimeout: 60_000 } });
`;

/** A project with vitest and tests that use `tuispec/vitest`. */
export class VitestProject extends LibraryProject {
  /** `modules` contains another version of vitest than that of this project. */
  constructor(files: Readonly<Record<string, string>>, modules = 'node_modules') {
    super({ 'vitest.config.mjs': config, ...files });
    this.link('vitest', resolve(modules, 'vitest'));
    if (modules !== 'node_modules') this.copyPackage();
  }

  /** Runs the tests once. */
  async runTests(args: readonly string[] = [], options: ProjectRunOptions = {}): Promise<VitestRun> {
    const reporters = ['--reporter=default', '--reporter=json', '--outputFile.json=report.json'];
    const run = await this.run(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args], options);
    return { ...run, tests: this.report() };
  }

  /** The tests of the last JSON report. */
  report(): ReadonlyMap<string, AssertionResult> {
    const { testResults } = JSON.parse(this.read('report.json')) as JsonReport;
    const all = testResults.flatMap(({ assertionResults }) => assertionResults);
    return new Map(all.map((result) => [result.fullName.trim(), result]));
  }
}

/** A test file that begins with the imports and a shorthand for programs. */
export const suite = (tests: string): string => `
import { beforeEach, describe, expect, test } from 'tuispec/vitest';
const sh = (script) => ({ args: ['-c', script] });
const idle = (text) => ({ ...sh('echo "' + text + '"; sleep 1000'), ready: text });
${tests}`;
