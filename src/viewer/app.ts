import { ComparedScreens, type ScreenSide, SideSwitch } from './compared-screens.js';
import { Controls } from './controls.js';
import { messageOf } from './describe-call.js';
import { Details } from './details.js';
import { create, createIcon } from './dom.js';
import type { EventData } from './format.js';
import { parseLink, toLink } from './links.js';
import { findResultTime, findSpots, type Spot } from './moments.js';
import { Playback } from './playback.js';
import { type RecordedCall, type RecordedFrame, RecordingModel } from './recording-model.js';
import { RequestList } from './request-list.js';
import { ScreenView, type ShownScreen } from './screen-view.js';
import { SearchField } from './search-field.js';
import type { Source } from './source.js';
import { Timeline } from './timeline.js';

/** The viewer: shows a recording at a moment, and the call that is selected. */
export class App {
  readonly element = create('div', { id: 'app' });
  readonly recording = new RecordingModel();
  readonly title: string;
  readonly timeline: Timeline;
  readonly list: RequestList;
  readonly search: SearchField;
  readonly playback: Playback;
  readonly #source: Source;
  readonly #screen: ScreenView;
  readonly #stage = create('div', { class: 'stage' });
  readonly #window = create('div', { class: 'window' });
  readonly #windowTitle = create('span', { class: 'title' });
  readonly #badge = create('span', { class: 'badge' });
  readonly #banner = create('div', { class: 'banner', role: 'status' });
  readonly #switch = new SideSwitch((side) => this.chooseSide(side));
  readonly #details = new Details();
  readonly #controls: Controls;
  #at = 0;
  #call: RecordedCall | undefined;
  #side: ScreenSide | undefined;
  #compared: ComparedScreens | undefined;
  #shown: ShownScreen | undefined;

