import {
  ComparedScreens,
  chooseFirstSide,
  findResultTime,
  findSpots,
  listSides,
  type ScreenSide,
  SideSwitch,
  type Spot,
} from './compared-screens.js';
import { Controls } from './controls.js';
import { create, createIcon, Playback } from './dom.js';
import type { EventData, HeaderData } from './format.js';
import { errorTextOf, parseLink, toLink } from './messages.js';
import { type RecordedCall, type RecordedFrame, RecordingModel } from './recording-model.js';
import { Details, RequestList } from './request-list.js';
import { ScreenWindow } from './screen-view.js';
import { SearchField } from './search.js';
import { Timeline } from './timeline.js';

/** The viewer: shows a recording at a moment, and the call that is selected. */
export class App {
  readonly element = create('div', { id: 'app' });
  readonly recording: RecordingModel;
  /** What is shown above the screen. */
  readonly messages = create('div', {});
  readonly window: ScreenWindow;
  readonly isLive: boolean;
  readonly timeline: Timeline;
  readonly list: RequestList;
  readonly search: SearchField;
  readonly playback: Playback;
  /** Called when a moment has been shown. */
  onShow: () => void = () => {};
  /** Begins to type into the program of a live session. */
  onType: () => void = () => {};
  readonly #banner = create('div', { class: 'banner', role: 'status' });
  readonly #switch = new SideSwitch((side) => this.chooseSide(side));
  readonly controls: Controls;
  readonly details: Details;
  #header: HeaderData;
  #isFollowing: boolean;
  #at = 0;
  #call: RecordedCall | undefined;
  #side: ScreenSide | undefined;
  #compared: ComparedScreens | undefined;
  /** What the user has chosen. */
  #isDetailed: boolean | undefined;

