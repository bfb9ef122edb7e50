import { drawLine } from '../film/draw-line.js';
import { RowParser } from '../film/row-parser.js';

/** Draws rows of recorded text: only their characters and styles, never other escape codes. */
export class LineDrawer {
  readonly #parser = new RowParser();

  /** Terminal output that replaces the current row with a line, at most `cols` cells wide. */
  draw(text: string, cols: number): string {
    return drawLine(this.#parser.parse(text, cols));
  }

  dispose(): void {
    this.#parser.dispose();
  }
}
