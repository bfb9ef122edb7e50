import type { FrameDelta, RecordingEvent } from '../protocol/generated/types.js';
import { recordingValidators } from '../protocol/generated/validators.js';

/** A screen out of a recording: as many lines as it had, nothing in them but text. */
export interface Frame {
  readonly lines: readonly string[];
  /** The same with escape codes for colors and styles (SGR, and no others), where they were recorded. */
  readonly styled: readonly string[];
}

/** Rebuilds the screens of a recording from its frames and frame-deltas. */
export class FrameDecoder {
  #key: Frame | undefined;

  /**
   * The screen after a frame or frame-delta; undefined when it is broken, or a delta that follows no frame. All that a
   * delta needs is the frame before it: who jumps to one takes that first.
   */
  take(event: RecordingEvent): Frame | undefined {
    if (event.direction === 'frame') {
      this.#key = frameOf(event);
      return this.#key;
    }
    return this.#key === undefined ? undefined : changed(this.#key, event);
  }
}

// No screen has more; a line of a file may hold millions.
const maxRows = 1000;

function frameOf({ line, ansi }: RecordingEvent): Frame {
  const lines = line.split('\n', maxRows).map(plain);
  const styled = ansi?.split('\n', maxRows).map(onlyStyles);
  return { lines, styled: styled?.length === lines.length ? styled : lines };
}

function changed(key: Frame, { line, ansi }: RecordingEvent): Frame | undefined {
  const delta = deltaFrom(line);
  const styles = ansi === undefined ? delta : deltaFrom(ansi);
  if (delta === undefined || styles === undefined) return undefined;
  const last = key.lines.length - 1;
  if ([...delta, ...styles].some(([index]) => index > last)) return undefined;
  const [lines, styled] = [[...key.lines], [...key.styled]];
  for (const [index, text] of delta) lines[index] = plain(text);
  for (const [index, text] of styles) styled[index] = onlyStyles(text);
  return { lines, styled };
}

function deltaFrom(text: string): FrameDelta | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return recordingValidators.frameDelta(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const controls = /[\x00-\x1f\x7f-\x9f]/g;
const stylesAndControls = /\x1b\[[\d;:]*m|[\x00-\x1f\x7f-\x9f]/g;

// Whoever made the file, showing it must not do more to a terminal than show it.
const plain = (text: string): string => text.replaceAll(controls, '');
const onlyStyles = (text: string): string =>
  text.replaceAll(stylesAndControls, (found) => (found.length > 1 ? found : ''));
