import { isObject, type Members } from '../base/json.js';
import type { App } from './app.js';
import { create, createButton } from './dom.js';
import type { ComparisonData } from './format.js';
import {
  emptyRow,
  findDifferentCells,
  formatValue,
  type RecordedCall,
  type RecordingModel,
  type Row,
  rowFrom,
} from './recording-model.js';
import { createFactsTable, createPart } from './request-list.js';
import type { ShownScreen } from './screen-view.js';

/** A screen that can be shown for a call. */
export type ScreenSide = 'before' | 'after' | 'expected' | 'actual' | 'difference';

/** Returns the screens that can be shown for a call. */
export function listSides({ kind, response }: RecordedCall): readonly ScreenSide[] {
  if (kind === 'notification') return [];
  return response?.comparison === undefined
    ? ['before', 'after']
    : ['before', 'after', 'expected', 'actual', 'difference'];
}

/** Chooses the screen that is shown when a call is selected. */
export const chooseFirstSide = ({ response }: RecordedCall): ScreenSide =>
  response?.comparison === undefined ? 'after' : 'difference';

/** The buttons that choose between the screens of a call. */
export class SideSwitch {
  readonly element = create('div', { class: 'switch', role: 'group', 'aria-label': 'Shown screen' });
  readonly #choose: (side: ScreenSide) => void;

  constructor(choose: (side: ScreenSide) => void) {
    this.#choose = choose;
  }

  show(sides: readonly ScreenSide[], current: ScreenSide | undefined): void {
    const key = `${sides.join()} ${current}`;
    if (this.element.dataset['key'] === key) return;
    this.element.dataset['key'] = key;
    const hasFocus = this.element.contains(document.activeElement);
    const buttons = sides.map((side) => {
      const button = createButton(side, side, () => this.#choose(side));
      button.setAttribute('aria-pressed', String(side === current));
      return button;
    });
    this.element.replaceChildren(...buttons);
    if (hasFocus) buttons.find((button) => button.getAttribute('aria-pressed') === 'true')?.focus();
  }
}

/** The expected and the actual screen of a snapshot mismatch. */
export class ComparedScreens {
  readonly #cols: number;
  readonly #expected: readonly Row[];
  readonly #actual: readonly Row[];

  constructor({ cols, expected, actual }: ComparisonData) {
    const height = Math.max(expected.length, actual.length);
    const pad = (rows: readonly Row[]): Row[] => Array.from({ length: height }, (_, row) => rows[row] ?? emptyRow);
    this.#cols = cols;
    this.#expected = pad(expected.map(rowFrom));
    this.#actual = pad(actual.map(rowFrom));
  }

  /** Returns the expected screen, or the actual one for any other side. */
  getScreen(side: ScreenSide): ShownScreen {
    const rows = side === 'expected' ? this.#expected : this.#actual;
    return { rows, cols: this.#cols, cursor: null, colors: null };
  }

  /** The cells that differ. */
  get spots(): Spot[] {
    return this.#actual.flatMap((row, index) =>
      findDifferentCells(this.#expected[index] ?? emptyRow, row, this.#cols).map(([col, width]) => ({
        row: index,
        col,
        width,
        kind: 'difference' as const,
      })),
    );
  }
}

/** The method of the entry in the list that reports the end of a program. */
export const exitMethod = 'pty_exited';

