import { eventMethod } from './conversation.js';
import { create, setAttribute } from './dom.js';
import { listMarks, markNames, type TimelineMark } from './findings.js';
import type { ThemeData } from './format.js';
import { classifyMethod, formatTime } from './messages.js';
import type { RecordingModel } from './recording-model.js';
import { ScreenView } from './screen-view.js';

const height = 44;
// The preview is shown at half its size.
const previewWidth = 520;
const lanes = {
  calls: 4,
  callHeight: 7,
  events: 0,
  eventSize: 3,
  marks: 13,
  markHeight: 8,
  activityTop: 15,
  activityBottom: 38,
  hits: 40,
} as const;
// A mark that is this near belongs to the moment under the pointer.
const nearPixels = 4;
const colorNames = [
  ...['input', 'wait', 'read', 'session', 'fail', 'activity'],
  ...['hit', 'fold', 'line', 'event', 'clear', 'flash'],
] as const;

type Colors = Readonly<Record<(typeof colorNames)[number], string>>;

/** Shows activity, requests, failures and search hits over time; clicking or dragging goes to a moment. */
export class Timeline {
  readonly element = create('div', { class: 'timeline' });
  readonly #canvas = create('canvas', {
    role: 'slider',
    tabindex: 0,
    'aria-label': 'Time',
    'aria-valuemin': 0,
  });
  readonly #playhead = create('div', { class: 'playhead', 'aria-hidden': 'true' });
  readonly #hover = create('div', { class: 'hover', hidden: true, 'aria-hidden': 'true' });
  readonly #hoverText = create('div', {});
  readonly #previewBox = create('div', { class: 'preview' });
  readonly #preview: ScreenView;
  readonly #recording: RecordingModel;
  #scale = new TimeScale([], 0, 0, true);
  #at = 0;
  #hits: readonly number[] = [];
  #isFolding = true;
  #marks: readonly TimelineMark[] = [];

  constructor(recording: RecordingModel, theme: ThemeData, goTo: (at: number) => void) {
    this.#recording = recording;
    this.#preview = new ScreenView(theme);
    this.#previewBox.append(this.#preview.element);
    this.#hover.append(this.#hoverText, this.#previewBox);
    this.element.append(this.#canvas, this.#playhead, this.#hover);
    this.#canvas.addEventListener('pointerdown', (event) => {
      this.#canvas.setPointerCapture(event.pointerId);
      goTo(this.#timeAt(event));
    });
    this.#canvas.addEventListener('pointermove', (event) => {
      if (this.#canvas.hasPointerCapture(event.pointerId)) goTo(this.#timeAt(event));
      this.#showHover(event);
    });
    this.#canvas.addEventListener('pointerleave', () => {
      this.#hover.hidden = true;
    });
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  /** The colors of the preview. */
  set theme(theme: ThemeData) {
    this.#preview.theme = theme;
  }

  /** Shown time, in which idle time is folded. */
  get scale(): TimeScale {
    return this.#scale;
  }

  /** Whether idle time is folded. */
  get isFolding(): boolean {
    return this.#isFolding;
  }

  /** Folds idle time, or shows it in full. */
  setFolding(isFolding: boolean): void {
    this.#isFolding = isFolding;
    this.update();
  }

  /** Reads the recording again, after it has changed. */
  update(): void {
    const { moments, start, end } = this.#recording;
    this.#scale = new TimeScale(moments, start, end, this.#isFolding);
    this.#marks = listMarks(this.#recording);
    this.show(this.#at, this.#hits);
    this.draw();
  }

  /** Shows a time and the hits of the search. */
  show(at: number, hits: readonly number[]): void {
    this.#at = at;
    setAttribute(this.#canvas, 'aria-valuemin', (this.#recording.start / 1000).toFixed(2));
    setAttribute(this.#canvas, 'aria-valuemax', (this.#recording.end / 1000).toFixed(2));
    setAttribute(this.#canvas, 'aria-valuenow', (at / 1000).toFixed(2));
    setAttribute(this.#canvas, 'aria-valuetext', formatTime(at));
    this.#playhead.style.left = `${(100 * this.#scale.toShown(at)) / (this.#scale.shownEnd || 1)}%`;
    if (hits === this.#hits) return;
    this.#hits = hits;
    this.draw();
  }

  #timeAt({ clientX }: PointerEvent): number {
    const { left, width } = this.#canvas.getBoundingClientRect();
    const part = Math.min(1, Math.max(0, (clientX - left) / width));
    return this.#scale.toTime(part * this.#scale.shownEnd);
  }

  /** The kinds of marks that are near the pointer. */
  #namesOfMarks({ clientX }: PointerEvent): string[] {
    const { left, width } = this.#canvas.getBoundingClientRect();
    const near = this.#marks.filter(({ at }) => {
      const x = (this.#scale.toShown(at) / (this.#scale.shownEnd || 1)) * width;
      return Math.abs(left + x - clientX) <= nearPixels;
    });
    return [...new Set(near.map(({ what }) => markNames[what]))];
  }

  #showHover(event: PointerEvent): void {
    const { left, width } = this.#canvas.getBoundingClientRect();
    const at = this.#timeAt(event);
    const { method = '' } = this.#recording.callAt(at) ?? {};
    this.#hoverText.textContent = [formatTime(at), method, ...this.#namesOfMarks(event)].join(' · ');
    this.#hover.hidden = false;
    const frame = this.#recording.frameAt(at);
    if (frame !== undefined) {
      this.#preview.fit(frame.cols, frame.rows.length, previewWidth, previewWidth);
      this.#preview.show(frame, []);
      const { width: fullWidth, height: fullHeight } = this.#preview.element.style;
      this.#previewBox.style.width = `calc(${fullWidth} / 2)`;
      this.#previewBox.style.height = `calc(${fullHeight} / 2)`;
    }
    const half = this.#hover.clientWidth / 2;
    this.#hover.style.left = `${Math.min(width - half, Math.max(half, event.clientX - left))}px`;
  }

  /** Draws the canvas. */
  draw(): void {
    const width = this.element.clientWidth;
    const context = this.#canvas.getContext('2d');
    if (context === null || width === 0) return;
    const ratio = devicePixelRatio;
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    context.scale(ratio, ratio);
    const style = getComputedStyle(this.element);
    const colors = Object.fromEntries(
      colorNames.map((name) => [name, style.getPropertyValue(`--${name}`)]),
    ) as unknown as Colors;
    const toX = (at: number): number => (this.#scale.toShown(at) / (this.#scale.shownEnd || 1)) * width;
    drawFolds(context, this.#scale, toX, colors);
    const top = this.#marks.length === 0 ? lanes.activityTop : lanes.marks + lanes.markHeight + 2;
    drawActivity(context, this.#recording, width, toX, colors, top);
    drawCalls(context, this.#recording, toX, colors);
    drawEvents(context, this.#recording, toX, colors);
    drawMarks(context, this.#marks, toX, colors);
    context.fillStyle = colors.hit;
    for (const at of this.#hits) context.fillRect(toX(at) - 1, lanes.hits, 2, height - lanes.hits);
  }
}

type ToX = (at: number) => number;

function drawFolds(context: CanvasRenderingContext2D, { folds }: TimeScale, toX: ToX, colors: Colors): void {
  for (const { from, to } of folds) {
    const [left, right] = [toX(from), toX(to)];
    context.fillStyle = colors.fold;
    context.fillRect(left, 0, right - left, height);
    context.fillStyle = colors.line;
    context.font = '10px system-ui';
    context.textAlign = 'center';
    const label = `${Math.round((to - from) / 1000)} s`;
    if (right - left > 22) context.fillText(label, (left + right) / 2, 30);
  }
}

function drawActivity(
  context: CanvasRenderingContext2D,
  { frames }: RecordingModel,
  width: number,
  toX: ToX,
  colors: Colors,
  top: number,
): void {
  const bars = new Float64Array(Math.ceil(width / 3) + 1);
  for (const { at, changedRows } of frames) {
    const bar = Math.floor(toX(at) / 3);
    bars[bar] = (bars[bar] ?? 0) + changedRows;
  }
  const highest = Math.max(1, ...bars);
  context.fillStyle = colors.activity;
  for (const [bar, rows] of bars.entries()) {
    if (rows === 0) continue;
    // A square root, so that single rows remain visible next to full screens.
    const size = Math.max(2, Math.sqrt(rows / highest) * (lanes.activityBottom - top));
    context.fillRect(bar * 3, lanes.activityBottom - size, 2, size);
  }
}

function drawCalls(context: CanvasRenderingContext2D, { calls, end }: RecordingModel, toX: ToX, colors: Colors): void {
  const failed = calls.filter(({ error }) => error !== undefined);
  for (const { kind, method, at, response, error } of calls) {
    if (kind !== 'request' || error !== undefined) continue;
    const left = toX(at);
    context.fillStyle = colors[classifyMethod(method)];
    context.fillRect(left, lanes.calls, Math.max(2, toX(response?.at ?? end) - left), lanes.callHeight);
  }
  context.fillStyle = colors.fail;
  for (const { at, response } of failed) {
    const [left, right] = [toX(at), toX(response?.at ?? end)];
    context.fillRect(left, lanes.calls, Math.max(2, right - left), lanes.callHeight);
    context.fillRect(right - 1, 0, 2, height);
  }
}

/** Draws what the program has sent without changing a cell: bells, notifications, commands. */
function drawEvents(context: CanvasRenderingContext2D, { calls }: RecordingModel, toX: ToX, colors: Colors): void {
  context.fillStyle = colors.event;
  for (const { method, at } of calls)
    if (method === eventMethod) context.fillRect(toX(at) - 1, lanes.events, lanes.eventSize, lanes.eventSize);
}

/** Frames are lines; clears are triangles, and flashes diamonds, so that color is not needed to tell them apart. */
function drawMarks(context: CanvasRenderingContext2D, marks: readonly TimelineMark[], toX: ToX, colors: Colors): void {
  const [top, size] = [lanes.marks, lanes.markHeight];
  const fill = (
    color: string,
    what: TimelineMark['what'],
    corners: readonly (readonly [x: number, y: number])[],
  ): void => {
    context.fillStyle = color;
    for (const mark of marks) {
      if (mark.what !== what) continue;
      const x = toX(mark.at);
      context.beginPath();
      for (const [dx, dy] of corners) context.lineTo(x + dx, top + dy);
      context.fill();
    }
  };
  const half = size / 2;
  fill(colors.line, 'frame', [
    [-0.5, 0],
    [0.5, 0],
    [0.5, size],
    [-0.5, size],
  ]);
  fill(colors.clear, 'fullClear', [
    [-half, 0],
    [half, 0],
    [0, size],
  ]);
  fill(colors.flash, 'blankFlash', [
    [0, -1],
    [half + 1, half],
    [0, size + 1],
    [-half - 1, half],
  ]);
}

/** A time without activity that is shown shorter. */
interface Fold {
  readonly from: number;
  readonly to: number;
}

interface Segment {
  readonly from: number;
  readonly to: number;
  /** Its beginning in shown time. */
  readonly shownFrom: number;
  readonly shownTo: number;
}

// Idle time longer than this is folded to `foldedMs`.
const maxIdleMs = 2000;
const foldedMs = 500;

/** Converts between the time of a recording and shown time, in which idle time is folded. */
export class TimeScale {
  readonly #segments: readonly Segment[];
  readonly #start: number;
  readonly folds: readonly Fold[];

  /** `activity` lists the moments at which something happened, in ascending order. */
  constructor(activity: readonly number[], start: number, end: number, isFolding: boolean) {
    const folds = isFolding ? findFolds(activity, start, end) : [];
    const segments: Segment[] = [];
    let [at, shown] = [start, 0];
    const append = (to: number, shownMs: number): void => {
      if (to > at) segments.push({ from: at, to, shownFrom: shown, shownTo: shown + shownMs });
      shown += to > at ? shownMs : 0;
      at = Math.max(at, to);
    };
    for (const { from, to } of folds) {
      append(from, from - at);
      append(to, foldedMs);
    }
    append(end, end - at);
    this.#start = start;
    this.folds = folds;
    this.#segments = segments;
  }

  /** The length in shown milliseconds. */
  get shownEnd(): number {
    return this.#segments.at(-1)?.shownTo ?? 0;
  }

  /** Converts a time to shown time. */
  toShown(at: number): number {
    const segment = findFirstSegment(this.#segments, ({ to }) => at <= to);
    if (segment === undefined) return this.shownEnd;
    const { from, to, shownFrom, shownTo } = segment;
    return shownFrom + ((Math.max(at, from) - from) / (to - from)) * (shownTo - shownFrom);
  }

  toTime(shown: number): number {
    const segment = findFirstSegment(this.#segments, ({ shownTo }) => shown <= shownTo) ?? this.#segments.at(-1);
    if (segment === undefined) return this.#start;
    const { from, to, shownFrom, shownTo } = segment;
    const part = Math.min(1, Math.max(0, (shown - shownFrom) / (shownTo - shownFrom)));
    return from + part * (to - from);
  }
}

function findFolds(moments: readonly number[], start: number, end: number): Fold[] {
  const folds: Fold[] = [];
  let from = start;
  for (let index = 0; index <= moments.length; index += 1) {
    const to = moments[index] ?? end;
    // A short time before and after remains, so that the activity there can be seen.
    if (to - from > maxIdleMs) folds.push({ from: from + foldedMs / 2, to: to - foldedMs / 2 });
    from = Math.max(from, to);
  }
  return folds;
}

/** Returns the first segment that meets a condition, by binary search; all segments after it must meet it, too. */
function findFirstSegment(segments: readonly Segment[], isMet: (segment: Segment) => boolean): Segment | undefined {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isMet(segments[middle] as Segment)) high = middle;
    else low = middle + 1;
  }
  return segments[low];
}
