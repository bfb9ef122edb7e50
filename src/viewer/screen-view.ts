import { resolveAppearance, resolveColors, toCssColor } from './colors.js';
import type { Spot } from './compared-screens.js';
import { create } from './dom.js';
import { type ColorData, type RunData, runFlags, type ThemeData, underlineShift } from './format.js';
import { type RecordedFrame, type Row, simplifyRow, wideShareOf, widthOf } from './recording-model.js';

/** The content of a screen view: a frame, or a screen without its time. */
export type ShownScreen = Pick<RecordedFrame, 'rows' | 'cols' | 'cursor' | 'colors'>;

const underlineStyles = ['', 'solid', 'double', 'wavy', 'dotted', 'dashed'] as const;
// The font is 15.5 pixels high in rows of 18 pixels, as in pictures.
const fontPart = 15.5 / 18;
const maxRowHeight = 22;
const minRowHeight = 7;
// Browsers need a second for more elements. Only screens of hundreds of cells in both directions have that many runs.
const maxRuns = 20_000;
/** Of screens with more rows, only the visible ones are shown with styles. */
const maxStyledRows = 150;

/**
 * Shows a screen as text in the DOM. Only rows that have changed are rendered again. Rows that are not visible are plain
 * text, so that they can be selected and found.
 */
export class ScreenView {
  readonly element = create('div', { class: 'screen', tabindex: 0, role: 'group' });
  readonly #rows = create('div', { class: 'rows' });
  readonly #marks = create('div', { class: 'marks', 'aria-hidden': 'true' });
  readonly #cursor = create('div', { class: 'cursor', 'aria-hidden': 'true' });
  #theme: ThemeData;
  #shown: readonly Row[] = [];
  /** The first row with styles, and the one after the last. */
  #styled: readonly [from: number, to: number] = [0, maxStyledRows];
  #colorsShown: ColorData | null | undefined;
  #colors: ThemeData;

