import type { Line } from '../screen/line.js';
import type { Screen } from '../screen/screen.js';
import { encodeLine } from '../screen/style.js';
import type { UntimedEvent } from './format.js';
import { type FrameMembers, membersOf, type RecordedExit } from './frame-members.js';

interface Row {
  readonly line: Line;
  readonly text: string;
  /** With escape codes if those are recorded, otherwise empty. */
  readonly styled: string;
}
/** A screen in encoded form. */
interface Sample {
  readonly rows: readonly Row[];
  readonly members: FrameMembers;
}

// Lets a reader that starts in the middle reconstruct the screen soon.
const keyframeEveryMs = 1000;
const noSample: Sample = { rows: [], members: {} };

/** Encodes screens as frames and frame-deltas. */
export class FrameEncoder {
  readonly #isStyled: boolean;
  #last = noSample;
  #keyframeAt = Number.NEGATIVE_INFINITY;
  /** Lines that changed at any time since the last keyframe. */
  readonly #changedLines = new Set<number>();
  /** Members that changed at any time since then. */
  readonly #changedMembers = new Set<keyof FrameMembers>();

  constructor(isStyled: boolean) {
    this.#isStyled = isStyled;
  }

  /** The frame or frame-delta for a screen; undefined if it is equal to the previous one. */
  encode(screen: Screen, nowMs: number, exit?: RecordedExit): UntimedEvent | undefined {
    const before = this.#last;
    const rows = screen.lines.map((line, index) => this.#encodeRow(line, before.rows[index]));
    const sample = { rows, members: membersOf(screen, exit, this.#isStyled) };
    this.#last = sample;
    const lines = findChangedLines(before, sample);
    const members = findChangedMembers(before, sample);
    if (lines.length + members.length === 0 && rows.length === before.rows.length) return undefined;
    for (const index of lines) this.#changedLines.add(index);
    for (const name of members) this.#changedMembers.add(name);
    // A change of the cursor only is always a delta.
    const isDue = lines.length > 0 && nowMs - this.#keyframeAt >= keyframeEveryMs;
    if (!isDue && !isKeyframeNeeded(before, sample)) return this.#createDelta(sample);
    this.#keyframeAt = nowMs;
    this.#changedLines.clear();
    this.#changedMembers.clear();
    return this.#createKeyframe(sample);
  }

  #encodeRow(line: Line, before: Row | undefined): Row {
    if (before?.line === line) return before;
    return { line, text: line.trimmed, styled: this.#isStyled ? encodeLine(line) : '' };
  }

  #createKeyframe({ rows, members }: Sample): UntimedEvent {
    const line = rows.map(({ text }) => text).join('\n');
    const ansi = rows.map(({ styled }) => styled).join('\n');
    return { direction: 'frame', line, ...(this.#isStyled ? { ansi } : {}), ...members };
  }

  #createDelta({ rows, members }: Sample): UntimedEvent {
    const changed = [...rows.entries()].filter(([index]) => this.#changedLines.has(index));
    const line = JSON.stringify(changed.map(([index, { text }]) => [index, text]));
    const formatAnsi = (): string => JSON.stringify(changed.map(([index, { styled }]) => [index, styled]));
    const own = Object.entries(members).filter(([name]) => this.#changedMembers.has(name as keyof FrameMembers));
    return {
      direction: 'frame-delta',
      line,
      ...(this.#isStyled ? { ansi: formatAnsi() } : {}),
      ...(Object.fromEntries(own) as FrameMembers),
    };
  }
}

const findChangedLines = (before: Sample, { rows }: Sample): number[] =>
  rows.flatMap((row, index) => (hasSameContent(row, before.rows[index]) ? [] : [index]));

const hasSameContent = (row: Row, before: Row | undefined): boolean =>
  row === before || (row.text === before?.text && row.styled === before.styled);

const memberNames = ['cols', 'cursor', 'title', 'altScreen', 'exit', 'colors'] as const;

const findChangedMembers = ({ members: before }: Sample, { members }: Sample): (keyof FrameMembers)[] =>
  memberNames.filter((name) => !hasSameValue(before[name], members[name]));

const hasSameValue = (before: unknown, now: unknown): boolean =>
  before === now || (typeof now === 'object' && JSON.stringify(before) === JSON.stringify(now));

/** Whether a delta cannot express the change: another size, other colors, or another program after an exit. */
const isKeyframeNeeded = (before: Sample, { rows, members }: Sample): boolean =>
  before.rows.length !== rows.length ||
  before.members.cols !== members.cols ||
  !hasSameValue(before.members.colors, members.colors) ||
  (before.members.exit !== undefined && members.exit === undefined);
