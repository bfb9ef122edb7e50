// How results are reported: for people, as TAP 14, and as JUnit XML.
import { drawFrame } from '../base/frame.js';
import { escapeControls } from '../base/text.js';
import type { TapeFailure } from './run-tape.js';

/** The result of one test. */
export interface TestResult {
  readonly name: string;
  readonly path: string;
  /** `flaky`: it has passed only when it was repeated. */
  readonly status: 'passed' | 'failed' | 'flaky';
  /** The failure of the last attempt, or of the first one of a flaky test. */
  readonly failure: TapeFailure | undefined;
  readonly tracePath: string | undefined;
  readonly ms: number;
}
/** What was run. */
export interface TestSummary {
  readonly ms: number;
  /** Tests that did not run: after a failure with --bail, or a signal. */
  readonly skipped: number;
  /** The signal that has ended the run. */
  readonly signal: string | undefined;
}

/** Writes results as they come, in the order of the arguments. */
export interface Reporter {
  begin(): string;
  note(result: TestResult): string;
  end(summary: TestSummary): string;
}

export const reporterNames = ['pretty', 'tap', 'junit'] as const;
export type ReporterName = (typeof reporterNames)[number];

export function createReporter(name: ReporterName): Reporter {
  if (name === 'tap') return new TapReporter();
  return name === 'junit' ? new JunitReporter() : new PrettyReporter();
}

/** A failure as text: where it is, the line with a caret, the last step, the screen, and what is left. */
export function formatFailure(failure: TapeFailure, tracePath: string | undefined): string {
  const { command, message, step, screen, exit } = failure;
  const { path, line, column, text } = command;
  const indent = text.slice(0, column - 1).replaceAll(/[^\t]/g, ' ');
  const lines = [
    `${path}:${line}:${column}: ${escapeControls(message)}`,
    ...(text === '' ? [] : [`  ${escapeControls(text)}`, `  ${indent}^`]),
    ...(step === undefined ? [] : [`Last step: ${JSON.stringify(step)}`]),
    ...(screen === undefined ? [] : [drawFrame(escapeControls(screen))]),
    ...(exit === undefined ? [] : [exit]),
    ...(tracePath === undefined ? [] : [`Trace: ${tracePath}`]),
  ];
  return lines.join('\n');
}

const toSeconds = (ms: number): string => (ms / 1000).toFixed(ms < 100 ? 2 : 1);
const indentText = (text: string, indent: string): string => text.replaceAll(/^(?=.)/gm, indent);

class PrettyReporter implements Reporter {
  readonly #counts = { passed: 0, failed: 0, flaky: 0 };

  begin(): string {
    return '';
  }

  note({ name, status, failure, tracePath, ms }: TestResult): string {
    this.#counts[status] += 1;
    const sign = { passed: '✓', failed: '✗', flaky: '~' }[status];
    const flaky = status === 'flaky' ? ' (flaky)' : '';
    const details = failure === undefined ? '' : `${indentText(formatFailure(failure, tracePath), '  ')}\n`;
    return `${sign} ${escapeControls(name)}${flaky} (${toSeconds(ms)} s)\n${details}`;
  }

  end({ ms, skipped, signal }: TestSummary): string {
    const counts = Object.entries({ ...this.#counts, 'not run': skipped }).filter(
      ([name, count]) => count > 0 || name === 'passed',
    );
    const words = counts.map(([name, count]) => `${count} ${name}`).join(', ');
    return `\n${words} (${toSeconds(ms)} s)${signal === undefined ? '' : `, ended by ${signal}`}\n`;
  }
}

class TapReporter implements Reporter {
  #count = 0;

  begin(): string {
    return 'TAP version 14\n';
  }

  note({ name, status, failure, tracePath, ms }: TestResult): string {
    this.#count += 1;
    const description = escapeControls(name).replaceAll(/[\\#]/g, String.raw`\$&`);
    const comment = status === 'flaky' ? '# flaky: it has passed only when it was repeated\n' : '';
    const line = `${status === 'failed' ? 'not ok' : 'ok'} ${this.#count} - ${description}\n`;
    return `${line}${failure === undefined ? '' : formatDiagnostics(failure, tracePath, ms)}${comment}`;
  }

  end({ signal }: TestSummary): string {
    return signal === undefined ? `1..${this.#count}\n` : `1..${this.#count}\nBail out! ${signal}\n`;
  }
}

/** A YAML block. JSON strings are strings of YAML; the screen is a block of lines, which is easier to read. */
function formatDiagnostics(
  { command, message, step, screen, exit }: TapeFailure,
  tracePath: string | undefined,
  ms: number,
): string {
  const { path, line, column } = command;
  const members: readonly (readonly [string, string | undefined])[] = [
    ['message', JSON.stringify(message)],
    ['at', JSON.stringify(`${path}:${line}:${column}`)],
    ['duration_ms', ms.toFixed(1)],
    ['step', step && JSON.stringify(step)],
    ['exit', exit && JSON.stringify(exit)],
    ['screen', screen === undefined ? undefined : `|2-\n${indentText(escapeControls(screen.trimEnd()), '    ')}`],
    ['trace', tracePath && JSON.stringify(tracePath)],
  ];
  const lines = members.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name}: ${value}\n`]));
  return `  ---\n${lines.join('')}  ...\n`;
}

class JunitReporter implements Reporter {
  readonly #results: TestResult[] = [];

  begin(): string {
    return '';
  }

  note(result: TestResult): string {
    this.#results.push(result);
    return '';
  }

  end({ ms }: TestSummary): string {
    const failed = this.#results.filter(({ status }) => status === 'failed').length;
    const counts = `tests="${this.#results.length}" failures="${failed}" errors="0" skipped="0"`;
    const cases = this.#results.map(formatTestCase).join('');
    return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="tuispec" ${counts} time="${(ms / 1000).toFixed(3)}">\n${cases}</testsuite>\n`;
  }
}

function formatTestCase({ name, path, status, failure, tracePath, ms }: TestResult): string {
  const attributes = `name="${escapeXml(name)}" classname="${escapeXml(path)}" file="${escapeXml(path)}" time="${(ms / 1000).toFixed(3)}"`;
  if (failure === undefined) return `  <testcase ${attributes}/>\n`;
  const element = status === 'flaky' ? 'flakyFailure' : 'failure';
  const text = escapeXml(formatFailure(failure, tracePath));
  return `  <testcase ${attributes}>\n    <${element} message="${escapeXml(failure.message)}">${text}</${element}>\n  </testcase>\n`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** XML has no way to write control characters, lone surrogates and U+FFFE. */
const escapeXml = (text: string): string =>
  escapeControls(text)
    .replaceAll(/[\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');
