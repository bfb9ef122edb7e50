import type { Line } from '../../screen/line.js';
import type { Screen } from '../../screen/screen.js';
import type { ColorData, EventData, ExitData, FrameData, RowData } from '../../viewer/format.js';
import type { FilmEvent, FrameEvent } from '../film/film.js';
import { encodeCursor, encodeRow } from './encode-row.js';

/** Encodes the events of a recording for the viewer. */
export class EventEncoder {
  #startMicros: number | undefined;
  #numbers = new WeakMap<Line, number>();
  #numbersByText = new Map<string, number>();
  #before: FrameEvent | undefined;
  #shown: Partial<Record<'cursor' | 'colors' | 'exit', string>> = {};

  /** Times are relative to `startMicros` (default: the time of the first event). */
  constructor(startMicros?: number) {
    this.#startMicros = startMicros;
  }

  /** The time to which others are relative, in microseconds since 1970. */
  get startMicros(): number | undefined {
    return this.#startMicros;
  }

  /** Encodes an event; undefined for a response to an unknown request. */
  encode(event: FilmEvent): EventData | undefined {
    this.#startMicros ??= event.atMicros;
    const at = Math.round((event.atMicros - this.#startMicros) / 10) / 100;
    switch (event.kind) {
      case 'frame':
        return this.#encodeFrame(event, at);
      case 'request':
        return { type: 'request', at, id: event.number, method: event.method, params: event.params };
      case 'response': {
        if (event.request === undefined) return undefined;
        const { error, result } = event;
        return { type: 'response', at, id: event.request.number, ...(error === undefined ? { result } : { error }) };
      }
      default:
        return { type: 'notification', at, method: event.method, params: event.params };
    }
  }

  /** Makes the next frame complete, so that it can be read without the frames before it. */
  reset(): void {
    this.#numbers = new WeakMap();
    this.#numbersByText = new Map();
    this.#before = undefined;
    this.#shown = {};
  }

  #encodeFrame(event: FrameEvent, at: number): FrameData {
    const { screen, exit } = event;
    const before = this.#before?.screen;
    const isNewSize = before?.rows !== screen.rows || before.cols !== screen.cols;
    const add: RowData[] = [];
    const set: number[] = [];
    for (const [row, line] of screen.lines.entries())
      if (isNewSize || before.lines[row] !== line) set.push(row, this.#assignNumber(line, add));
    this.#before = event;
    return {
      type: 'frame',
      at,
      ...(before === undefined ? { reset: true } : {}),
      ...(isNewSize ? { rows: screen.rows, cols: screen.cols } : {}),
      ...(add.length > 0 ? { add } : {}),
      ...(set.length > 0 ? { set } : {}),
      ...this.#pickChanged('cursor', encodeCursor(screen)),
      ...(before?.title === screen.title ? {} : { title: screen.title }),
      ...this.#pickChanged('colors', encodeColors(screen)),
      ...this.#pickChanged('exit', exit === undefined ? null : encodeExit(exit)),
    };
  }

  #assignNumber(line: Line, add: RowData[]): number {
    const known = this.#numbers.get(line);
    if (known !== undefined) return known;
    const row = encodeRow(line);
    const text = JSON.stringify(row);
    let number = this.#numbersByText.get(text);
    if (number === undefined) {
      number = this.#numbersByText.size;
      this.#numbersByText.set(text, number);
      add.push(row);
    }
    this.#numbers.set(line, number);
    return number;
  }

  #pickChanged<N extends 'cursor' | 'colors' | 'exit'>(name: N, value: FrameData[N]): Partial<Record<N, FrameData[N]>> {
    const text = JSON.stringify(value);
    if (this.#shown[name] === text) return {};
    this.#shown[name] = text;
    return { [name]: value } as Partial<Record<N, FrameData[N]>>;
  }
}

function encodeColors({ ownColors, isReversed }: Screen): ColorData | null {
  if (ownColors === undefined && !isReversed) return null;
  const { palette = new Map<number, number>(), ...grounds } = ownColors ?? {};
  return {
    ...grounds,
    ...(palette.size > 0 ? { palette: [...palette] } : {}),
    ...(isReversed ? { reversed: true } : {}),
  };
}

const encodeExit = ({ exitCode, signal, isTimedOut }: NonNullable<FrameEvent['exit']>): ExitData => ({
  exitCode,
  signal,
  timedOut: isTimedOut,
});
