import { InvalidParamError } from '../../base/errors.js';
import type * as wire from '../../protocol/generated/types.js';
import { textOf } from '../../screen/screen.js';
import type { Selector } from '../../screen/selectors/selector.js';
import {
  allOf,
  anyOf,
  exited,
  hidden,
  type Part,
  part,
  stable,
  textMatching,
  visible,
} from '../../session/waits/specs.js';
import { checkSince } from '../../terminal/freshness/baseline.js';
import { defineMethod } from './method.js';
import {
  areaFrom,
  patternFrom,
  positionFrom,
  selectorFrom,
  toMatchResult,
  toWaitResult,
  toWireEvent,
  toWireMatch,
} from './wire.js';

export const waitForText = defineMethod('waitForText', {
  parse: ({ selector, failOn, since, state, ambiguityMode }) => {
    const isHidden = state === 'hidden';
    const spec = isHidden ? hidden : visible;
    const text = selectorFrom(selector, '/selector');
    const stopping = failOn === undefined ? undefined : selectorFrom(failOn, '/failOn');
    checkSince(since);
    return { spec: spec(text, { failOn: stopping, since, ambiguityMode }), isHidden };
  },
  run: async (terminal, { spec, isHidden }, call) => {
    const met = await terminal.waitFor(spec, call);
    return { ...toWaitResult(call, met.screen), ...(isHidden ? { matchCount: 0 } : toMatchResult(met)) };
  },
});

export const expectVisible = defineMethod('expectVisible', {
  parse: ({ selector, ambiguityMode, forMs }) => visible(selectorFrom(selector, '/selector'), { ambiguityMode, forMs }),
  run: async (terminal, spec, call) => {
    const met = await terminal.waitFor(spec, call);
    return { ...toWaitResult(call, met.screen), ...toMatchResult(met) };
  },
});

export const expectNotVisible = defineMethod('expectNotVisible', {
  parse: ({ selector, forMs }) => hidden(selectorFrom(selector, '/selector'), { forMs }),
  run: async (terminal, spec, call) => toWaitResult(call, (await terminal.waitFor(spec, call)).screen),
});

export const waitUntil = defineMethod('waitUntil', {
  parse: ({ pattern, flags }) => textMatching(patternFrom(pattern, flags, '')),
  run: async (terminal, spec, call) => {
    const { screen, matches } = await terminal.waitFor(spec, call);
    return { ...toWaitResult(call, screen), match: toWireMatch(matches[0] as (typeof matches)[number]) };
  },
});

export const waitForStable = defineMethod('waitForStable', {
  parse: ({ ignore = [], ...others }) =>
    stable({ ...others, ignore: ignore.map((area, index) => areaFrom(area, `/ignore/${index}`)) }),
  run: async (terminal, spec, call) => toWaitResult(call, (await terminal.waitFor(spec, call)).screen),
});

export const waitForExit = defineMethod('waitForExit', {
  run: async (terminal, _, call) => {
    const { screen } = await terminal.waitFor(exited, call);
    const { elapsedMs, revision } = toWaitResult(call, screen);
    const { exitCode = null, signal = null } = call.program.exit ?? {};
    return { exitCode, signal, elapsedMs, timedOut: call.program.timeoutKind !== undefined, revision };
  },
});

export const waitForChange = defineMethod('waitForChange', {
  parse: (params) => {
    if (params.since === 'any')
      throw new InvalidParamError(
        '/since',
        '`since` must be "now", "lastInput" or a name returned by `mark`, not "any".',
      );
    checkSince(params.since);
    return params;
  },
  run: async (terminal, spec, call) => {
    const { isChanged, screen } = await terminal.waitForChange(spec, call);
    const { elapsedMs, revision } = toWaitResult(call, screen);
    const { exit } = call.program;
    const end = exit === undefined ? {} : { exited: true as const, exitCode: exit.exitCode };
    return { changed: isChanged, elapsedMs, revision, text: textOf(screen), ...end };
  },
});

