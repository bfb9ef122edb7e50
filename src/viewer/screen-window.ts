import { create } from './dom.js';
import type { ThemeData } from './format.js';
import type { Spot } from './moments.js';
import type { RecordedFrame } from './recording-model.js';
import { maxStyledRows, ScreenView, type ShownScreen } from './screen-view.js';

// Above and below the visible ones.
const extraRows = 10;

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
    this.element.addEventListener('scroll', () => this.#reveal());
  }

  /** Shows a screen with highlighted parts. `frame` is what the program displayed at that time. */
  show(screen: ShownScreen | undefined, spots: readonly Spot[], frame: RecordedFrame | undefined): void {
    this.window.hidden = screen === undefined;
    this.#title.textContent = frame?.title ?? '';
    this.#badge.textContent = frame === undefined ? '' : describeExit(frame) || `${frame.cols}×${frame.rows.length}`;
    this.#badge.classList.toggle('exited', frame?.exit != null);
    const hasSameSize = screen?.cols === this.#shown?.cols && screen?.rows.length === this.#shown?.rows.length;
    this.#shown = screen;
    // The size decides which rows are visible.
    if (!hasSameSize) this.fit();
    if (screen !== undefined) this.view.show(screen, spots);
  }

  /** Chooses the largest font with which the screen fits into the page. */
  fit(): void {
    if (this.#shown === undefined) return;
    const { cols, rows } = this.#shown;
    const { clientWidth, clientHeight } = this.element;
    // The border of the window and its title bar.
    this.view.fit(cols, rows.length, clientWidth - 36, clientHeight - 56 - this.footer.offsetHeight);
    this.#reveal();
  }

  #reveal(): void {
    const rows = this.#shown?.rows.length ?? 0;
    if (rows <= maxStyledRows) {
      this.view.reveal(0, maxStyledRows);
      return;
    }
    const [stage, screen] = [this.element, this.view.element].map((element) => element.getBoundingClientRect());
    if (stage === undefined || screen === undefined) return;
    const toRow = (y: number): number => ((y - screen.top) / (screen.height || 1)) * rows;
    this.view.reveal(Math.floor(toRow(stage.top)) - extraRows, Math.ceil(toRow(stage.bottom)) + extraRows);
  }
}

function describeExit({ exit }: RecordedFrame): string {
  if (exit === null) return '';
  const how = exit.signal === null ? `exited ${exit.exitCode}` : `ended by ${exit.signal}`;
  return exit.timedOut ? `${how} (time limit)` : how;
}
