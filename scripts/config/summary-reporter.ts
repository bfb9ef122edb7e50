import type { Reporter, TestModule } from 'vitest/node';
import { debianPackages } from '../../src/tests/support/debian-packages.ts';
import { findProgram } from '../../src/tests/support/programs.ts';

/** Prints the measurements of tests, the names of skipped tests with the programs they need, and one plain summary line that tools can parse. */
export class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    const measured: string[] = [];
    const skippedNames: string[] = [];
    for (const module of modules) {
      if (module.errors().length > 0) counts.failed += 1;
      for (const test of module.children.allTests()) {
        counts[test.result().state] += 1;
        if (test.result().state === 'skipped') skippedNames.push(test.fullName);
        for (const { message } of test.annotations()) measured.push(`${removeIds(test.name)}: ${message}`);
      }
    }
    const skipped = counts.skipped + counts.pending;
    const lines = [
      ...measured.map((line) => `measured: ${line}`),
      ...skippedNames.map((name) => `skipped: ${name}`),
      ...(skipped > 0 ? describeMissing() : []),
      `${counts.passed} passed, ${counts.failed} failed, ${skipped} skipped`,
    ];
    process.on('exit', () => process.stdout.write(`\n${lines.join('\n')}\n`));
  }
}

function describeMissing(): string[] {
  const missing = Object.keys(debianPackages).filter((program) => findProgram(program) === undefined);
  if (missing.length === 0) return [];
  return [`missing programs: ${missing.join(', ')}. To install them (Debian, as root): ./scripts/test --install`];
}

/** Titles end with the ids of the promises that a test proves, in brackets. */
const removeIds = (title: string): string => title.replace(/ \[[^\]]*\]$/, '');
