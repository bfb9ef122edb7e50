// Creating elements, and playback.
import type { TimeScale } from './timeline.js';

type Child = Node | string;
type AttributeValue = string | number | boolean | undefined;

/** Creates an element. Attributes with the value false or undefined are omitted; text is never parsed as HTML. */
export function create<N extends keyof HTMLElementTagNameMap>(
  name: N,
  attributes: Readonly<Record<string, AttributeValue>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[N] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) setAttribute(element, key, value);
  element.append(...children);
  return element;
}

/** Sets an attribute, or removes it if the value is false or undefined. */
export function setAttribute(element: Element, name: string, value: AttributeValue): void {
  if (value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value))
    element.setAttribute(name, value === true ? '' : String(value));
}

/** Creates a button with an icon or a text. */
export function createButton(label: string, content: Child, run: () => void, hint = label): HTMLButtonElement {
  const button = create('button', { type: 'button', 'aria-label': label, title: hint }, content);
  button.addEventListener('click', run);
  return button;
}

const icons = {
  play: 'M4 2.5v11l9-5.5z',
  pause: 'M4 3h3v10H4zM9 3h3v10H9z',
  previous: 'M12.5 3v10L5.5 8zM3 3h1.6v10H3z',
  next: 'M3.500 3v10l7-5zM11.400 3H13v10h-1.600z',
  up: 'M8 5l5 6H3z',
  down: 'M8 11L3 5h10z',
  theme: 'M8 1.500a6.500 6.500 0 1 0 0 13zM8 0a8 8 0 1 1 0 16A8 8 0 0 1 8 0z',
  cross:
    'M4.300 3.200L8 6.900l3.700-3.700 1.100 1.100L9.100 8l3.700 3.700-1.100 1.100L8 9.100l-3.700 3.700-1.100-1.100L6.900 8 3.200 4.300z',
  check: 'M6.500 12.500L2.300 8.300l1.200-1.200 3 3 6-6.100 1.200 1.200z',
  bell: 'M8 2a4 4 0 0 1 4 4v3l1.500 2.500h-11L4 9V6a4 4 0 0 1 4-4zM6.500 12.500h3a1.500 1.500 0 0 1-3 0z',
  link: 'M9 1L3 9h4l-1 6 7-9H8.500z',
  fold: 'M1 8l3.500-3v2H7v2H4.500v2zM15 8l-3.500-3v2H9v2h2.500v2z',
} as const;

/** Creates an icon; it is hidden from screen readers. */
export function createIcon(name: keyof typeof icons): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.add('icon');
  path.setAttribute('d', icons[name]);
  svg.append(path);
  return svg;
}

/** Plays a recording in shown time. */
export class Playback {
  readonly #now: () => number;
  readonly #scale: () => TimeScale;
  readonly #show: (at: number) => void;
  speed = 1;
  /** Called at the end of the recording. */
  onEnd: () => void = () => {};
  #isPlaying = false;
  #lastMs = 0;

  /** `now` returns the current position; `show` changes it. */
  constructor(now: () => number, scale: () => TimeScale, show: (at: number) => void) {
    this.#now = now;
    this.#scale = scale;
    this.#show = show;
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  /** Starts playback; at the end of the recording, from the beginning. */
  play(): void {
    const scale = this.#scale();
    if (scale.toShown(this.#now()) >= scale.shownEnd - 1) this.#show(scale.toTime(0));
    this.#isPlaying = true;
    this.#lastMs = performance.now();
    requestAnimationFrame(() => this.#advance());
  }

  pause(): void {
    this.#isPlaying = false;
  }

  #advance(): void {
    if (!this.#isPlaying) return;
    const nowMs = performance.now();
    const scale = this.#scale();
    const shown = scale.toShown(this.#now()) + (nowMs - this.#lastMs) * this.speed;
    this.#lastMs = nowMs;
    if (shown >= scale.shownEnd) this.#isPlaying = false;
    this.#show(scale.toTime(shown));
    if (this.#isPlaying) requestAnimationFrame(() => this.#advance());
    else this.onEnd();
  }
}
