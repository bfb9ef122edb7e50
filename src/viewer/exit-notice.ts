import type { App } from './app.js';
import { createFactsTable, createPart } from './details.js';
import { create } from './dom.js';
import { formatValue } from './format-value.js';
import { isObject, type Members, type RecordedCall } from './recording-model.js';

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
    if (report !== undefined) this.#element.replaceChildren(...createParts(report.params));
    this.#app.window.fit();
  }
}

const findReport = (calls: readonly RecordedCall[], at: number): RecordedCall | undefined =>
  calls.findLast((call) => call.method === exitMethod && call.at <= at && isObject(call.params));

const createDetails = (report: Members): HTMLElement[] => [
  createPart('End of the program', createFactsTable(listReportFacts(report))),
  createPart('Last lines', create('pre', { tabindex: 0 }, toLastLines(report))),
];

function createParts(report: Members): HTMLElement[] {
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