  constructor(theme: ThemeData) {
    this.#theme = theme;
    this.#colors = theme;
    this.element.append(this.#rows, this.#marks, this.#cursor);
    this.element.addEventListener('copy', (event) => {
      event.clipboardData?.setData('text/plain', getSelectedText());
      event.preventDefault();
    });
  }

  /** The colors of screens that are shown from now on. */
  set theme(theme: ThemeData) {
    this.#theme = theme;
    this.#colorsShown = undefined;
  }

  /** Shows a screen and highlights parts of it. */
  show(screen: ShownScreen, spots: readonly Spot[]): void {
    if (screen.colors !== this.#colorsShown) this.#changeColors(screen.colors);
    const { rows } = screen;
    const { children } = this.#rows;
    while (children.length > rows.length) this.#rows.lastChild?.remove();
    for (const [index, row] of rows.entries()) {
      if (this.#shown[index] === row && index < children.length) continue;
      const element = create('div', { class: 'row' });
      // Descenders are painted over the background of the next row.
      element.style.zIndex = String(rows.length - index);
      this.#fillRow(element, row, this.#isStyled(index));
      const old = children[index];
      if (old === undefined) this.#rows.append(element);
      else old.replaceWith(element);
    }
    this.#shown = rows;
    this.#showCursor(screen);
    this.#marks.replaceChildren(...spots.map((spot) => this.#createMark(spot, screen.cols)));
  }

  /** Shows rows `from` up to `to` with styles, because they are visible. */
  reveal(from: number, to: number): void {
    this.#styled = [from, to];
    const selection = getSelection();
    for (const [index, row] of this.#shown.entries()) {
      const element = this.#rows.children[index];
      const isStyled = this.#isStyled(index);
      if (element === undefined || isStyled !== element.classList.contains('plain')) continue;
      // A selection would lose its beginning or end.
      if (element.contains(selection?.anchorNode ?? null) || element.contains(selection?.focusNode ?? null)) continue;
      this.#fillRow(element, row, isStyled);
    }
  }

  /** Chooses the largest font with which a screen fits into a space, given in pixels. */
  fit(cols: number, rows: number, width: number, height: number): void {
    let rowHeight = Math.min(maxRowHeight, Math.max(minRowHeight, Math.floor(height / Math.max(1, rows))));
    const perPixel = this.#measureCell();
    while (rowHeight > minRowHeight && cols * rowHeight * perPixel > width) rowHeight -= 1;
    const cellWidth = rowHeight * perPixel;
    const { style } = this.element;
    style.setProperty('--row', `${rowHeight}px`);
    style.setProperty('--cell', `${cellWidth}px`);
    style.fontSize = `${rowHeight * fontPart}px`;
    style.width = `${cols * cellWidth}px`;
    style.height = `${rows * rowHeight}px`;
  }

  /** Returns the width of a cell for each pixel of row height. */
  #measureCell(): number {
    const probe = create('span', { class: 'probe' }, 'M'.repeat(100));
    probe.style.fontSize = '100px';
    this.element.append(probe);
    const { offsetWidth: width } = probe;
    probe.remove();
    return (width / 10_000 || 0.6) * fontPart;
  }

  #changeColors(own: ColorData | null): void {
    this.#colorsShown = own;
    this.#colors = resolveColors(this.#theme, own);
    this.#shown = [];
    this.element.style.background = toCssColor(this.#colors.background);
    this.element.style.color = toCssColor(this.#colors.foreground);
  }

  #isStyled(index: number): boolean {
    const [from, to] = this.#styled;
    return index >= from && index < to;
  }

  #fillRow(element: Element, row: Row, isStyled: boolean): void {
    const [from, to] = this.#styled;
    const runs = isStyled ? simplifyRow(row, Math.ceil(maxRuns / (to - from))) : [];
    element.classList.toggle('plain', !isStyled);
    if (row.data.length === 0) element.replaceChildren(create('br'));
    else if (isStyled) element.replaceChildren(...runs.map((run) => this.#renderRun(run)));
    else element.textContent = row.text;
  }

  #renderRun(run: RunData): HTMLElement {
    const [text, , flags = 0] = run;
    const { color, background, underlineColor } = resolveAppearance(run, this.#colors);
    const has = (flag: number): boolean => (flags & flag) !== 0;
    const span = create('span', {}, text);
    const { style } = span;
    // Fonts draw wide characters narrower than two cells.
    const wide = wideShareOf(run);
    if (wide > 0) style.letterSpacing = `calc((var(--cell)*2 - 1em)*${wide})`;
    style.width = `calc(var(--cell)*${widthOf(run)})`;
    style.color = color;
    if (background !== '') style.backgroundColor = background;
    if (has(runFlags.bold)) style.fontWeight = '700';
    if (has(runFlags.italic)) style.fontStyle = 'italic';
    const underline = underlineStyles[(flags >> underlineShift) & 7] ?? '';
    if (underline !== '') style.textDecoration = `underline ${underline} ${underlineColor} 1px`;
    const strokes = [has(runFlags.strikethrough) ? '55%' : '', has(runFlags.overline) ? '0' : ''].filter(Boolean);
    if (strokes.length > 0) style.backgroundImage = strokes.map(() => `linear-gradient(${color} 0 0)`).join();
    style.backgroundPosition = strokes.map((y) => `0 ${y}`).join();
    return span;
  }

  #showCursor({ cursor, rows }: ShownScreen): void {
    this.#cursor.hidden = cursor === null || cursor[0] >= rows.length;
    if (cursor === null) return;
    const [row, col, width, text] = cursor;
    const { style } = this.#cursor;
    this.#setPosition(this.#cursor, { row, col, width });
    this.#cursor.textContent = text;
    // On a cell of the same color, the cursor would be invisible.
    const isSame = this.#backgroundAt(rows[row], col) === toCssColor(this.#colors.cursor);
    style.backgroundColor = toCssColor(isSame ? this.#colors.background : this.#colors.cursor);
    style.color = toCssColor(isSame ? this.#colors.cursor : this.#colors.background);
  }

  #backgroundAt(row: Row | undefined, col: number): string {
    let at = 0;
    for (const run of row?.data ?? []) {
      at += widthOf(run);
      if (col < at) return resolveAppearance(run, this.#colors).background;
    }
    return '';
  }

  #createMark({ row, col, width, kind }: Spot, cols: number): HTMLElement {
    const mark = create('div', { class: `mark is-${kind}` });
    this.#setPosition(mark, { row, col, width: Math.min(width, cols - col) });
    return mark;
  }

  #setPosition({ style }: HTMLElement, { row, col, width }: Pick<Spot, 'row' | 'col' | 'width'>): void {
    style.top = `calc(var(--row)*${row})`;
    style.left = `calc(var(--cell)*${col})`;
    style.width = `calc(var(--cell)*${width})`;
  }
}

/** Returns the selected text without trailing blanks. */
function getSelectedText(): string {
  return (getSelection()?.toString() ?? '').replaceAll(/[ \u00a0]+$/gm, '');
}

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
    this.#badge.textContent = frame === undefined ? '' : describeEnd(frame) || `${frame.cols}×${frame.rows.length}`;
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

function describeEnd({ exit }: RecordedFrame): string {
  if (exit === null) return '';
  const how = exit.signal === null ? `exited ${exit.exitCode}` : `ended by ${exit.signal}`;
  return exit.timedOut ? `${how} (time limit)` : how;
}
