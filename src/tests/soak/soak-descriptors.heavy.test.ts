import { describe, expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { canLimitDescriptors, limitDescriptors } from '../support/descriptor-limit.js';
import type { RpcFailure } from '../support/inbox.js';
import { ResourceCheck, waitForGuard } from '../support/resource-check.js';
import { exact } from '../support/selectors.js';
import { soakTimeoutMs, times } from '../support/soak.js';

interface Step {
  readonly method: 'launch';
  readonly params?: object;
}
interface Case {
  readonly what: string;
  /** Runs while descriptors are available. */
  readonly before: readonly Step[];
  /** Needs descriptors. */
  readonly step: Step;
  /** The expected error without descriptors. */
  readonly kind: string;
  /** The expected result with enough descriptors. */
  readonly end?: string;
  /** Undoes the step. */
  readonly after?: readonly Step[];
}

const step = (method: string, params: object = {}): Step => ({ method: method as 'launch', params });
const close = step('close');
const initialize = step('initialize', { terminalCols: 20, terminalRows: 4 });
const program = { command: 'sh', args: ['-c', 'echo up; sleep 1000'], readySelector: exact('up') };
const launch = step('launch', program);
const launched = [initialize, launch];
// The worker matches every pattern with the flag `u`.
const pattern = { type: 'regex', pattern: '(?=u)up', flags: 'iu' };
const other = { command: 'sh', args: ['-c', 'echo other; sleep 1000'], readySelector: exact('other') };

const cases: readonly Case[] = [
  {
    what: 'a program',
    before: [initialize],
    step: launch,
    kind: 'spawn',
    // A guard that could not be started is started after the next launch.
    after: [close, ...launched, close, initialize],
  },
  { what: 'a snapshot', before: launched, step: step('dumpView', { name: 'x' }), kind: 'io' },
  { what: 'a page', before: launched, step: step('dumpView', { name: 'x', format: 'html' }), kind: 'io' },
  { what: 'a picture', before: launched, step: step('renderView', { name: 'x' }), kind: 'io' },
  { what: 'a baseline', before: launched, step: step('expectSnapshot', { name: 'x' }), kind: 'io' },
  {
    what: 'a comparison that fails',
    before: [...launched, step('expectSnapshot', { name: 'x' }), step('launch', other)],
    step: step('expectSnapshot', { name: 'x', timeoutMs: 0 }),
    kind: 'io',
    end: 'snapshot-mismatch',
  },
  {
    what: 'a recording',
    before: launched,
    step: step('recording.start', { path: 'recording.jsonl' }),
    kind: 'io',
    after: [step('recording.stop')],
  },
  {
    what: 'a pattern that needs a thread',
    before: launched,
    step: step('waitForText', { selector: pattern, timeoutMs: 60_000 }),
    kind: 'io',
  },
];

describe.skipIf(!canLimitDescriptors)('without free descriptors (needs prlimit)', { timeout: soakTimeoutMs }, () => {
  test.for(cases.map((each) => [each.what, each] as const))(
    '%s fails with kind io or spawn, and works as soon as there are free ones [3.spawn-kind, 7.dump-whole, 9.record-unwritable]',
    async ([, { before, step: wanted, kind, end = 'done', after = [] }], { annotate }) => {
      const server = new TestServer({ env: { CI: undefined } });
      const runSteps = async (steps: readonly Step[]): Promise<void> => {
        for (const { method, params } of steps) await server.request(method, params);
      };
      const outcomeOf = async ({ method, params }: Step): Promise<string> =>
        await server.request(method, params).then(
          () => 'done',
          ({ code, data }: RpcFailure) => String(data['kind'] ?? code),
        );
      /** Runs the step with no free descriptor, then with one more each time until it works. */
      const runWithFewDescriptors = async (): Promise<string[]> => {
        const outcomes: string[] = [];
        for (let spare = 0; outcomes.at(-1) !== end && spare < 64; spare += 1) {
          limitDescriptors(server.pid, spare);
          outcomes.push(await outcomeOf(wanted));
        }
        limitDescriptors(server.pid, undefined);
        await runSteps(after);
        server.inbox.clear();
        return outcomes;
      };
      await server.request('server.ping');
      await runSteps(before);
      if (before.includes(launch)) await waitForGuard(server);
      const outcomes = await runWithFewDescriptors();
      expect([...new Set(outcomes)]).toEqual([kind, end]);
      // All lazily loaded code is loaded now.
      const balance = await ResourceCheck.start(server);
      for (let round = 0; round < times(2, 50); round += 1) await runWithFewDescriptors();
      await annotate(await balance.verify());
      expect(server.stderr).toBe('');
    },
  );
});
