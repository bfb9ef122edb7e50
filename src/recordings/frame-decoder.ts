import type { FrameDelta, RecordingEvent } from '../protocol/generated/types.js';
import { recordingValidators } from '../protocol/generated/validators.js';
import { type FrameFacts, parseMembers, removeControls } from './frame-members.js';

/** A screen from a recording: all of its lines, as plain text. */
export interface Frame extends FrameFacts {
  readonly lines: readonly string[];
  /** The same lines with SGR escape codes, if those were recorded; other escape codes are removed. */
  readonly styled: readonly string[];
}

/** Reconstructs the screens of a recording from its frames and frame-deltas. */
export class FrameDecoder {
  #key: Frame | undefined;

  /**
   * The screen after a frame or frame-delta; undefined if the event is invalid or a delta without a keyframe before it.
   * A delta depends only on the last keyframe, so to jump to a delta, decode its keyframe first.
   */
  decode(event: RecordingEvent): Frame | undefined {
    if (event.direction === 'frame') {
      this.#key = parseKeyframe(event);
      return this.#key;
    }
    return this.#key === undefined ? undefined : applyDelta(this.#key, event);
  }
}

// The maximum of a screen; a line of a file may contain millions.
const maxRows = 1000;

function parseKeyframe({ line, ansi, ...members }: RecordingEvent): Frame {
  const lines = line.split('\n', maxRows).map(removeControls);
  const styled = ansi?.split('\n', maxRows).map(keepStyles);
  return { lines, styled: styled?.length === lines.length ? styled : lines, ...parseMembers(members) };
}

function applyDelta(key: Frame, { line, ansi, ...members }: RecordingEvent): Frame | undefined {
  const delta = parseDelta(line);
  const styles = ansi === undefined ? delta : parseDelta(ansi);
  if (delta === undefined || styles === undefined) return undefined;
  const last = key.lines.length - 1;
  if ([...delta, ...styles].some(([index]) => index > last)) return undefined;
  const [lines, styled] = [[...key.lines], [...key.styled]];
  for (const [index, text] of delta) lines[index] = removeControls(text);
  for (const [index, text] of styles) styled[index] = keepStyles(text);
  return { lines, styled, ...parseMembers(members, key) };
}

function parseDelta(text: string): FrameDelta | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return recordingValidators.frameDelta(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const stylesAndControls = /\x1b\[[\d;:]*m|[\x00-\x1f\x7f-\x9f]/g;

// Recordings are not trusted: playing one must not send other escape codes to the terminal.
const keepStyles = (text: string): string =>
  text.replaceAll(stylesAndControls, (found) => (found.length > 1 ? found : ''));
