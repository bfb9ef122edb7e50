import { describeSelector, type Locator } from './locator.js';
import { connectionOf } from './terminal.js';
import type { AmbiguityMode, Color, Match, StyleFilter, StyleRun } from './wire-types.js';

const maxPlaces = 5;

/** How the match of a locator differs from a style; `isMissing` if there is not one match. Undefined if it does not. */
export async function findStyleDifference(
  { terminal, selector }: Locator,
  expected: StyleFilter,
  ambiguity: AmbiguityMode = connectionOf(terminal).ambiguity,
): Promise<{ readonly reason: string; readonly actual?: unknown; readonly isMissing?: true } | undefined> {
  const { matches, matchCount, revision } = await terminal.request('find', { selector });
  if (matchCount > 1 && ambiguity === 'fail') {
    const places = matches.slice(0, maxPlaces).map(({ row, col }) => `row ${row}, column ${col}`);
    const more = matchCount > places.length ? `, and ${matchCount - places.length} more` : '';
    const advice = 'Select one with `nth` or `within`, or set `ambiguity`.';
    return {
      reason: `There are ${matchCount} matches of ${describeSelector(selector)}: ${places.join('; ')}${more}. ${advice}`,
      isMissing: true,
    };
  }
  const match = matches.at(ambiguity.startsWith('last') ? -1 : 0);
  if (match === undefined) return { reason: 'There is no match.', isMissing: true };
  const rows = { start: match.row, end: match.endRow };
  const view = await terminal.view({ rows, styles: true });
  if (view.revision !== revision) return { reason: 'The screen did not stop changing.', isMissing: true };
  for (const run of findRuns(match, view.styles ?? [], view.cols)) {
    const actual = styleOf(run);
    const name = Object.keys(expected).find((member) => actual[member] !== readExpectedValue(member, expected));
    if (name !== undefined) {
      const place = `row ${match.row}, column ${match.col}`;
      const reason = `The \`${name}\` of ${JSON.stringify(match.text)} (${place}) is ${JSON.stringify(actual[name])}, not ${JSON.stringify(readExpectedValue(name, expected))}.`;
      return { reason, actual };
    }
  }
  return undefined;
}

type StyleMembers = Readonly<Record<string, string | boolean>>;

/** The style runs of the cells of a match; blanks at the end of a line without a run have the default style. */
function findRuns({ row, col, endRow, endCol }: Match, runs: readonly StyleRun[], cols: number): Partial<StyleRun>[] {
  const found: Partial<StyleRun>[] = [];
  for (let line = row; line <= endRow; line += 1) {
    const [first, last] = [line === row ? col : 1, line === endRow ? endCol : cols];
    const here = runs.filter(
      (run) => run.row === line - row + 1 && run.col <= last && run.col + run.width - 1 >= first,
    );
    const covered = Math.max(0, ...here.map((run) => run.col + run.width - 1));
    found.push(...here, ...(covered < last ? [{}] : []));
  }
  return found;
}

function styleOf({ fg, bg, bold, dim, italic, underline, inverse, strikethrough }: Partial<StyleRun>): StyleMembers {
  return {
    fg: formatColor(fg),
    bg: formatColor(bg),
    bold: bold === true,
    dim: dim === true,
    italic: italic === true,
    underline: underline !== undefined,
    inverse: inverse === true,
    strikethrough: strikethrough === true,
  };
}

function readExpectedValue(member: string, expected: StyleFilter): string | boolean {
  const value = expected[member as keyof StyleFilter];
  return typeof value === 'boolean' ? value : formatColor(value);
}

const colorNames = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

// The palette numbers 0 to 15 are other names of the 16 colors.
function formatColor(color: Color | undefined): string {
  if (color === undefined) return 'default';
  if (typeof color === 'string') return color.toLowerCase();
  const name = colorNames[color % 8] as string;
  if (color < 8) return name;
  return color < 16 ? `bright${name}` : `${color}`;
}
