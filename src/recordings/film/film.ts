import { isVisiblyEqual, type Screen } from '../../screen/screen.js';
import { FrameDecoder } from '../frame-decoder.js';
import type { RecordedExit } from '../frame-members.js';
import type { RecordedEvent, RecordingReader } from '../reader.js';
import { ConversationParser, type MessageEvent } from './messages.js';
import { ScreenBuilder } from './screen-builder.js';

/** A screen of a recording that differs from the one before. */
export interface FrameEvent {
  readonly kind: 'frame';
  readonly atMicros: number;
  /** The number of the frame in the recording, from 1; frames that look like the one before are counted too. */
  readonly number: number;
  readonly screen: Screen;
  /** How the program ended; undefined while it runs, or if the recording does not contain it. */
  readonly exit: RecordedExit | undefined;
}
/** Something that happened in a recording. */
export type FilmEvent = FrameEvent | MessageEvent;

/** Options of a `Film`. */
export interface FilmOptions {
  /** Whether messages are events too; without them, reading is faster. */
  readonly hasMessages?: boolean;
  readonly cancel?: AbortSignal | undefined;
  /** Called after each event with the share of the recording that has been read, from 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** The events of a recording, in order. Memory use does not depend on the length of the recording. */
export async function* filmOf(
  reader: RecordingReader,
  { hasMessages = true, cancel, onProgress }: FilmOptions = {},
): AsyncGenerator<FilmEvent, void, void> {
  const film = new Film(hasMessages);
  try {
    let lastMicros = 0;
    for await (const event of reader.readEvents(0, cancel)) {
      // Recordings are not trusted: their time could go backwards.
      lastMicros = Math.max(lastMicros, event.timestampMicros);
      yield* film.eventsOf({ ...event, timestampMicros: lastMicros });
      onProgress?.(reader.resumeAt / reader.bytes);
    }
  } finally {
    film.dispose();
  }
}

/** Only the frames of a recording. */
export async function* framesOf(reader: RecordingReader, cancel?: AbortSignal): AsyncGenerator<FrameEvent, void, void> {
  for await (const event of filmOf(reader, { hasMessages: false, cancel })) if (event.kind === 'frame') yield event;
}

// Only these contain the width of the terminal in recordings whose frames do not.
const hasSize = /"cols"/;

class Film {
  readonly #hasMessages: boolean;
  readonly #decoder = new FrameDecoder();
  readonly #messages = new ConversationParser();
  readonly #screens = new ScreenBuilder();
  #frames = 0;
  #last: FrameEvent | undefined;
  /** The width of the terminal according to the messages. */
  #cols: number | undefined;

  constructor(hasMessages: boolean) {
    this.#hasMessages = hasMessages;
  }

  eventsOf(event: RecordedEvent): readonly FilmEvent[] {
    if (event.direction === 'frame' || event.direction === 'frame-delta') return this.#frameOf(event);
    if (!this.#hasMessages && !hasSize.test(event.line)) return [];
    const messages = this.#messages.parse(event);
    for (const message of messages) this.#cols = findCols(message) ?? this.#cols;
    return this.#hasMessages ? messages : [];
  }

  dispose(): void {
    this.#screens.dispose();
  }

  #frameOf(event: RecordedEvent): readonly FrameEvent[] {
    const frame = this.#decoder.decode(event);
    if (frame === undefined) return [];
    this.#frames += 1;
    const screen = this.#screens.build(frame, this.#cols);
    const before = this.#last;
    const isSame =
      before !== undefined && isVisiblyEqual(before.screen, screen) && hasSameFacts(before, screen, frame.exit);
    if (isSame) return [];
    this.#last = {
      kind: 'frame',
      atMicros: event.timestampMicros,
      number: this.#frames,
      screen,
      exit: frame.exit,
    };
    return [this.#last];
  }
}

const hasSameFacts = ({ screen, exit }: FrameEvent, next: Screen, nextExit: RecordedExit | undefined): boolean =>
  screen.title === next.title && (exit === undefined) === (nextExit === undefined);

// A request sets the width, a response reports it.
function findCols(message: MessageEvent): number | undefined {
  if (message.kind === 'response') return colsFrom(message.result);
  const setsWidth = message.kind === 'request' && ['launch', 'resize'].includes(message.method);
  return setsWidth ? colsFrom(message.params) : undefined;
}

function colsFrom(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null || !('cols' in value)) return undefined;
  const { cols } = value;
  return Number.isInteger(cols) && (cols as number) >= 2 && (cols as number) <= 1000 ? (cols as number) : undefined;
}
