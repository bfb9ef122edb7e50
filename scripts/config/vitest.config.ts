import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { SummaryReporter } from './summary-reporter.ts';

const built = fileURLToPath(new URL('../../dist/', import.meta.url));
const heavy = 'src/**/*.heavy.test.ts';
// They replace a module, the clock, the environment or the working directory of their process.
const isolated = [
  'src/base/{deadline,idle-queue}.test.ts',
  'src/session/{echo,schedule-checks}.test.ts',
  'src/session/program/drain-marker.test.ts',
  'src/session/regex/safe-matcher.test.ts',
  'src/session/waits/wait.test.ts',
  'src/viewer/input-sender.test.ts',
  'src/tests/client/client-{assertions,attach,expect,launch}.test.ts',
  'src/tests/session/session-control.test.ts',
];
// A sample of each area, for `npm run test:quick`.
const quick = [
  'cli/start',
  'client/client-expect',
  'client/client-terminal',
  'docs/readme',
  'input/input-line',
  'input/mouse',
  'mcp/mcp-protocol',
  'recording/recording-file',
  'selectors/selectors-find',
  'session/session-launch',
  'snapshot/snapshot-files',
  'submit/submit-prompts',
  'tmux/tmux-attach',
  'trace/trace-command',
  'transport/batch-steps',
  'transport/transport-order',
  'view/view-start',
  'vitest/vitest-fixture',
  'waits/wait-exit',
  'waits/wait-for',
  'waits/wait-text',
];

export default defineConfig({
  resolve: {
    // Tests of the libraries use what users get.
    alias: [
      { find: /^tuispec$/, replacement: `${built}index.mjs` },
      { find: /^tuispec\/vitest$/, replacement: `${built}vitest.mjs` },
    ],
  },
  test: {
    globalSetup: fileURLToPath(new URL('./temporary-directory.ts', import.meta.url)),
    reporters: ['default', new SummaryReporter()],
    // Tests mostly wait.
    maxWorkers: Math.min(6, 3 * availableParallelism()),
    // A limit only ends a test that hangs: none is slow because the machine is busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts'],
          exclude: ['src/tests/**', ...isolated],
          // Half of the time of these tests was the start of a process for each file.
          isolate: false,
        },
      },
      // The files of a worker share servers and browsers.
      {
        extends: true,
        test: { name: 'e2e', include: ['src/tests/**/*.test.ts'], exclude: [heavy, ...isolated], isolate: false },
      },
      { extends: true, test: { name: 'isolated', include: isolated } },
      { extends: true, test: { name: 'heavy', include: [heavy] } },
      { extends: true, test: { name: 'quick', include: quick.map((name) => `src/tests/${name}.test.ts`) } },
      // Need no build.
      { extends: true, test: { name: 'rules', include: ['scripts/rules/*.test.ts'] } },
      { extends: true, test: { name: 'checks', include: ['scripts/checks.test.ts'] } },
    ],
  },
});
