import { readScreen } from '../observers/settled-screen.js';
import { InvalidParamError } from '../protocol/errors.js';
import type { StyleRun } from '../protocol/generated/types.js';
import { type View, viewOf } from '../screen/view.js';
import type { Handler } from './context.js';
import { checkRows, cursorOf, filteredRect, styleRunOf } from './wire.js';

// The number of cells on the largest screen. A scrollback can have a hundred times more, too many for one response.
const maxRuns = 1_000_000;

export const currentView: Handler<'currentView'> = (params) => {
  const { rows, region, entireRow, entireCol, trim, scrollback, styles } = params;
  if (scrollback > 0 && [rows, region, entireRow, entireCol].some((filter) => filter !== undefined))
    throw new InvalidParamError(
      '/scrollback',
      '`scrollback` cannot be combined with `rows`, `region`, `entireRow` or `entireCol`.',
    );
  if (rows !== undefined) checkRows(rows);
  return async ({ app }) => {
    const { program } = app.requireSession().requireStage();
    const screen = await readScreen(program);
    const view = viewOf(screen, filteredRect(params, screen), program.emulator.above(scrollback));
    return {
      text: view.lines(trim).join('\n'),
      rows: view.rows,
      cols: view.cols,
      revision: screen.revision,
      cursor: cursorOf(screen.cursor),
      title: screen.title,
      altScreen: screen.isAlternate,
      exited: program.exit !== undefined,
      ...(styles ? { styles: stylesOf(view) } : {}),
    };
  };
};

function stylesOf(view: View): StyleRun[] {
  const styles: StyleRun[] = [];
  let row = 0;
  for (const runs of view.runs()) {
    for (const run of runs) styles.push(styleRunOf(run, row));
    row += 1;
    if (styles.length > maxRuns)
      throw new InvalidParamError(
        '/scrollback',
        `The lines have more than the maximum of ${maxRuns} style runs. Request fewer lines.`,
      );
  }
  return styles;
}

export const terminalState: Handler<'terminalState'> =
  () =>
  async ({ app }) => {
    const { program } = app.requireSession().requireStage();
    await program.drain();
    const { emulator, screen, outputBytes } = program;
    return {
      title: screen.title,
      modes: { ...emulator.allModes },
      bells: emulator.bells,
      repaints: emulator.synchronization.repaints,
      clipboard: emulator.reports.clipboard ?? null,
      cwd: emulator.reports.cwd ?? null,
      unansweredQueries: [...emulator.unansweredQueries],
      bytes: outputBytes,
      revision: screen.revision,
    };
  };
