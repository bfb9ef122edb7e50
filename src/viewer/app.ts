import { Comparison, type Side, SideSwitch } from './comparison.js';
import { Controls } from './controls.js';
import { messageOf } from './describe-call.js';
import { Details } from './details.js';
import { create, createIcon } from './dom.js';
import type { EventData } from './format.js';
import { parseLink, toLink } from './links.js';
import { afterOf, beforeOf, type Spot, spotsOf } from './moments.js';
import { Player } from './player.js';
import { type Call, type Frame, Recording } from './recording.js';
import { RequestList } from './request-list.js';
import { type Picture, ScreenView } from './screen-view.js';
import { SearchField } from './search-field.js';
import type { Source } from './source.js';
import { Timeline } from './timeline.js';

/** The viewer: shows a recording at a moment, and the call that is selected. */
export class App {
  readonly element = create('div', { id: 'app' });
  readonly recording = new Recording();
  readonly title: string;
  readonly timeline: Timeline;
  readonly list: RequestList;
  readonly search: SearchField;
  readonly player: Player;
  readonly #source: Source;
  readonly #screen: ScreenView;
  readonly #stage = create('div', { class: 'stage' });
  readonly #window = create('div', { class: 'window' });
  readonly #windowTitle = create('span', { class: 'title' });
  readonly #badge = create('span', { class: 'badge' });
  readonly #banner = create('div', { class: 'banner', role: 'status' });
  readonly #switch = new SideSwitch((side) => this.choose(side));
  readonly #details = new Details();
  readonly #controls: Controls;
  #at = 0;
  #call: Call | undefined;
  #side: Side | undefined;
  #comparison: Comparison | undefined;
  #picture: Picture | undefined;

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
    this.player = new Player(
      () => this.#at,
      () => this.timeline.scale,
      (at) => this.#goTo(at, undefined, undefined),
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
  get call(): Call | undefined {
    return this.#call ?? this.recording.callAt(this.#at);
  }

  get frame(): Frame | undefined {
    return this.recording.frameAt(this.#at);
  }

  append(events: readonly EventData[]): void {
    const isAtEnd = this.#source.isLive && this.#at >= this.recording.end;
    for (const event of events) this.recording.append(event);
    this.timeline.update();
    this.list.update();
    this.search.update();
    this.#controls.updateTotals();
    // A live session is followed until the user goes back.
    if (isAtEnd) this.#goTo(this.recording.end, undefined, undefined);
  }

  /** Shows the moment of a link, else the first failure, else the end of a live session or the first screen. */
  open(hash: string): void {
    const place = parseLink(hash);
    const [failure] = this.recording.failures;
    const call = place !== undefined && 'id' in place ? this.recording.callWith(place.id) : undefined;
    if (call !== undefined) this.#selectCall(call, resultOf(call));
    else if (place !== undefined && 'at' in place) this.#goTo(place.at, undefined, undefined);
    else if (failure !== undefined) this.#selectCall(failure, resultOf(failure));
    else
      this.#goTo(this.#source.isLive ? this.recording.end : (this.recording.frames[0]?.at ?? 0), undefined, undefined);
    this.fit();
  }

  /** Goes to a time and pauses. */
  seek(at: number): void {
    this.player.pause();
    this.#goTo(Math.min(this.recording.end, Math.max(0, at)), undefined, undefined);
    this.#link({ at: this.#at });
  }

  /** Selects a call and shows the screen after it. */
  select(call: Call): void {
    this.player.pause();
    this.#selectCall(call, resultOf(call));
    this.#link(call.kind === 'request' ? { id: call.id } : { at: this.#at });
  }

  /** Shows the screen before or after the selected call, or one of its snapshots. */
  choose(side: Side): void {
    const { call } = this;
    if (call === undefined || !this.#sidesOf(call).includes(side)) return;
    this.player.pause();
    this.#selectCall(call, side);
  }

  /** Selects the next or previous call that passes the filter. */
  move(direction: 1 | -1): void {
    const { calls } = this.list;
    const { call } = this;
    const index = call === undefined ? -1 : calls.indexOf(call);
    const next = index >= 0 ? calls[index + direction] : calls.find(({ at }) => direction === 1 && at > this.#at);
    if (next !== undefined) this.select(next);
  }

  /** Selects the failure after the selected call, or the first one. */
  nextFailure(): void {
    const { failures } = this.recording;
    const next = failures.find(({ index }) => index > (this.call?.index ?? -1)) ?? failures[0];
    if (next !== undefined) this.select(next);
  }

  /** Shows the next or previous frame. */
  moveFrame(direction: 1 | -1): void {
    const frame = this.recording.frames[this.recording.indexAt(this.#at) + direction];
    if (frame !== undefined) this.seek(frame.at);
  }

  /** Goes forward or back in shown time. */
  skip(ms: number): void {
    const { scale } = this.timeline;
    this.seek(scale.toTime(scale.toShown(this.#at) + ms));
  }

  /** Shows or hides the details of the selected call. */
  toggleDetails(): void {
    this.#details.element.hidden = !this.#details.element.hidden;
  }

  /** Plays or pauses. */
  togglePlay(): void {
    if (this.player.isPlaying) {
      this.player.pause();
      this.#link({ at: this.#at });
    } else this.player.play();
    this.#render();
  }

  #selectCall(call: Call, side: Side): void {
    const at = side === 'before' ? beforeOf(call) : afterOf(call, this.recording);
    this.#goTo(at, call, side);
  }

  #goTo(at: number, call: Call | undefined, side: Side | undefined): void {
    if (call !== this.#call) this.#comparison = undefined;
    this.#at = at;
    this.#call = call;
    this.#side = side;
    const data = call?.response?.comparison;
    if (data !== undefined) this.#comparison ??= new Comparison(data);
    this.#render();
  }

  #link(place: Parameters<typeof toLink>[0]): void {
    try {
      history.replaceState(null, '', toLink(place));
    } catch {
      // Not allowed in some sandboxed frames.
    }
  }

  #sidesOf({ kind, response }: Call): readonly Side[] {
    if (kind === 'notification') return [];
    return response?.comparison === undefined
      ? ['before', 'after']
      : ['before', 'after', 'expected', 'actual', 'difference'];
  }

  #render(): void {
    const { call, frame } = this;
    const isCompared = this.#side !== 'before' && this.#side !== 'after';
    const picture = (isCompared ? this.#comparison?.picture(this.#side ?? 'actual') : undefined) ?? frame;
    if (picture !== undefined) this.#screen.show(picture, this.#spots(frame));
    this.#window.hidden = picture === undefined;
    this.#windowTitle.textContent = frame?.title ?? '';
    this.#badge.textContent = frame === undefined ? '' : exitText(frame) || `${frame.cols}×${frame.rows.length}`;
    this.#badge.classList.toggle('exited', frame?.exit != null);
    this.#switch.show(call === undefined ? [] : this.#sidesOf(call), this.#side);
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
    const hasSameSize = picture?.cols === this.#picture?.cols && picture?.rows.length === this.#picture?.rows.length;
    this.#picture = picture;
    if (!hasSameSize) this.fit();
  }

  #spots(frame: Frame | undefined): Spot[] {
    const found = frame === undefined || this.search.search === undefined ? [] : this.search.search.spotsOn(frame);
    if (this.#side === 'difference') return this.#comparison?.spots ?? [];
    return this.#side === 'after' && this.#call !== undefined ? [...found, ...spotsOf(this.#call)] : found;
  }

  /** Chooses the largest font with which the screen fits into the page. */
  fit(): void {
    if (this.#picture === undefined) return;
    const { cols, rows } = this.#picture;
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

/** What is shown first of a call. */
const resultOf = ({ response }: Call): Side => (response?.comparison === undefined ? 'after' : 'difference');

function exitText({ exit }: Frame): string {
  if (exit === null) return '';
  const how = exit.signal === null ? `exited ${exit.exitCode}` : `ended by ${exit.signal}`;
  return exit.timedOut ? `${how} (time limit)` : how;
}
