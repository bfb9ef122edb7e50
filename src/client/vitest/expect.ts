import { type ExpectStatic, Snapshots, expect as vitestExpect } from 'vitest';
import { drawFrame } from '../../base/frame.js';
import { now } from '../../base/timers.js';
import { type AssertionHooks, readRevision } from '../assertion.js';
import { createAssertions, type LocatorAssertions, type TerminalAssertions } from '../assertions.js';
import type { Cost } from '../cost.js';
import type { CostAssertions } from '../cost-assertions.js';
import type { Locator } from '../locator.js';
import { connectionOf, Terminal } from '../terminal.js';
import { bindingOf, TerminalFactory } from './terminal-factory.js';

const stableMs = 250;

/**
 * The text of the screen in a frame, as soon as it equals the snapshot. Without a snapshot, or to update it, the text
 * as soon as it is stable.
 */
async function readInlineScreen(terminal: Terminal, snapshot: string | undefined): Promise<string> {
  const expected = snapshot === undefined ? undefined : stripIndentation(snapshot);
  const deadline = now() + connectionOf(terminal).limitTimeout();
  let sinceRevision = await readRevision(terminal);
  for (;;) {
    const framed = drawFrame(await terminal.text());
    if (framed === expected) return framed;
    const remainingMs = Math.max(0, Math.round(deadline - now()));
    const timeoutMs = expected === undefined ? Math.min(stableMs, remainingMs) : remainingMs;
    const change = await terminal.request('waitForChange', { sinceRevision, stableMs: 0, timeoutMs });
    if (!change.changed) return framed;
    sinceRevision = change.revision;
  }
}

// vitest writes quotes around the snapshot and indents it. The rows of a frame do not begin or end with blanks.
const stripIndentation = (snapshot: string): string =>
  snapshot
    .trim()
    .replaceAll(/^"|"$/g, '')
    .split('\n')
    .map((row) => row.trim())
    .join('\n');

/** Assertions about a terminal in vitest. */
export interface VitestTerminalAssertions extends TerminalAssertions {
  readonly not: VitestTerminalAssertions;
  /** The text of the screen in a frame equals an inline snapshot, which `vitest -u` writes into the test. */
  toMatchInlineScreen(snapshot?: string): Promise<void>;
}

/** Creates assertions about terminals, locators and costs. */
export interface TerminalExpect {
  (terminal: Terminal): VitestTerminalAssertions;
  (locator: Locator): LocatorAssertions;
  (cost: Cost): CostAssertions;
}

interface Matcher {
  readonly assertion: { readonly __flags: { error?: Error } };
}
interface Matchers {
  readonly __flags: object;
  readonly __tuispec: (failure?: Error) => void;
  readonly toMatchInlineScreen: (snapshot?: string) => Promise<void>;
}
const matchersOf = (expect: ExpectStatic, subject: unknown, isSoft: boolean): Matchers =>
  (isSoft ? expect.soft(subject) : expect(subject)) as unknown as Matchers;

vitestExpect.extend({
  // Failures pass through a matcher of vitest, so that soft assertions, counts and reporters work.
  __tuispec: (_subject: unknown, failure?: Error) => {
    if (failure !== undefined) throw failure;
    return { pass: true, message: () => '' };
  },
  async toMatchInlineScreen(this: Matcher, terminal: Terminal, snapshot?: string) {
    // vitest finds the snapshot in the test by this stack. After an `await`, the caller is no longer on it.
    this.assertion.__flags.error = new Error('Inline snapshot');
    const isUpdating = bindingOf(terminal)?.updateMode === 'all';
    const framed = await readInlineScreen(terminal, isUpdating ? undefined : snapshot);
    return Snapshots.toMatchInlineSnapshot.call(this as never, framed, snapshot);
  },
} as never);

/** vitest's `expect`, which also accepts terminals, locators and costs. */
export const expect = createExpect(false) as TerminalExpect & { readonly soft: TerminalExpect } & ExpectStatic;

function createExpect(isSoft: boolean): unknown {
  const base = isSoft ? vitestExpect.soft : vitestExpect;
  return new Proxy(base, {
    apply: (_target, _this, args: [unknown, ...unknown[]]) => {
      if (args[0] instanceof TerminalFactory)
        throw new TypeError(
          'Invalid argument of `expect`: pass the result of `terminal.launch`, not `terminal` itself.',
        );
      const assertions = createAssertions(args[0], (terminal) => hooksOf(terminal, isSoft));
      if (assertions === undefined) return (base as (...all: unknown[]) => unknown)(...args);
      return args[0] instanceof Terminal ? withInlineScreen(assertions, args[0], isSoft) : assertions;
    },
    get: (target, key, receiver) => (key === 'soft' ? softExpect : Reflect.get(target, key, receiver)),
  });
}

const softExpect = createExpect(true);

function hooksOf(terminal: Terminal, isSoft: boolean): AssertionHooks {
  const binding = bindingOf(terminal);
  return {
    settle: (failure) => matchersOf(binding?.expect ?? vitestExpect, null, isSoft).__tuispec(failure),
    ...(binding === undefined
      ? {}
      : { updateMode: () => binding.updateMode, nameSnapshot: (name) => binding.nameSnapshot(name), adviseOn }),
  };
}

const adviseOn: NonNullable<AssertionHooks['adviseOn']> = (kind) =>
  kind === 'snapshot-missing'
    ? 'In CI, no baselines are created: run the test without CI, then commit the file.'
    : 'To accept the difference, run `npx vitest run -u`.';

// vitest finds the inline snapshot at the caller of its matcher, so the matcher itself becomes a method. It reads its
// subject from members of chai's assertions.
function withInlineScreen(assertions: object, terminal: Terminal, isSoft: boolean): object {
  const matchers = matchersOf(bindingOf(terminal)?.expect ?? vitestExpect, terminal, isSoft);
  return Object.defineProperties(assertions, {
    __flags: { value: matchers.__flags },
    _obj: { value: terminal },
    toMatchInlineScreen: { value: matchers.toMatchInlineScreen },
  });
}
