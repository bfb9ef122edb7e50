import type { Line } from '../screen/line.js';
import type { Screen } from '../screen/screen.js';
import { encodeLine } from '../screen/sgr.js';
import type { UntimedEvent } from './format.js';

interface Row {
  readonly line: Line;
  readonly text: string;
  /** With escape codes if those are recorded, otherwise empty. */
  readonly styled: string;
}

// Lets a reader that starts in the middle reconstruct the screen soon.
const keyframeEveryMs = 1000;

/** Encodes screens as frames and frame-deltas. */
export class FrameEncoder {
  readonly #isStyled: boolean;
  #rows: readonly Row[] = [];
  #cols = 0;
  #keyframeAt = Number.NEGATIVE_INFINITY;
  /** Lines that changed at any time since the last keyframe. */
  readonly #changed = new Set<number>();

  constructor(isStyled: boolean) {
    this.#isStyled = isStyled;
  }

  /** The frame or frame-delta for a screen; undefined if the screen is equal to the previous one. */
  encode({ lines, cols }: Screen, nowMs: number): UntimedEvent | undefined {
    const before = this.#rows;
    this.#rows = lines.map((line, index) => this.#encodeRow(line, before[index]));
    const isResized = before.length !== lines.length || cols !== this.#cols;
    const changed = this.#rows.flatMap((row, index) => (hasSameContent(row, before[index]) ? [] : [index]));
    this.#cols = cols;
    if (changed.length === 0 && !isResized) return undefined;
    for (const index of changed) this.#changed.add(index);
    if (!isResized && nowMs - this.#keyframeAt < keyframeEveryMs) return this.#createDelta();
    this.#keyframeAt = nowMs;
    this.#changed.clear();
    return this.#createKeyframe();
  }

  #encodeRow(line: Line, before: Row | undefined): Row {
    if (before?.line === line) return before;
    return { line, text: line.trimmed, styled: this.#isStyled ? encodeLine(line) : '' };
  }

  #createKeyframe(): UntimedEvent {
    const line = this.#rows.map(({ text }) => text).join('\n');
    const ansi = this.#rows.map(({ styled }) => styled).join('\n');
    return { direction: 'frame', line, ...(this.#isStyled ? { ansi } : {}) };
  }

  #createDelta(): UntimedEvent {
    const rows = [...this.#rows.entries()].filter(([index]) => this.#changed.has(index));
    const line = JSON.stringify(rows.map(([index, { text }]) => [index, text]));
    const formatAnsi = (): string => JSON.stringify(rows.map(([index, { styled }]) => [index, styled]));
    return { direction: 'frame-delta', line, ...(this.#isStyled ? { ansi: formatAnsi() } : {}) };
  }
}

const hasSameContent = (row: Row, before: Row | undefined): boolean =>
  row === before || (row.text === before?.text && row.styled === before.styled);
