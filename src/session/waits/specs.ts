// What can be waited for. A specification is independent of a program: its condition is created when the wait starts.

import { MethodError } from '../../base/errors.js';
import type { CellPosition } from '../../screen/logical-line.js';
import type { CellRect, Screen } from '../../screen/screen.js';
import {
  describePlaces,
  describeSelector,
  type Match,
  type Pattern,
  type Selector,
} from '../../screen/selectors/selector.js';
import { describeLastEvents, type EventType, type TerminalEvent } from '../../terminal/events.js';
import type { Baseline } from '../../terminal/freshness/baseline.js';
import type { Call } from '../call.js';
import {
  addInterruption,
  type Condition,
  combineAll,
  combineFirst,
  createCursorCondition,
  createEventCondition,
  createExitCondition,
  createHiddenCondition,
  createHiddenForCondition,
  createLastingCondition,
  createOnScreenCondition,
  createTextCondition,
  createTitleCondition,
  createVisibleCondition,
  createVisibleSinceCondition,
  isNewerThan,
  isNotificationOf,
  isScreenDifferent,
  isStable,
  mapResult,
} from './conditions.js';
import {
  createModesCondition,
  describeDifference,
  describeOtherModes,
  type ExpectedModes,
  ModeReader,
} from './modes.js';
import {
  type AmbiguityMode,
  AmbiguityRule,
  type ChosenMatch,
  chooseMatch,
  describeNoMatch,
  describeStillVisible,
  type Refresh,
  requireMet,
  type UnmetCondition,
  waitFor,
} from './wait.js';

/** Which matches count, and what several of them mean. */
export interface MatchOptions {
  /** All matches ("any", the default), or those that are new since "now", "lastInput" or a mark. */
  readonly since?: string | undefined;
  /** Default: that of the session. */
  readonly ambiguityMode?: AmbiguityMode | undefined;
}

/** What to wait for. */
export interface WaitSpec extends MatchOptions {
  /** Creates the condition when the wait starts. It captures the program and the baseline. */
  start(call: Call, baseline: Baseline | undefined, rule: AmbiguityRule): StartedWait;
}

interface StartedWait {
  readonly condition: Condition;
  readonly unmet: UnmetCondition;
  /** The selector whose match is chosen, by the index of the condition that was met. */
  selectorAt?(index: number): Selector | undefined;
  /** The selector whose match ends the wait. */
  readonly failOn?: Selector | undefined;
  readonly refresh?: Refresh | undefined;
}

/** What a wait has found. */
export interface Met {
  readonly screen: Screen;
  /** The index of the condition that was met, for `anyOf`. */
  readonly index: number;
  readonly matches: readonly Match[];
  /** The match of a selector. */
  readonly chosen: ChosenMatch | undefined;
  /** The event that was awaited. */
  readonly event?: TerminalEvent | undefined;
}

/** Waits; fails with kind `timeout`, `exited`, `ambiguous` or `stopped`. */
export async function waitForSpec(spec: WaitSpec, call: Call): Promise<Met> {
  const rule = new AmbiguityRule(spec.ambiguityMode ?? call.session.settings.ambiguityMode);
  const started = spec.start(call, resolveBaseline(spec.since, call), rule);
  const outcome = await waitFor(call, started.condition, started.refresh);
  const result = await requireMet(call, outcome, started.unmet, rule);
  const { matches = [], index = 0, isStopped = false, event, screen } = result;
  if (isStopped && started.failOn !== undefined)
    throw new MethodError('stopped', `${describeSelector(started.failOn)} appeared ${describePlaces(matches)}.`, {
      matches,
      screen,
    });
  const selector = started.selectorAt?.(index);
  return {
    screen,
    index,
    matches,
    chosen: selector === undefined ? undefined : chooseMatch(result, selector, rule.mode),
    event,
  };
}

/** The baseline that `since` names; none for "any". With "now", output that has already arrived is old. */
function resolveBaseline(since: string | undefined, { baselines, program }: Call): Baseline | undefined {
  if (since === undefined) return undefined;
  if (since === 'now') program.drainNow();
  return baselines.find(since);
}