  /** In a live session, more events can follow at any time. */
  constructor(header: HeaderData, isLive = false) {
    this.#header = header;
    this.isLive = isLive;
    this.#isFollowing = isLive;
    this.recording = new RecordingModel(isLive);
    this.window = new ScreenWindow(header.theme, this.#switch.element);
    this.timeline = new Timeline(this.recording, header.theme, (at) => this.seek(at));
    this.details = new Details(this.recording, (call) => this.select(call));
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
    this.playback.onEnd = () => this.follow();
    this.controls = new Controls(this);
    this.#assemble();
  }

  /** Facts about the recording. */
  get header(): HeaderData {
    return this.#header;
  }

  set header(header: HeaderData) {
    this.#header = header;
    this.window.view.theme = header.theme;
    this.timeline.theme = header.theme;
    this.controls.updateTotals();
    this.show();
  }

  /** Whether the present of a live session is shown. */
  get isFollowing(): boolean {
    return this.#isFollowing;
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
    for (const event of events) this.recording.append(event);
    this.update();
  }

  /** Reads the recording again, after it has changed. */
  update(): void {
    this.timeline.update();
    this.list.update();
    this.search.update();
    this.controls.updateTotals();
  }

  /** Shows the present of a live session, and follows it until the user goes back. */
  follow(): void {
    if (!this.isLive) return;
    this.playback.pause();
    this.#isFollowing = true;
    this.show();
  }

  /** Shows the current moment again: the present, if it is followed. */
  show(): void {
    const { start, end } = this.recording;
    if (this.#isFollowing) this.#moveTo(end);
    else this.#moveTo(Math.max(start, this.#at), this.#call, this.#side);
  }

  /** Shows the moment of a link, else the first failure, else the end of a live session or the first screen. */
  open(hash: string): void {
    const place = parseLink(hash);
    const [failure] = this.recording.failures;
    const call = place !== undefined && 'id' in place ? this.recording.findCall(place.id) : undefined;
    if (call !== undefined) this.#selectCall(call, chooseFirstSide(call));
    else if (place !== undefined && 'at' in place) this.#goTo(place.at);
    else if (failure !== undefined) this.#selectCall(failure, chooseFirstSide(failure));
    else this.#goTo(this.recording.frames[0]?.at ?? 0);
    this.window.fit();
  }

  /** Goes to a time and pauses. */
  seek(at: number): void {
    const { start, end } = this.recording;
    if (this.isLive && at >= end) {
      this.follow();
      return;
    }
    this.playback.pause();
    this.#goTo(Math.min(end, Math.max(start, at)));
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
    if (call === undefined || !listSides(call).includes(side)) return;
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
    this.#isDetailed = this.details.element.hidden !== false;
    this.#render();
  }

  /** Starts or pauses playback. */
  togglePlay(): void {
    if (this.playback.isPlaying) {
      this.playback.pause();
      this.#updateLink({ at: this.#at });
    } else if (this.#isFollowing) this.#goTo(this.#at);
    else if (this.isLive && this.#at >= this.recording.end) this.follow();
    else this.playback.play();
    this.#render();
  }

  #selectCall(call: RecordedCall, side: ScreenSide): void {
    const at = side === 'before' ? call.at : findResultTime(call, this.recording);
    this.#goTo(at, call, side);
  }

  #goTo(at: number, call?: RecordedCall, side?: ScreenSide): void {
    this.#isFollowing = false;
    this.#moveTo(at, call, side);
  }

  #moveTo(at: number, call?: RecordedCall, side?: ScreenSide): void {
    if (call !== this.#call) this.#compared = undefined;
    this.#at = at;
    this.#call = call;
    this.#side = side;
    const data = call?.response?.comparison;
    if (data !== undefined) this.#compared ??= new ComparedScreens(data);
    this.#render();
  }

  #updateLink(place: Parameters<typeof toLink>[0]): void {
    // The link to a live session contains its token.
    if (this.isLive) return;
    try {
      history.replaceState(null, '', toLink(place));
    } catch {
      // Not allowed in some sandboxed frames.
    }
  }

  #render(): void {
    const { call, frame } = this;
    const isCompared = this.#side !== 'before' && this.#side !== 'after';
    const screen = (isCompared ? this.#compared?.getScreen(this.#side ?? 'actual') : undefined) ?? frame;
    this.window.show(screen, this.#listSpots(frame), frame);
    this.#switch.show(call === undefined ? [] : listSides(call), this.#side);
    const isFailure = call?.error !== undefined && this.#side !== 'before' && this.#at >= (call.response?.at ?? 0);
    this.#banner.hidden = !isFailure;
    if (isFailure)
      this.#banner.replaceChildren(
        createIcon('cross'),
        create('div', {}, create('b', {}, `${call.method} failed`), create('span', {}, errorTextOf(call))),
      );
    const moment = this.#isFollowing ? 'Live screen' : `Screen at ${(this.#at / 1000).toFixed(2)} seconds`;
    this.window.view.element.setAttribute('aria-label', moment);
    this.list.show(call);
    // While a program runs, its screen is more important.
    this.details.element.hidden = !(this.#isDetailed ?? (!this.#isFollowing || frame?.exit != null));
    this.details.show(call);
    this.timeline.show(this.#at, this.search.hits);
    this.controls.update();
    this.onShow();
  }

  #listSpots(frame: RecordedFrame | undefined): Spot[] {
    const found = frame === undefined || this.search.search === undefined ? [] : this.search.search.findSpots(frame);
    if (this.#side === 'difference') return this.#compared?.spots ?? [];
    return this.#side === 'after' && this.#call !== undefined ? [...found, ...findSpots(this.#call)] : found;
  }

  #assemble(): void {
    this.messages.append(this.#banner);
    const middle = create('main', {}, this.messages, this.window.element, this.details.element);
    this.element.append(
      this.controls.top,
      this.controls.transport,
      create('div', { class: 'columns' }, this.list.element, middle),
    );
  }
}