  constructor(source: Source) {
    this.#source = source;
    this.title = source.header.title;
    this.#screen = new ScreenView(source.header.theme);
    this.timeline = new Timeline(this.recording, source.header.theme, (at) => this.seek(at));
    this.list = new RequestList(this.recording, (call) => this.select(call));
    this.search = new SearchField(
      this.recording,
      () => this.#at,
      (at) => (at === undefined ? this.#render() : this.seek(at)),
    );
    this.playback = new Playback(
      () => this.#at,
      () => this.timeline.scale,
      (at) => this.#goTo(at),
    );
    this.#controls = new Controls(this, source.header);
    this.#assemble();
    new ResizeObserver(() => this.fit()).observe(this.#stage);
  }

  /** The time that is shown, in milliseconds. */
  get at(): number {
    return this.#at;
  }

  /** The selected call, or the one that ran at the time that is shown. */
  get call(): RecordedCall | undefined {
    return this.#call ?? this.recording.callAt(this.#at);
  }

  /** The screen that is shown at this time. */
  get frame(): RecordedFrame | undefined {
    return this.recording.frameAt(this.#at);
  }

  /** Adds events to the recording. */
  append(events: readonly EventData[]): void {
    const isAtEnd = this.#source.isLive && this.#at >= this.recording.end;
    for (const event of events) this.recording.append(event);
    this.timeline.update();
    this.list.update();
    this.search.update();
    this.#controls.updateTotals();
    // A live session is followed until the user goes back.
    if (isAtEnd) this.#goTo(this.recording.end);
  }

  /** Shows the moment of a link, else the first failure, else the end of a live session or the first screen. */
  open(hash: string): void {
    const place = parseLink(hash);
    const [failure] = this.recording.failures;
    const call = place !== undefined && 'id' in place ? this.recording.findCall(place.id) : undefined;
    if (call !== undefined) this.#selectCall(call, chooseFirstSide(call));
    else if (place !== undefined && 'at' in place) this.#goTo(place.at);
    else if (failure !== undefined) this.#selectCall(failure, chooseFirstSide(failure));
    else this.#goTo(this.#source.isLive ? this.recording.end : (this.recording.frames[0]?.at ?? 0));
    this.fit();
  }

  /** Goes to a time and pauses. */
  seek(at: number): void {
    this.playback.pause();
    this.#goTo(Math.min(this.recording.end, Math.max(0, at)));
    this.#updateLink({ at: this.#at });
  }

  /** Selects a call and shows the screen after it. */
  select(call: RecordedCall): void {
    this.playback.pause();
    this.#selectCall(call, chooseFirstSide(call));
    this.#updateLink(call.kind === 'request' ? { id: call.id } : { at: this.#at });
  }

  /** Shows the screen before or after the selected call, or one of its snapshots. */
  chooseSide(side: ScreenSide): void {
    const { call } = this;
    if (call === undefined || !this.#listSides(call).includes(side)) return;
    this.playback.pause();
    this.#selectCall(call, side);
  }

  /** Selects the next or previous call that passes the filter. */
  moveSelection(direction: 1 | -1): void {
    const { calls } = this.list;
    const { call } = this;
    const index = call === undefined ? -1 : calls.indexOf(call);
    const next = index >= 0 ? calls[index + direction] : calls.find(({ at }) => direction === 1 && at > this.#at);
    if (next !== undefined) this.select(next);
  }

  /** Selects the failure after the selected call, or the first one. */
  selectNextFailure(): void {
    const { failures } = this.recording;
    const next = failures.find(({ index }) => index > (this.call?.index ?? -1)) ?? failures[0];
    if (next !== undefined) this.select(next);
  }

  /** Shows the next or previous frame. */
  moveFrame(direction: 1 | -1): void {
    const frame = this.recording.frames[this.recording.indexAt(this.#at) + direction];
    if (frame !== undefined) this.seek(frame.at);
  }

  /** Moves forward or back in shown time. */
  skip(ms: number): void {
    const { scale } = this.timeline;
    this.seek(scale.toTime(scale.toShown(this.#at) + ms));
  }

  /** Shows or hides the details of the selected call. */
  toggleDetails(): void {
    this.#details.element.hidden = !this.#details.element.hidden;
  }

  /** Starts or pauses playback. */
  togglePlay(): void {
    if (this.playback.isPlaying) {
      this.playback.pause();
      this.#updateLink({ at: this.#at });
    } else this.playback.play();
    this.#render();
  }

  #selectCall(call: RecordedCall, side: ScreenSide): void {
    const at = side === 'before' ? call.at : findResultTime(call, this.recording);
    this.#goTo(at, call, side);
  }

  #goTo(at: number, call?: RecordedCall, side?: ScreenSide): void {
    if (call !== this.#call) this.#compared = undefined;
    this.#at = at;
    this.#call = call;
    this.#side = side;
    const data = call?.response?.comparison;
    if (data !== undefined) this.#compared ??= new ComparedScreens(data);
    this.#render();
  }

  #updateLink(place: Parameters<typeof toLink>[0]): void {
    try {
      history.replaceState(null, '', toLink(place));
    } catch {
      // Not allowed in some sandboxed frames.
    }
  }

  #listSides({ kind, response }: RecordedCall): readonly ScreenSide[] {
    if (kind === 'notification') return [];
    return response?.comparison === undefined
      ? ['before', 'after']
      : ['before', 'after', 'expected', 'actual', 'difference'];
  }

  #render(): void {
    const { call, frame } = this;
    const isCompared = this.#side !== 'before' && this.#side !== 'after';
    const screen = (isCompared ? this.#compared?.getScreen(this.#side ?? 'actual') : undefined) ?? frame;
    if (screen !== undefined) this.#screen.show(screen, this.#listSpots(frame));
    this.#window.hidden = screen === undefined;
    this.#windowTitle.textContent = frame?.title ?? '';
    this.#badge.textContent = frame === undefined ? '' : describeExit(frame) || `${frame.cols}×${frame.rows.length}`;
    this.#badge.classList.toggle('exited', frame?.exit != null);
    this.#switch.show(call === undefined ? [] : this.#listSides(call), this.#side);
    const isFailure = call?.error !== undefined && this.#side !== 'before' && this.#at >= (call.response?.at ?? 0);
    this.#banner.hidden = !isFailure;
    if (isFailure)
      this.#banner.replaceChildren(
        createIcon('cross'),
        create('div', {}, create('b', {}, `${call.method} failed`), create('span', {}, messageOf(call))),
      );
    this.#screen.element.setAttribute('aria-label', `Screen at ${(this.#at / 1000).toFixed(2)} seconds`);
    this.list.show(call);
    this.#details.show(call);
    this.timeline.show(this.#at, this.search.hits);
    this.#controls.update();
    const hasSameSize = screen?.cols === this.#shown?.cols && screen?.rows.length === this.#shown?.rows.length;
    this.#shown = screen;
    if (!hasSameSize) this.fit();
  }

  #listSpots(frame: RecordedFrame | undefined): Spot[] {
    const found = frame === undefined || this.search.search === undefined ? [] : this.search.search.findSpots(frame);
    if (this.#side === 'difference') return this.#compared?.spots ?? [];
    return this.#side === 'after' && this.#call !== undefined ? [...found, ...findSpots(this.#call)] : found;
  }

  /** Chooses the largest font with which the screen fits into the page. */
  fit(): void {
    if (this.#shown === undefined) return;
    const { cols, rows } = this.#shown;
    const { clientWidth, clientHeight } = this.#stage;
    // The border of the window and its title bar.
    this.#screen.fit(cols, rows.length, clientWidth - 36, clientHeight - 56);
  }

  #assemble(): void {
    const bar = create('div', { class: 'bar' }, this.#windowTitle, this.#switch.element, this.#badge);
    this.#window.append(bar, create('div', { class: 'pad' }, this.#screen.element));
    this.#stage.append(this.#window);
    const middle = create('main', {}, this.#banner, this.#stage, this.#details.element);
    this.element.append(
      this.#controls.top,
      this.#controls.transport,
      create('div', { class: 'columns' }, this.list.element, middle),
    );
  }
}

/** Chooses the screen that is shown when a call is selected. */
const chooseFirstSide = ({ response }: RecordedCall): ScreenSide =>
  response?.comparison === undefined ? 'after' : 'difference';

function describeExit({ exit }: RecordedFrame): string {
  if (exit === null) return '';
  const how = exit.signal === null ? `exited ${exit.exitCode}` : `ended by ${exit.signal}`;
  return exit.timedOut ? `${how} (time limit)` : how;
}
