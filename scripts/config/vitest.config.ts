import { defineConfig } from 'vitest/config';
import { SummaryReporter } from './summary-reporter.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    reporters: ['default', new SummaryReporter()],
    // Tests mostly wait: two at a time take little longer than one.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
