import { runAtOnce } from '../../base/idle-queue.js';
import { renderHtml } from '../../pictures/html.js';
import { layOut } from '../../pictures/layout.js';
import { drawPicture } from '../../pictures/picture.js';
import { renderSvg } from '../../pictures/svg.js';
import type { Theme } from '../../pictures/themes.js';
import { findTheme } from '../../pictures/themes.js';
import { joinLogicalLines } from '../../screen/logical-line.js';
import { type Screen, textOf } from '../../screen/screen.js';
import { evaluateSelector, searchLine } from '../../screen/selectors/selector.js';
import { encodeLine } from '../../screen/style.js';
import { scheduleChecks } from '../../session/observe.js';
import { Emulator } from '../../terminal/emulator.js';
import { BaselineStore } from '../../terminal/freshness/baseline.js';
import { FakeProgram } from './fake-program.js';
import { parseElements } from './markup.js';
import { toSelector } from './matches.js';
import { createOutput } from './output-grammar.js';
import { decodePng } from './png.js';
import type { Random } from './random.js';
import { exact } from './selectors.js';

const theme = findTheme('nord', undefined) as Theme;
const selectors = [exact('a'), exact('漢字'), exact(' '), exact('alpha', { ignoreCase: true })].map(toSelector);
const cell = { width: 9, height: 18 };
const controls = /[\0-\x1f\x7f-\x9f]/;

/** An event of a terminal. */
type Step = { readonly output: Buffer } | { readonly cols: number; readonly rows: number };

/** A terminal that receives random output. Its screens must be valid for every consumer. */
export class OutputRun {
  readonly #random: Random;
  readonly #size: { readonly cols: number; readonly rows: number; readonly scrollback: number };
  readonly #steps: Step[];

  constructor(random: Random) {
    this.#random = random;
    this.#size = { cols: 2 + random.below(60), rows: 1 + random.below(20), scrollback: random.below(40) };
    const { cols, rows } = this.#size;
    this.#steps = Array.from({ length: 3 + random.below(25) }, () =>
      random.chance(0.06)
        ? { cols: 2 + random.below(60), rows: 1 + random.below(20) }
        : { output: createOutput(random, cols, rows) },
    );
  }

  /** The events, to be saved as a fixture. */
  get fixtureJson(): string {
    const steps = this.#steps.map((step) => ('output' in step ? step.output.toString('latin1') : step));
    return JSON.stringify({ ...this.#size, steps });
  }

  /** Returns the screen after output in whole pieces, and after the same output split randomly, while waits follow it. */
  playTwice(): readonly [whole: Screen, cut: Screen] {
    const whole = this.#play(([output]) => [output]);
    return [whole, this.#play(([output]) => this.#random.cut(output, this.#random.pick([1, 7, 60])))];
  }

  #play(cut: (output: readonly [Buffer]) => readonly Buffer[]): Screen {
    const emulator = new Emulator({
      ...this.#size,
      firstRevision: 1,
      profile: { version: '1', colors: theme },
      answer: () => true,
    });
    const program = new FakeProgram(emulator);
    scheduleChecks(program);
    const baselines = new BaselineStore(program);
    for (const step of this.#steps) {
      if ('output' in step) for (const piece of cut([step.output])) program.print(piece);
      else emulator.resize(step.cols, step.rows);
      if (this.#random.chance(0.2)) baselines.noteInput(Buffer.from('x'));
      if (this.#random.chance(0.1)) baselines.mark();
    }
    program.end();
    const screen = emulator.getScreen();
    emulator.getLinesAbove(this.#size.scrollback);
    for (const selector of selectors)
      evaluateSelector(selector, joinLogicalLines(screen.lines), searchLine, () => true);
    emulator.dispose();
    return screen;
  }
}

/** Describes what is wrong with a screen; undefined if nothing is. */
export function findScreenProblem(screen: Screen): string | undefined {
  const { cols, rows, lines, cursor } = screen;
  if (lines.length !== rows || lines.some(({ width }) => width !== cols)) return 'wrong number or width of lines';
  if (cursor.row < 0 || cursor.row >= rows || cursor.col < 0 || cursor.col >= cols) return 'cursor outside the screen';
  if (
    textOf(screen)
      .split('\n')
      .some((line) => controls.test(line))
  )
    return 'control character in the text';
  if (
    controls.test(
      lines
        .map(encodeLine)
        .join('')
        .replaceAll(/\x1b\[[\d;:]*m/g, ''),
    )
  )
    return 'control character in the styled text';
  for (const line of lines)
    for (let col = 0; col < cols; col += 1)
      if ((line.widthAt(col) === 2) !== (col + 1 < cols && line.widthAt(col + 1) === 0))
        return `half a wide character in column ${col}`;
  return undefined;
}

/** Renders a screen in every format; throws if a picture is not well-formed. */
export async function renderInEveryFormat(screen: Screen): Promise<void> {
  const layout = runAtOnce(layOut(screen, theme));
  parseElements(runAtOnce(renderSvg(layout, cell)));
  parseElements(runAtOnce(renderHtml(layout, screen.title)));
  const { width } = decodePng((await drawPicture(screen, theme, undefined)).png);
  if (width !== screen.cols * cell.width + 2) throw new Error(`wrong picture width: ${width}`);
}
