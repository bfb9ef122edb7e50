import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with the names of what was skipped and one plain line that any tool can read. */
export class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const names: string[] = [];
    for (const module of modules) {
      if (module.errors().length > 0) counts.failed += 1;
      for (const test of module.children.allTests()) {
        counts[test.result().state] += 1;
        if (test.result().state === 'skipped') names.push(test.fullName);
      }
    }
    const skipped = counts.skipped + counts.pending;
    const lines = names.map((name) => `skipped: ${name}\n`).join('');
    process.on('exit', () =>
      process.stdout.write(`\n${lines}${counts.passed} passed, ${counts.failed} failed, ${skipped} skipped\n`),
    );
  }
}