/** A selector has a match: at one moment, or for some time without interruption. */
export function visible(
  selector: Selector,
  { failOn, forMs = 0, ...options }: MatchOptions & Interruptible & Lasting = {},
): WaitSpec {
  return {
    ...options,
    start: (call, baseline, rule) => {
      const condition =
        forMs > 0
          ? createLastingCondition(call, rule.apply(selector, createOnScreenCondition(call, selector)), forMs)
          : rule.apply(selector, createVisibleCondition(call, selector, baseline));
      return {
        condition: interruptAt(failOn, condition, call, baseline),
        unmet:
          forMs > 0
            ? { ...describeInterruption('visible', selector, forMs), selector }
            : describeNoMatch(selector, baseline),
        selectorAt: () => selector,
        failOn,
      };
    },
  };
}

interface Interruptible {
  /** A selector whose match ends the wait with kind `stopped`. */
  readonly failOn?: Selector | undefined;
}
interface Lasting {
  readonly forMs?: number;
}

/** A selector has no match: at one moment, or for some time without interruption. */
export function hidden(
  selector: Selector,
  { failOn, forMs = 0, ...options }: MatchOptions & Interruptible & Lasting = {},
): WaitSpec {
  return {
    ...options,
    start: (call, baseline) => {
      const condition =
        forMs > 0 ? createHiddenForCondition(call, selector, forMs) : createHiddenCondition(call, selector);
      return {
        condition: interruptAt(failOn, condition, call, baseline),
        unmet: forMs > 0 ? describeInterruption('hidden', selector, forMs) : describeStillVisible(selector),
        failOn,
      };
    },
  };
}

const describeInterruption = (state: 'visible' | 'hidden', selector: Selector, forMs: number): UnmetCondition => ({
  words: `${describeSelector(selector)} was not ${state} for ${forMs} ms without interruption`,
});

const interruptAt = (
  failOn: Selector | undefined,
  condition: Condition,
  call: Call,
  baseline: Baseline | undefined,
): Condition =>
  failOn === undefined ? condition : addInterruption(condition, createVisibleCondition(call, failOn, baseline));

/** A pattern matches the text of the whole screen. */
export function textMatching(given: Pattern): WaitSpec {
  const pattern = limitToFirst(given);
  const selector = { ...pattern, type: 'regex', style: undefined } as const;
  const unmet: UnmetCondition = {
    get words() {
      return `no match for ${describeSelector(selector)} in the visible text`;
    },
    selector,
  };
  return { start: (call) => ({ condition: createTextCondition(call, pattern), unmet }) };
}

/** The same pattern, limited to its first match, which may be empty. */
const limitToFirst = (pattern: Pattern): Pattern => ({ ...pattern, isFirstOnly: true });

interface StableOptions {
  readonly debounceMs: number;
  readonly styles: boolean;
  readonly cursor: boolean;
  /** Areas that may change. */
  readonly ignore: readonly (CellRect | Selector)[];
}

/** The screen does not change for some time. */
export const stable = ({ debounceMs: quietMs, styles, cursor, ignore }: StableOptions): WaitSpec => ({
  start: (call) => {
    const { emulator } = call.program;
    const notStable = `the screen was not stable for ${quietMs} ms`;
    const unmet: UnmetCondition = {
      get words() {
        return emulator.isInFrame ? `${notStable} (a synchronized update, mode 2026, has not ended)` : notStable;
      },
    };
    return { condition: isStable(call, { quietMs, styles, cursor, ignore }), unmet };
  },
});

/** The program has ended. */
export const exited: WaitSpec = {
  start: (call) => ({
    condition: createExitCondition(call),
    unmet: { words: 'the program is still running', limit: 'after' },
  }),
};

/** The terminal has all of these modes. */
export const modes = (expected: ExpectedModes): WaitSpec => ({
  start: (call) => {
    const reader = new ModeReader(call.program);
    return {
      condition: createModesCondition(call, reader, expected),
      unmet: describeOtherModes(reader, expected),
      refresh: reader.refreshFor([expected]),
    };
  },
});

