import { basename } from 'node:path';
import { MethodError } from '../../base/errors.js';
import { writeWhole } from '../../base/files.js';
import type { Theme } from '../../pictures/render/theme.js';
import { version } from '../../protocol/generated/tables.js';
import type { EventData } from '../../viewer/format.js';
import { type FilmEvent, type FrameEvent, filmOf } from '../film/film.js';
import { RecordingReader } from '../reader.js';
import { readBuiltFile } from './built-file.js';
import { EventEncoder } from './event-encoder.js';
import { createFailureFrame } from './failure-screen.js';
import { findError } from './failures.js';
import { TraceFonts } from './fonts.js';
import { hideInput } from './hide-input.js';
import { limitMessage } from './limit-message.js';
import { loadComparison } from './load-comparison.js';
import { renderPage } from './page.js';
import { Segments } from './segments.js';
import { type Failure, Summary } from './summary.js';

/** Options of a trace. */
export interface TraceOptions {
  readonly out: string;
  readonly title: string | undefined;
  readonly theme: Theme;
  /** Whether typed text is replaced with dots. */
  readonly hidesInput: boolean;
  /** Called again and again with the share of the recording that has been read, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** Writes the trace of a recording; resolves with the first failure. Nothing is written if the recording is unusable. */
export async function writeTrace(path: string, options: TraceOptions): Promise<Failure | undefined> {
  await using reader = await RecordingReader.open(path);
  const trace = new TraceBuilder(options);
  for await (const event of filmOf(reader, { onProgress: options.onProgress })) trace.append(event);
  if (trace.isEmpty) throw new MethodError('bad-recording', `${path} contains no events.`);
  writeWhole(options.out, trace.renderPage(basename(path), listNotes(reader)));
  return trace.failure;
}

function listNotes(reader: RecordingReader): string[] {
  const broken = reader.skippedLines - (reader.isTruncated ? 1 : 0);
  return [
    ...(reader.isTruncated ? ['The last line is incomplete and was skipped.'] : []),
    ...(broken > 0 ? [`${broken} ${broken === 1 ? 'line' : 'lines'} could not be read and were skipped.`] : []),
  ];
}

class TraceBuilder {
  readonly #options: TraceOptions;
  readonly #encoder = new EventEncoder();
  readonly #segments = new Segments();
  readonly #fonts = new TraceFonts();
  readonly #summary = new Summary();
  #frame: FrameEvent | undefined;
  #isEmpty = true;

  constructor(options: TraceOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  get failure(): Failure | undefined {
    return this.#summary.failure;
  }

  append(event: FilmEvent): void {
    this.#isEmpty = false;
    const exact = event.kind === 'response' ? createFailureFrame(event, this.#frame) : undefined;
    if (exact !== undefined) this.#add(exact);
    this.#add(event);
  }

  renderPage(name: string, notes: readonly string[]): string {
    this.#segments.finish();
    const { title = name.replace(/\.jsonl$/, ''), theme } = this.#options;
    const { dropped } = this.#segments;
    const droppedNotes = dropped === 0 ? [] : ['The recording is too large: parts of its beginning were left out.'];
    const { foreground, background, cursor, palette } = theme;
    return renderPage({
      header: {
        version,
        title,
        name,
        startedAt: Math.round((this.#encoder.startMicros ?? 0) / 1000),
        theme: { foreground, background, cursor, palette },
        notes: [...notes, ...droppedNotes],
      },
      segments: this.#segments.packed,
      failure: this.#summary.failure,
      requests: this.#summary.requests,
      screen: this.#summary.screen,
      script: readBuiltFile('viewer.js').toString().trimEnd(),
      style: this.#fonts.toCss() + readBuiltFile('viewer.css').toString().trimEnd(),
    });
  }

  #add(event: FilmEvent): void {
    if (event.kind === 'frame') this.#frame = event;
    if (this.#segments.isFull) {
      this.#segments.finish();
      this.#encoder.reset();
    }
    const encoded = this.#encoder.encode(event);
    this.#summary.append(this.#options.hidesInput && event.kind === 'request' ? { ...event, params: {} } : event);
    if (encoded === undefined) return;
    if (encoded.type === 'frame') this.#fonts.collect(encoded.add ?? []);
    const limited = limitMessage(encoded);
    const shown = this.#options.hidesInput ? hideInput(limited) : limited;
    const error = event.kind === 'response' ? findError(event) : undefined;
    this.#segments.append(error === undefined ? shown : addComparison(shown, error), error !== undefined);
  }
}

function addComparison(event: EventData, error: Readonly<Record<string, unknown>>): EventData {
  const comparison = loadComparison(error);
  return event.type === 'response' && comparison !== undefined ? { ...event, comparison } : event;
}