const sequence = /\x1b(?:\[[\d;:?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])/g;

/** Describes the end of a program, as terminals do. */
function describeReport({ exit_code: code, signal, timed_out: isTimedOut }: Members): string {
  if (isTimedOut === true) return '[process timed out and was killed]';
  return `[process exited with code ${formatValue(code)}${typeof signal === 'string' ? `, ${signal}` : ''}]`;
}

/** Facts in a report about the end of a program. */
function listReportFacts(report: Members): Members {
  const names = {
    'exit code': 'exit_code',
    signal: 'signal',
    'time limit': 'timeout_kind',
    title: 'session_title',
    description: 'session_description',
    'started by': 'parent_agent',
    session: 'session_id',
    program: 'pane_id',
  };
  const facts = Object.entries(names).map(([name, member]) => [name, report[member]] as const);
  return Object.fromEntries(facts.filter(([, value]) => value !== null && value !== undefined));
}

/** Returns the last lines of a program, without escape sequences. */
function toLastLines({ last_lines: lines }: Members): string {
  return Array.isArray(lines) ? lines.map((line) => formatValue(line).replaceAll(sequence, '')).join('\n') : '';
}

/** Shows below the screen how the program has ended. */
export class ExitNotice {
  readonly #element = create('div', { class: 'exit', role: 'status', hidden: true });
  readonly #app: App;
  #shown: RecordedCall | undefined;

  constructor(app: App) {
    this.#app = app;
    app.window.footer.append(this.#element);
    app.details.createParts = ({ method, params }) => (method === exitMethod ? createDetails(params) : undefined);
  }

  /** Shows the end of the program whose last screen is visible. */
  update(): void {
    const { frame, at, recording } = this.#app;
    const report = frame?.exit == null ? undefined : findReport(recording.calls, at);
    if (report === this.#shown) return;
    this.#shown = report;
    this.#element.hidden = report === undefined;
    if (report !== undefined) this.#element.replaceChildren(...createReportParts(report.params));
    this.#app.window.fit();
  }
}

const findReport = (calls: readonly RecordedCall[], at: number): RecordedCall | undefined =>
  calls.findLast((call) => call.method === exitMethod && call.at <= at && isObject(call.params));

const createDetails = (report: Members): HTMLElement[] => [
  createPart('End of the program', createFactsTable(listReportFacts(report))),
  createPart('Last lines', create('pre', { tabindex: 0 }, toLastLines(report))),
];

function createReportParts(report: Members): HTMLElement[] {
  const { session_title: title, session_description: description, parent_agent: agent } = report;
  const facts = [
    title,
    description,
    agent === null || agent === undefined ? undefined : `started by ${formatValue(agent)}`,
  ];
  const texts = facts.filter((fact) => typeof fact === 'string' && fact !== '');
  const parts = [create('span', { class: 'how' }, describeReport(report))];
  if (texts.length > 0) parts.push(create('span', { class: 'facts' }, texts.join(' · ')));
  return parts;
}

/** A rectangle of cells to highlight, 0-based. */
export interface Spot {
  readonly row: number;
  readonly col: number;
  readonly width: number;
  readonly kind: 'match' | 'nearest' | 'search' | 'difference';
}

// The reaction to an input is recorded a little later than its response, because frames are recorded at intervals.
const reactionMs = 250;
const maxSpots = 200;

/** Returns the time of the result of a call: its response, or the frame that shows the match or the effect. */
export function findResultTime(call: RecordedCall, recording: RecordingModel): number {
  const endAt = call.response?.at ?? call.at;
  if (call.error !== undefined || call.kind === 'notification') return endAt;
  const next = recording.calls[call.index + 1];
  const limit = Math.min(endAt + reactionMs, next === undefined ? recording.end : next.at);
  const last = recording.indexAt(Math.max(limit, endAt));
  const first = Math.max(0, recording.indexAt(endAt));
  const matches = collectMatches(call.response?.result);
  const isShown = (index: number): boolean =>
    matches.every(({ row, text }) => recording.frames[index]?.rows[row]?.text.includes(text.trimEnd()));
  if (matches.length === 0) return Math.max(endAt, recording.frames[last]?.at ?? endAt);
  for (let index = first; index <= last + 1; index += 1)
    if (isShown(index)) return Math.max(endAt, recording.frames[index]?.at ?? endAt);
  return endAt;
}

/** Returns the cells that a call found, or the closest text. */
export function findSpots({ response, error }: RecordedCall): Spot[] {
  const data = isObject(error?.['data']) ? error['data'] : {};
  const { nearest } = data;
  const near = isObject(nearest) ? nearestSpotsFrom(nearest) : [];
  const found = error === undefined ? collectMatches(response?.result) : collectMatches(data['matches']);
  return [...found.flatMap(spotsFrom), ...near].slice(0, maxSpots);
}

interface Match {
  readonly row: number;
  readonly col: number;
  readonly endRow: number;
  readonly endCol: number;
  readonly text: string;
}

function collectMatches(value: unknown): Match[] {
  if (Array.isArray(value)) return value.slice(0, maxSpots).flatMap(collectMatches);
  if (!isObject(value)) return [];
  const { row, col, endRow, endCol, text } = value;
  const hasPlace = [row, col, endRow, endCol].every((one) => Number.isInteger(one));
  if (hasPlace && typeof text === 'string') {
    const [top, left, bottom, right] = [row, col, endRow, endCol] as [number, number, number, number];
    return top < 1 ? [] : [{ row: top - 1, col: left - 1, endRow: bottom - 1, endCol: right - 1, text }];
  }
  return ['match', 'matches', 'results'].flatMap((name) => collectMatches(value[name]));
}

function spotsFrom({ row, col, endRow, endCol }: Match): Spot[] {
  const rows = Math.min(endRow - row, maxSpots);
  return Array.from({ length: rows + 1 }, (_, index) => {
    const from = index === 0 ? col : 0;
    return { row: row + index, col: from, width: index === rows ? endCol + 1 - from : 1000, kind: 'match' };
  });
}

function nearestSpotsFrom({ row, col, text }: Readonly<Record<string, unknown>>): Spot[] {
  if (!Number.isInteger(row) || !Number.isInteger(col) || typeof text !== 'string') return [];
  return [{ row: (row as number) - 1, col: (col as number) - 1, width: text.length, kind: 'nearest' }];
}