export const waitForConditions = defineMethod('waitFor', {
  parse: ({ anyOf: some, allOf: every, since, ambiguityMode }) => {
    const how = every === undefined ? 'anyOf' : 'allOf';
    const parts = (every ?? some ?? []).map((condition, index) => partFrom(condition, `/${how}/${index}`, how));
    if (since !== undefined) checkSince(since);
    const combine = how === 'anyOf' ? anyOf : allOf;
    return { spec: combine(parts, { since, ambiguityMode }), how };
  },
  run: async (terminal, { spec, how }, call) => {
    const met = await terminal.waitFor(spec, call);
    const { elapsedMs, revision } = toWaitResult(call, met.screen);
    if (how === 'allOf') return { elapsedMs, revision, ...call.program.exit };
    // A bell has no facts.
    const hasFacts = met.event !== undefined && met.event.type !== 'bell';
    const event = hasFacts ? { event: toWireEvent(met.event, terminal.secrets) } : {};
    const fields = { index: met.index, elapsedMs, revision, ...event };
    if (met.chosen !== undefined) return { ...fields, ...toMatchResult(met) };
    const [match] = met.matches;
    return { ...fields, ...(match === undefined ? {} : { match: toWireMatch(match) }), ...call.program.exit };
  },
});

function partFrom(condition: wire.Condition, pointer: string, how: 'anyOf' | 'allOf'): Part {
  const patternPart = patternPartFrom(condition, pointer);
  if (patternPart !== undefined) return patternPart;
  if (condition.flags !== undefined)
    throw new InvalidParamError(
      `${pointer}/flags`,
      '`flags` requires `pattern`, `title` or `notification`. A selector has its own `flags`.',
    );
  const selector = (name: 'visible' | 'hidden'): Selector =>
    selectorFrom(condition[name] as wire.Selector, `${pointer}/${name}`);
  if (condition.visible !== undefined)
    return how === 'anyOf' ? part.visible(selector('visible')) : part.visibleTogether(selector('visible'));
  if (condition.hidden !== undefined) return part.hidden(selector('hidden'));
  if (condition.command !== undefined) return part.command(condition.command.exitCode);
  if (condition.modes !== undefined) return part.modes({ ...condition.modes });
  if (condition.stableMs !== undefined) return part.stable(condition.stableMs);
  if (condition.cursor !== undefined) return part.cursor(positionFrom(condition.cursor));
  return condition.bell === true ? part.bell : part.exited;
}

function patternPartFrom({ flags, pattern, title, notification }: wire.Condition, pointer: string): Part | undefined {
  if (pattern !== undefined) return part.text(patternFrom(pattern, flags ?? 'm', pointer));
  if (title !== undefined) return part.title(patternFrom(title, flags ?? '', pointer, 'title'));
  if (notification === undefined) return undefined;
  return part.notification(patternFrom(notification, flags ?? 'm', pointer, 'notification'));
}

export const find = defineMethod('find', {
  parse: ({ selector, scope, limit }) => ({
    selector: selectorFrom(selector, '/selector'),
    isWide: scope === 'scrollback',
    limit,
  }),
  run: async (terminal, { selector, ...how }, call) => {
    const { matches, count, screen } = await terminal.find(selector, how, call);
    return { matches: matches.map(toWireMatch), matchCount: count, revision: screen.revision };
  },
});

export const events = defineMethod('events', {
  parse: ({ since, types }) => {
    checkSince(since);
    return { since, types };
  },
  run: async (terminal, { since, types }, call) => {
    const found = await terminal.listEvents(since, call);
    const chosen = types === undefined ? found : found.filter(({ type }) => types.includes(type));
    return { events: chosen.map((event) => toWireEvent(event, terminal.secrets)) };
  },
});

export const mark = defineMethod('mark', {
  run: async (terminal, _, call) => ({ mark: await terminal.mark(call) }),
});

export const expectRestored = defineMethod('expectRestored', {
  parse: ({ since, allow, strict }) => {
    if (since !== 'launch' && !/^mark-\d+$/.test(since))
      throw new InvalidParamError(
        '/since',
        `Unknown mark ${JSON.stringify(since)}. Expected "launch" or a name returned by \`mark\`.`,
      );
    return { since, allow, isStrict: strict };
  },
  run: async (terminal, options, call) => {
    const { exit, notes } = await terminal.expectRestored(options, call);
    const { exitCode = null, signal = null } = exit ?? {};
    return { ok: true, exitCode, signal, notes: [...notes] };
  },
});
