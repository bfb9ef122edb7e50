import type { PageMouse } from './input-sender.js';

/** A position on the screen; rows and columns count from 1. */
type Place = Pick<PageMouse, 'row' | 'col'>;

/** Decides what a mouse event is for. */
export interface MouseListener {
  /** Whether the program receives the mouse now. */
  isActive(): boolean;
  getSize(): { readonly rows: number; readonly cols: number };
  onMouse(input: PageMouse): void;
}

const buttons = ['left', 'middle', 'right'] as const;
// A notch of a wheel is about 100 pixels, or three lines.
const notchPixels = 100;
const linePixels = 33;
const maxNotches = 5;

/** Sends presses, movements and the wheel of the mouse as positions on the screen. With Shift, the mouse selects text. */
export class MouseInput {
  readonly #screen: HTMLElement;
  readonly #listener: MouseListener;
  #held: string | undefined;
  #last: Place | undefined;
  #moved: PointerEvent | undefined;
  readonly #turned = { x: 0, y: 0 };

  constructor(screen: HTMLElement, listener: MouseListener) {
    this.#screen = screen;
    this.#listener = listener;
    screen.addEventListener('pointerdown', (event) => this.#press(event));
    screen.addEventListener('pointerup', (event) => this.#release(event));
    screen.addEventListener('pointercancel', (event) => this.#release(event));
    screen.addEventListener('pointermove', (event) => this.#planMove(event));
    screen.addEventListener('wheel', (event) => this.#handleWheel(event), { passive: false });
    screen.addEventListener('contextmenu', (event) => {
      if (this.#isForProgram(event)) event.preventDefault();
    });
    // The text field must keep the focus.
    screen.addEventListener('mousedown', (event) => {
      if (this.#isForProgram(event)) event.preventDefault();
    });
  }

  #isForProgram({ shiftKey }: MouseEvent): boolean {
    return !shiftKey && this.#listener.isActive();
  }

  #press(event: PointerEvent): void {
    const button = buttons[event.button];
    if (button === undefined || !this.#isForProgram(event)) return;
    this.#screen.setPointerCapture(event.pointerId);
    this.#held = button;
    this.#send('press', event, button);
  }

  #release(event: PointerEvent): void {
    const button = buttons[event.button] ?? this.#held;
    if (this.#held === undefined || button === undefined) return;
    this.#sendMove();
    this.#held = undefined;
    this.#send('release', event, button);
  }

  /** Movements are sent once per animation frame. */
  #planMove(event: PointerEvent): void {
    if (this.#held === undefined && !this.#isForProgram(event)) return;
    if (this.#moved === undefined) requestAnimationFrame(() => this.#sendMove());
    this.#moved = event;
  }

  #sendMove(): void {
    const event = this.#moved;
    this.#moved = undefined;
    if (event === undefined) return;
    const { row, col } = this.#findPlace(event);
    if (row === this.#last?.row && col === this.#last.col) return;
    this.#send('move', event, this.#held);
  }

  #handleWheel(event: WheelEvent): void {
    if (event.ctrlKey || !this.#isForProgram(event)) return;
    event.preventDefault();
    const scale = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : linePixels;
    this.#sendNotches('y', event.deltaY * scale, event);
    this.#sendNotches('x', event.deltaX * scale, event);
  }

  #sendNotches(axis: 'x' | 'y', pixels: number, event: WheelEvent): void {
    const turned = this.#turned[axis] + pixels;
    const notches = Math.trunc(turned / notchPixels);
    this.#turned[axis] = turned - notches * notchPixels;
    const [back, forward] = axis === 'y' ? ['up', 'down'] : ['left', 'right'];
    for (let count = Math.min(Math.abs(notches), maxNotches); count > 0; count -= 1)
      this.#send('wheel', event, notches < 0 ? back : forward);
  }

  #send(action: PageMouse['action'], event: MouseEvent, button: string | undefined): void {
    const place = this.#findPlace(event);
    this.#last = place;
    const modifiers = [event.ctrlKey ? 'Ctrl' : '', event.altKey ? 'Alt' : ''].filter(Boolean);
    this.#listener.onMouse({
      type: 'mouse',
      action,
      ...place,
      ...(button === undefined ? {} : { button }),
      modifiers,
    });
  }

  #findPlace({ clientX, clientY }: MouseEvent): Place {
    const { left, top, width, height } = this.#screen.getBoundingClientRect();
    const { rows, cols } = this.#listener.getSize();
    const find = (at: number, length: number, count: number): number =>
      Math.min(count, Math.max(1, Math.floor((at / (length || 1)) * count) + 1));
    return { row: find(clientY - top, height, rows), col: find(clientX - left, width, cols) };
  }
}
