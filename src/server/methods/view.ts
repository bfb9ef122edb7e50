import { InvalidParamError } from '../../base/errors.js';
import type { StyleRun } from '../../protocol/generated/types.js';
import { createView, type View } from '../../screen/screen.js';
import { readScreen } from '../../session/observe.js';
import { toNamedLineMode } from '../../session/waits/modes.js';
import { defineMethod } from './context.js';
import { checkRows, filteredRectFrom, toWireCursor, toWireStyleRun } from './wire.js';

// The number of cells on the largest screen. A scrollback can have a hundred times more, too many for one response.
const maxRuns = 1_000_000;

export const currentView = defineMethod('currentView', {
  parse: (params) => {
    const { rows, region, entireRow, entireCol, scrollback } = params;
    if (scrollback > 0 && [rows, region, entireRow, entireCol].some((filter) => filter !== undefined))
      throw new InvalidParamError(
        '/scrollback',
        '`scrollback` cannot be combined with `rows`, `region`, `entireRow` or `entireCol`.',
      );
    if (rows !== undefined) checkRows(rows);
    return params;
  },
  run: async ({ program }, params) => {
    const screen = await readScreen(program);
    const linesAbove = program.emulator.getLinesAbove(params.scrollback);
    const view = createView(screen, filteredRectFrom(params, screen), linesAbove);
    return {
      text: view.getLines(params.trim).join('\n'),
      rows: view.rows,
      cols: view.cols,
      revision: screen.revision,
      cursor: toWireCursor(screen.cursor),
      title: screen.title,
      altScreen: screen.isAlternate,
      exited: program.exit !== undefined,
      ...(params.styles ? { styles: collectStyles(view) } : {}),
    };
  },
});

function collectStyles(view: View): StyleRun[] {
  const styles: StyleRun[] = [];
  let row = 0;
  for (const runs of view.getRuns()) {
    for (const run of runs) styles.push(toWireStyleRun(run, row));
    row += 1;
    if (styles.length > maxRuns)
      throw new InvalidParamError(
        '/scrollback',
        `The lines have more than the maximum of ${maxRuns} style runs. Request fewer lines.`,
      );
  }
  return styles;
}

export const terminalState = defineMethod('terminalState', {
  run: async ({ program }) => {
    // The connection to a tmux pane may have ended.
    const lineMode = program.exit === undefined ? await program.readLineMode().catch(() => undefined) : undefined;
    await program.drain();
    const { emulator, screen, outputBytes } = program;
    return {
      title: screen.title,
      modes: { ...emulator.allModes, ...toNamedLineMode(lineMode) },
      bells: emulator.bells,
      repaints: emulator.synchronization.repaints,
      clipboard: emulator.reports.clipboard ?? null,
      cwd: emulator.reports.cwd ?? null,
      unansweredQueries: [...emulator.unansweredQueries],
      bytes: outputBytes,
      revision: screen.revision,
      ...(program.resynced === undefined ? {} : { resynced: program.resynced }),
    };
  },
});
