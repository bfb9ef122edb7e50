import { create } from './dom.js';
import type { ThemeData } from './format.js';
import type { Spot } from './moments.js';
import type { RecordedFrame } from './recording-model.js';
import { ScreenView, type ShownScreen } from './screen-view.js';

/** A screen in a window with a title bar, as large as the page permits. */
export class ScreenWindow {
  readonly element = create('div', { class: 'stage' });
  readonly window = create('div', { class: 'window' });
  /** What is shown below the screen. */
  readonly footer = create('div', { class: 'footer' });
  readonly view: ScreenView;
  readonly #title = create('span', { class: 'title' });
  readonly #badge = create('span', { class: 'badge' });
  #shown: ShownScreen | undefined;

  /** `controls` are shown in the title bar. */
  constructor(theme: ThemeData, controls: HTMLElement) {
    this.view = new ScreenView(theme);
    const bar = create('div', { class: 'bar' }, this.#title, controls, this.#badge);
    this.window.append(bar, create('div', { class: 'pad' }, this.view.element), this.footer);
    this.element.append(this.window);
    new ResizeObserver(() => this.fit()).observe(this.element);
  }

  /** Shows a screen with highlighted parts. `frame` is what the program displayed at that time. */
  show(screen: ShownScreen | undefined, spots: readonly Spot[], frame: RecordedFrame | undefined): void {
    if (screen !== undefined) this.view.show(screen, spots);
    this.window.hidden = screen === undefined;
    this.#title.textContent = frame?.title ?? '';
    this.#badge.textContent = frame === undefined ? '' : describeExit(frame) || `${frame.cols}×${frame.rows.length}`;
    this.#badge.classList.toggle('exited', frame?.exit != null);
    const hasSameSize = screen?.cols === this.#shown?.cols && screen?.rows.length === this.#shown?.rows.length;
    this.#shown = screen;
    if (!hasSameSize) this.fit();
  }

  /** Chooses the largest font with which the screen fits into the page. */
  fit(): void {
    if (this.#shown === undefined) return;
    const { cols, rows } = this.#shown;
    const { clientWidth, clientHeight } = this.element;
    // The border of the window and its title bar.
    this.view.fit(cols, rows.length, clientWidth - 36, clientHeight - 56 - this.footer.offsetHeight);
  }
}

function describeExit({ exit }: RecordedFrame): string {
  if (exit === null) return '';
  const how = exit.signal === null ? `exited ${exit.exitCode}` : `ended by ${exit.signal}`;
  return exit.timedOut ? `${how} (time limit)` : how;
}