/** A condition that can be combined with others. */
export interface Part {
  readonly selector?: Selector;
  readonly modes?: ExpectedModes;
  /** For an event: its type, and what a failure says. */
  readonly event?: { readonly type: EventType; readonly noEvent: string };
  /** `count` is the number of events that are too old. */
  create(call: Call, baseline: Baseline | undefined, reader: ModeReader, count: number): Condition;
}

/** The conditions that `anyOf` and `allOf` combine. */
export const part = {
  visible: (selector: Selector): Part => ({
    selector,
    create: (call, baseline) => createVisibleCondition(call, selector, baseline),
  }),
  /** For `allOf`: all must be met at the same time, so that text which scrolled by counts only if there is a baseline. */
  visibleTogether: (selector: Selector): Part => ({
    selector,
    create: (call, baseline) =>
      baseline === undefined
        ? createOnScreenCondition(call, selector)
        : createVisibleSinceCondition(call, selector, baseline),
  }),
  hidden: (selector: Selector): Part => ({ create: (call) => createHiddenCondition(call, selector) }),
  text: (pattern: Pattern): Part => ({
    create: (call, baseline) =>
      createTextCondition(call, baseline === undefined ? limitToFirst(pattern) : pattern, baseline),
  }),
  title: (pattern: Pattern): Part => ({ create: (call) => createTitleCondition(call, limitToFirst(pattern)) }),
  modes: (expected: ExpectedModes): Part => ({
    modes: expected,
    create: (call, _, reader) => createModesCondition(call, reader, expected),
  }),
  stable: (quietMs: number): Part => ({
    create: (call) => isStable(call, { quietMs, mayBeIncomplete: true }),
  }),
  cursor: (place: CellPosition): Part => ({ create: (call) => createCursorCondition(call, place) }),
  bell: {
    event: { type: 'bell', noEvent: 'the bell has not rung' },
    create: (call, _, __, count) => createEventCondition(call, count, ({ type }) => type === 'bell'),
  } satisfies Part,
  notification: (given: Pattern): Part => {
    const pattern = limitToFirst(given);
    return {
      event: {
        type: 'notification',
        noEvent: `no notification that matches ${describeSelector({ ...pattern, type: 'regex', style: undefined })}`,
      },
      create: (call, _, __, count) => {
        call.patterns.announcePattern();
        return createEventCondition(call, count, isNotificationOf(call, pattern));
      },
    };
  },
  command: (exitCode: number | undefined): Part => ({
    event: {
      type: 'command',
      noEvent: `no command has ended${exitCode === undefined ? '' : ` with exit code ${exitCode}`}`,
    },
    create: (call, _, __, count) =>
      createEventCondition(
        call,
        count,
        (event) => event.type === 'command' && (exitCode === undefined || event.exitCode === exitCode),
      ),
  }),
  exited: { create: createExitCondition } satisfies Part,
} as const;

/** One of several conditions is met. If several are, the first one counts. */
export const anyOf = (parts: readonly Part[], options: MatchOptions): WaitSpec => ({
  ...options,
  start: (call, baseline, rule) => {
    const { reader, conditions, refresh, describeEvents } = createConditions(parts, call, { baseline, options, rule });
    const [only] = parts.length === 1 ? parts : [];
    const unmet: UnmetCondition =
      only?.modes === undefined
        ? {
            words: only?.event?.noEvent ?? 'none of the conditions was met',
            selector: findFirstSelector(parts),
            baseline,
            get hint() {
              return describeDifferences(parts, reader, describeEvents);
            },
          }
        : describeOtherModes(reader, only.modes);
    return { condition: combineFirst(conditions), unmet, selectorAt: (index) => parts[index]?.selector, refresh };
  },
});

/** All of several conditions are met at the same time. */
export const allOf = (parts: readonly Part[], options: MatchOptions): WaitSpec => ({
  ...options,
  start: (call, baseline, rule) => {
    const { reader, conditions, refresh, describeEvents } = createConditions(parts, call, { baseline, options, rule });
    const unmetIndexes = new Set<number>();
    const reporting = conditions.map((condition, index) =>
      mapResult(condition, (result) => {
        unmetIndexes[result === undefined ? 'add' : 'delete'](index);
        return result;
      }),
    );
    const findUnmet = (): readonly Part[] => parts.filter((_, index) => unmetIndexes.has(index));
    const unmet: UnmetCondition = {
      get words() {
        return `not all conditions were met (unmet: ${[...unmetIndexes]
          .sort((a, b) => a - b)
          .map((index) => `allOf[${index}]`)
          .join(', ')})`;
      },
      get selector() {
        return findFirstSelector(findUnmet());
      },
      get hint() {
        return describeDifferences(findUnmet(), reader, describeEvents);
      },
    };
    return { condition: combineAll(reporting), unmet, refresh };
  },
});

