// What a program displays: its lines, also after a resize, its colors, and what its reactions cost.
import { InvalidParamError } from '../../base/errors.js';
import { checkTheme, loadTheme } from '../../pictures/options.js';
import type { ExpectSurvivesResizeParams, MeasureStopResult } from '../../protocol/generated/types.js';
import { expectColors as findColors } from '../../session/display/colors.js';
import { expectLines as findLines } from '../../session/display/lines.js';
import { createStorm, type Size, expectSurvivesResize as tryResizes } from '../../session/display/resize.js';
import { type MeasuredReaction, summarize } from '../../session/measurement.js';
import { defineMethod } from './method.js';
import { createRegionFinder } from './screen.js';
import { areaFrom, textFrom } from './wire.js';

export const expectLines = defineMethod('expectLines', {
  parse: (params) => ({ ...params, lines: linesFrom(params.lines) }),
  run: async (_, spec, call) => ({ ok: true, ...(await findLines(spec, call)) }),
});

const linesFrom = (lines: readonly string[]): string[] => lines.map((line, index) => textFrom(line, `/lines/${index}`));

export const expectSurvivesResize = defineMethod('expectSurvivesResize', {
  parse: ({ sizes, storm, lines, ignore, ...others }) => ({
    ...others,
    sizes: sizesFrom({ sizes, storm }),
    lines: linesFrom(lines),
    ignore: ignore.map((area, index) => areaFrom(area, `/ignore/${index}`)),
  }),
  run: async (terminal, { timeoutMs = terminal.settings.timeoutMs, ...spec }, call) => {
    const sizes = await tryResizes({ ...spec, timeoutMs }, call);
    return { ok: true, sizes: sizes.map(([cols, rows]) => [cols, rows]), cols: terminal.cols, rows: terminal.rows };
  },
});

type Loose<T> = { readonly [K in keyof T]: T[K] | undefined };

function sizesFrom({ sizes, storm }: Loose<Pick<ExpectSurvivesResizeParams, 'sizes' | 'storm'>>): readonly Size[] {
  for (const [index, size] of (sizes ?? []).entries()) checkCols(size, `/sizes/${index}`);
  if (storm === undefined) return sizes ?? [];
  const { seed, steps, min, max } = storm;
  checkCols(min, '/storm/min');
  if (min[0] > max[0] || min[1] > max[1])
    throw new InvalidParamError('/storm/max', '`storm.max` must not be less than `storm.min`.');
  return createStorm(seed, steps, min, max);
}

function checkCols([cols]: Size, pointer: string): void {
  if (cols < 2) throw new InvalidParamError(`${pointer}/0`, `The width must be at least 2 cells, not ${cols}.`);
}

export const expectContrast = defineMethod('expectContrast', {
  parse: ({ themes, ignore, region, ...others }) => {
    for (const [index, theme] of (themes ?? []).entries()) checkTheme(theme, `/themes/${index}`);
    return {
      ...others,
      themes,
      findRegion: createRegionFinder(region),
      ignore: ignore.map((area, index) => areaFrom(area, `/ignore/${index}`)),
    };
  },
  run: async ({ settings }, { themes, findRegion, ...spec }, call, { server }) => {
    const colorFgBg = server.defaults.environment['COLORFGBG'];
    const loaded = themes?.map((theme) => ({ ...loadTheme(theme, colorFgBg), name: theme }));
    const { colors } = call.requireCurrent().profile;
    const name = 'name' in colors ? String(colors.name) : settings.snapshotTheme;
    const reported = { ...colors, name };
    const { expectContrast: evaluate, toWireFinding } = await import('../../pictures/contrast.js');
    const worst = await evaluate({ ...spec, region: findRegion(call), themes: loaded ?? [reported] }, call);
    return { ok: true, worst: worst.map(toWireFinding) };
  },
});

export const expectColors = defineMethod('expectColors', {
  run: async (_, { max }, call) => ({ ok: true, ...(await findColors(max, call)) }),
});

export const startMeasuring = defineMethod('measure.start', {
  run: async (terminal, { quietMs }, call) => {
    await terminal.startMeasuring(quietMs, call);
    return { ok: true };
  },
});

export const stopMeasuring = defineMethod('measure.stop', {
  run: async (terminal, _, call) => {
    const measured = await terminal.stopMeasuring(call);
    const summary = Object.entries(summarize(measured)).map(([figure, distribution]) => [
      figure,
      distribution === undefined
        ? null
        : { p50: roundTime(distribution.p50), p95: roundTime(distribution.p95), max: roundTime(distribution.max) },
    ]);
    return {
      reactions: measured.reactions.map(toWireReaction),
      idle: toWireReaction(measured.idle),
      summary: Object.fromEntries(summary) as MeasureStopResult['summary'],
      settled: measured.isSettled,
    };
  },
});

// Microseconds are as precise as the clock is in practice.
const roundTime = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000;
const roundOrNull = (milliseconds: number | undefined): number | null =>
  milliseconds === undefined ? null : roundTime(milliseconds);

const toWireReaction = ({
  method,
  latencyMs,
  changedMs,
  settledMs,
  ...reaction
}: MeasuredReaction): MeasureStopResult['idle'] => ({
  ...reaction,
  method: method ?? null,
  startMs: roundTime(reaction.startMs),
  blankMs: roundTime(reaction.blankMs),
  latencyMs: roundOrNull(latencyMs),
  changedMs: roundOrNull(changedMs),
  settledMs: roundOrNull(settledMs),
  marks: reaction.marks.map(({ what, atMs }) => ({ what, atMs: roundTime(atMs) })),
});
