import { basename } from 'node:path';
import { MethodError } from '../../base/errors.js';
import { writeWhole } from '../../base/files.js';
import { loadSnapshot } from '../../pictures/ansi.js';
import type { Theme } from '../../pictures/themes.js';
import { version } from '../../protocol/generated/tables.js';
import type { Cursor, Screen } from '../../screen/screen.js';
import type { ResponseEvent } from '../../viewer/conversation.js';
import { type ComparisonData, type EventData, findError } from '../../viewer/format.js';
import { dataOf, hideInput, limitMessage } from '../conversation.js';
import { type FilmEvent, type FrameEvent, filmOf, maxCols, RowParser } from '../film.js';
import { removeControls } from '../frames.js';
import { RecordingReader } from '../reader.js';
import { EventEncoder, encodeRow, Segments } from './event-encoder.js';
import { type Failure, readBuiltFile, renderPage, Summary, TraceFonts } from './page.js';

const maxRows = 1000;
const minCols = 2;
const noScreen: Screen = {
  cols: minCols,
  rows: 0,
  lines: [],
  cursor: { row: 0, col: 0, isWrapPending: false, isVisible: false },
  title: '',
  ownColors: undefined,
  isReversed: false,
  isAlternate: false,
  top: 0,
  revision: 0,
};
const noFrame = { kind: 'frame', number: 0, exit: undefined } as const;

/**
 * Creates a frame of the screen on which a request failed, with the styles of the frame before; undefined if it equals that
 * frame. Frames are recorded at intervals, so the screen in the error can be newer than the last frame, or the only one.
 */
function createFailureFrame(response: ResponseEvent, before: FrameEvent | undefined): FrameEvent | undefined {
  const error = findError(response);
  if (error === undefined) return undefined;
  const { screen: text, cursor } = dataOf(error);
  if (typeof text !== 'string') return undefined;
  const rows = text.split('\n', maxRows).map(removeControls);
  const old = before?.screen.lines ?? [];
  if (rows.length === old.length && old.every((line, row) => line.trimmed === rows[row])) return undefined;
  const parser = new RowParser();
  try {
    const { screen = { ...noScreen, cols: measureRows(rows, parser) } } = before ?? {};
    const lines = rows.map((row, index) => {
      const line = old[index];
      return line?.trimmed === row ? line : parser.parse(row, screen.cols);
    });
    const changed = { ...screen, rows: rows.length, lines, cursor: cursorFrom(cursor, rows.length, screen) };
    return { ...(before ?? noFrame), atMicros: response.atMicros, screen: changed };
  } finally {
    parser.dispose();
  }
}

const measureRows = (rows: readonly string[], parser: RowParser): number =>
  Math.max(minCols, ...rows.map((row) => parser.parse(row, maxCols).trimmedWidth));

function cursorFrom(value: unknown, rows: number, { cols, cursor }: Screen): Cursor {
  const { row, col, visible } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const isInside = isIn(row, rows) && isIn(col, cols);
  if (!isInside) return { ...cursor, isVisible: false };
  return { row: row - 1, col: col - 1, isWrapPending: false, isVisible: visible === true };
}

const isIn = (value: unknown, max: number): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= max;

// Recordings are not trusted: they must not make a trace include other files.
const snapshotExtension = '.ansi.txt';

/** Loads the expected and the actual screen of a snapshot mismatch; undefined if their files cannot be read. */
function loadComparison(error: Readonly<Record<string, unknown>>): ComparisonData | undefined {
  const { kind, baselinePath, actualPath } = dataOf(error);
  if (kind !== 'snapshot-mismatch' || !isSnapshot(baselinePath) || !isSnapshot(actualPath)) return undefined;
  try {
    const [expected, actual] = [loadSnapshot(baselinePath), loadSnapshot(actualPath)];
    return {
      cols: Math.max(expected.cols, actual.cols),
      expected: expected.lines.map(encodeRow),
      actual: actual.lines.map(encodeRow),
    };
  } catch {
    return undefined;
  }
}

const isSnapshot = (path: unknown): path is string => typeof path === 'string' && path.endsWith(snapshotExtension);

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