function createConditions(
  parts: readonly Part[],
  call: Call,
  { baseline, options, rule }: Start,
): {
  readonly reader: ModeReader;
  readonly conditions: readonly Condition[];
  readonly refresh: Refresh | undefined;
  readonly describeEvents: DescribeEvents;
} {
  const reader = new ModeReader(call.program);
  const { events } = call.program.emulator;
  // Without `since`, events are awaited from now on, and everything else may be there.
  if (options.since === undefined && parts.some(({ event }) => event !== undefined)) call.program.drainNow();
  const count = options.since === undefined ? events.count : (baseline?.eventCount ?? 0);
  const conditions = parts.map(({ selector, create }) => {
    const condition = create(call, baseline, reader, count);
    return selector === undefined ? condition : rule.apply(selector, condition);
  });
  const expected = parts.flatMap((each) => (each.modes === undefined ? [] : [each.modes]));
  const describeEvents = (types: readonly EventType[]): string => {
    const isAwaited = ({ type }: TerminalEvent): boolean => types.includes(type);
    const isEarly =
      options.since === undefined &&
      !events.since(count).some(isAwaited) &&
      events.since(call.baselines.find('lastInput')?.eventCount ?? 0).some(isAwaited);
    const text = call.secrets.redactText(describeLastEvents(events, types));
    return isEarly ? `${text} An event before the wait counts with \`since\`, such as "lastInput".` : text;
  };
  return { reader, conditions, refresh: reader.refreshFor(expected), describeEvents };
}

/** Sentences about the last events of these types, for failures. */
type DescribeEvents = (types: readonly EventType[]) => string;

/** With what a wait for several conditions starts. */
interface Start {
  readonly baseline: Baseline | undefined;
  readonly options: MatchOptions;
  readonly rule: AmbiguityRule;
}

const findFirstSelector = (parts: readonly Part[]): Selector | undefined =>
  parts.find(({ selector }) => selector !== undefined)?.selector;

function describeDifferences(
  parts: readonly Part[],
  reader: ModeReader,
  describeEvents: DescribeEvents,
): string | undefined {
  const sentences = parts.flatMap((each) =>
    each.modes === undefined ? [] : (describeDifference(reader, each.modes) ?? []),
  );
  const types = parts.flatMap(({ event }) => event?.type ?? []);
  if (types.length > 0) sentences.push(describeEvents(types));
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/** What counts as a change, and how long the screen must stay as it is then. */
export interface ChangeSpec {
  readonly since: string;
  /** Instead of `since`: any change after this revision of the screen. */
  readonly sinceRevision?: number | undefined;
  readonly stableMs: number;
  readonly styles: boolean;
  readonly cursor: boolean;
}

/** Waits until the screen has changed and is stable again. A timeout is no failure. */
export async function waitForChangeOf(
  { since, sinceRevision, stableMs, styles, cursor }: ChangeSpec,
  call: Call,
): Promise<{ readonly isChanged: boolean; readonly screen: Screen }> {
  const baseline = resolveBaseline(since, call);
  const quiet = isStable(call, {
    quietMs: stableMs,
    styles,
    cursor,
    since: performance.now() - (call.program.lastOutputAgeMs ?? 0),
    mayBeIncomplete: true,
  });
  const differs = baseline === undefined ? [] : [isScreenDifferent(call, baseline, { styles, cursor })];
  const changes = sinceRevision === undefined ? differs : [isNewerThan(call, sinceRevision)];
  const outcome = await waitFor(call, combineAll([quiet, ...changes]));
  return { isChanged: 'found' in outcome, screen: outcome.screen };
}
