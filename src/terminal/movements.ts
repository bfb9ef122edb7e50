import { Event } from '../time/event.js';
import type { SequenceParser } from '../xterm/terminal.js';
import { onReset } from './notices.js';

/** The place of the program's cursor, and which screen it writes to. */
interface Ground {
  readonly rows: number;
  readonly isAlternate: boolean;
  readonly cursor: { readonly x: number; readonly y: number };
  /** The rows within which lines scroll, are inserted and deleted. */
  readonly region: { readonly top: number; readonly bottom: number };
}

/** Tells at the very byte when lines of the normal screen are erased, or move in another way than by scrolling off. */
export class Movements {
  /** Rows of the normal screen, first and last, are about to be erased. */
  readonly erasing = new Event<[number, number]>();
  /** Lines of the normal screen are about to move, or may from now on move, in another way than by scrolling off. */
  readonly disturbing = new Event();
  /** Rows of the alternate screen, first and last, are about to be pushed off it by others. */
  readonly leaving = new Event<[number, number]>();
  /** What has scrolled off is about to be dropped. */
  readonly dropping = new Event();
  readonly #ground: Ground;

  constructor(parser: SequenceParser, ground: Ground) {
    this.#ground = ground;
    parser.registerCsiHandler({ final: 'J' }, ([kind]) => {
      this.#noticeErase(Number(kind));
      return false;
    });
    onReset(parser, () => this.dropping.fire());
    for (const final of ['L', 'M', 'S', 'T', 'r'])
      parser.registerCsiHandler({ final }, ([count]) => {
        if (ground.isAlternate) this.#noticeLeaving(final, Number(count) || 1);
        this.#noticeMove();
        return false;
      });
    parser.registerEscHandler({ final: 'M' }, () => {
      const { cursor, region, isAlternate } = ground;
      // As SD does.
      if (isAlternate && cursor.y === region.top) this.#noticeLeaving('T', 1);
      if (cursor.y === 0) this.#noticeMove();
      return false;
    });
  }

  #noticeErase(kind: number): void {
    const { cursor, isAlternate, rows } = this.#ground;
    if (isAlternate) return;
    if (kind === 3) this.dropping.fire();
    if (kind === 0) this.erasing.fire(cursor.x === 0 ? cursor.y : cursor.y + 1, rows - 1);
    if (kind === 1) this.erasing.fire(0, cursor.y - 1);
    if (kind === 2) this.erasing.fire(0, rows - 1);
  }

  #noticeLeaving(final: string, count: number): void {
    const { top, bottom } = this.#ground.region;
    const { y } = this.#ground.cursor;
    if (final === 'S') this.leaving.fire(top, Math.min(top + count - 1, bottom));
    if (final === 'T') this.leaving.fire(Math.max(top, bottom - count + 1), bottom);
    if (y < top || y > bottom) return;
    if (final === 'M') this.leaving.fire(y, Math.min(y + count - 1, bottom));
    if (final === 'L') this.leaving.fire(Math.max(y, bottom - count + 1), bottom);
  }

  #noticeMove(): void {
    if (!this.#ground.isAlternate) this.disturbing.fire();
  }
}
