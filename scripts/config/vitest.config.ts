import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { SummaryReporter } from './summary-reporter.ts';

const built = fileURLToPath(new URL('../../dist/', import.meta.url));

export default defineConfig({
  resolve: {
    // Tests of the libraries use what users get.
    alias: [
      { find: /^tuispec$/, replacement: `${built}index.mjs` },
      { find: /^tuispec\/vitest$/, replacement: `${built}vitest.mjs` },
    ],
  },
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: fileURLToPath(new URL('./temporary-directory.ts', import.meta.url)),
    reporters: ['default', new SummaryReporter()],
    // Tests mostly wait: two at a time take little longer than one.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
