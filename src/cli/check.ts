import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { MethodName, MethodParams, MethodResults } from '../protocol/generated/types.js';
import { RpcError } from '../protocol/message.js';
import type { Server } from '../server/server.js';
import {
  type Command,
  defineOption,
  type Parse,
  type ProcessHost,
  parseBoolean,
  parseOptions,
  parseTime,
  print,
  sizeOptions,
  UsageError,
  type Values,
} from './options.js';
import { openServer } from './view-command.js';

const parseKeys: Parse<readonly string[]> = (text) => {
  const keys = text.split(/\s+/).filter((key) => key !== '');
  if (keys.length === 0) throw new UsageError('must not be empty');
  return keys;
};

const checkOptions = {
  quit: defineOption<readonly string[] | undefined>({
    placeholder: 'KEYS',
    help: 'keys that end the program, separated by blanks (default: the first of q, Ctrl+c, Ctrl+d that does)',
    parse: parseKeys,
    default: undefined,
  }),
  keys: defineOption<readonly string[] | undefined>({
    placeholder: 'KEYS',
    help: 'keys that are pressed to measure a reaction (default: arrow keys)',
    parse: parseKeys,
    default: undefined,
  }),
  ...sizeOptions,
  timeout: defineOption({
    placeholder: 'TIME',
    help: 'how long the program may take until its first text (default: 15s)',
    parse: parseTime,
    default: 15_000,
  }),
  json: defineOption({ help: 'print the results as JSON', parse: parseBoolean, default: false }),
};
type CheckValues = Values<typeof checkOptions>;

/** `tuispec check`. */
export const checkCommand: Command = {
  what: 'report what a program does to the terminal',
  explanation: `Runs a program several times, and reports what it leaves behind, how it bears resizes, whether its text
can be read on a dark and on a light background, and what a key costs. It types only arrow keys (or --keys) and the quit key.
FAIL is a defect that users see; everything else is a NOTE; what could not be observed is SKIP.`,
  operands: [],
  commandLine: 'COMMAND [ARG]...',
  options: checkOptions,
  examples: [['Check a program:', 'tuispec check -- less README.md']],
  run: async (args, host) => await runCheck(args, host),
};

type Status = 'pass' | 'fail' | 'note' | 'skip';
interface Check {
  readonly name: string;
  readonly status: Status;
  readonly summary: string;
  readonly data?: unknown;
}

/** A kind of failure that is a finding, with its data. */
interface Finding {
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const usualKeys = ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowDown', 'ArrowUp'];
const usualQuitKeys = [['q'], ['Ctrl+c'], ['Ctrl+d']];
const idleMs = 2000;
const quietMs = 100;
// A program that never pauses is measured as it is.
const maxSettleMs = 2000;
const maxReactionMs = 500;
const quitMs = 2000;
const visibleRatio = 1.5;

/** Runs a program once for each question, and answers it. */
class ReportCard {
  readonly checks: Check[] = [];
  /** How the program was ended by a key or a signal. */
  ended: { readonly keys?: string; readonly signal?: string } | undefined;
  readonly #server: Server;
  readonly #command: readonly string[];
  readonly #options: CheckValues;
  readonly #report: (check: Check) => void;
  /** Whether a synchronized update has not ended, so that no screen is displayed. */
  #isOpen = false;

  constructor(server: Server, command: readonly string[], options: CheckValues, report: (check: Check) => void) {
    this.#server = server;
    this.#command = command;
    this.#options = options;
    this.#report = report;
  }

  /** Resolves with false if the program cannot be started. */
  async run(): Promise<boolean> {
    const { cols, rows } = this.#options;
    await this.#call('initialize', { name: basename(this.#command[0] ?? ''), terminalCols: cols, terminalRows: rows });
    const startedAt = performance.now();
    try {
      await this.#launch({});
    } catch (error) {
      if ((error as { data?: { kind?: string } }).data?.kind === 'spawn') throw error;
      this.#add('start', 'fail', `no text within ${this.#options.timeout} ms`);
      for (const name of ['idle', 'cost', 'resize', 'colors', 'contrast', 'restored', 'signals'])
        this.#add(name, 'skip', 'the program has displayed nothing');
      return true;
    }
    this.#add('start', 'pass', `first text after ${Math.round(performance.now() - startedAt)} ms`);
    await this.#settle();
    await this.#checkIdle();
    await this.#checkCost();
    await this.#checkResize();
    await this.#checkColors();
    await this.#checkContrast();
    await this.#checkRestored();
    await this.#checkSignals();
    return true;
  }

  #add(name: string, status: Status, summary: string, data?: unknown): void {
    const check = { name, status, summary, ...(data === undefined ? {} : { data }) };
    this.checks.push(check);
    this.#report(check);
  }

  async #call<M extends MethodName>(method: M, params: Partial<MethodParams[M]>): Promise<MethodResults[M]> {
    return await this.#server.call(method, params);
  }

  /** Launches the program, and waits for its first text. */
  async #launch(profile: Partial<MethodParams['launch']>): Promise<void> {
    const [command = '', ...args] = this.#command;
    await this.#call('launch', { command, args, ...profile });
    await this.#call('waitUntil', { pattern: '\\S', timeoutMs: this.#options.timeout });
  }

  get #program(): NonNullable<NonNullable<Server['session']>['current']>['program'] | undefined {
    return this.#server.session?.current?.program;
  }

  get #isRunning(): boolean {
    return this.#program !== undefined && this.#program.exit === undefined;
  }

  /** Waits until the screen is stable; resolves with false if a synchronized update prevents that. */
  async #settle(): Promise<boolean> {
    if (!this.#isRunning) return true;
    const isStable = (await this.#find('waitForStable', { debounceMs: quietMs, timeoutMs: maxSettleMs })) === undefined;
    return isStable || (await this.#call('terminalState', {})).modes['synchronizedOutput'] !== true;
  }

  /** Runs a method; a failure of it is a finding, undefined if it holds. */
  async #find<M extends MethodName>(method: M, params: Partial<MethodParams[M]>): Promise<Finding | undefined> {
    try {
      await this.#call(method, params);
      return undefined;
    } catch (error) {
      if (!(error instanceof RpcError) || error.data === undefined) throw error;
      const data = error.data as Finding['data'];
      return { message: String(data['details'] ?? error.message), data };
    }
  }

  async #checkIdle(): Promise<void> {
    if (!this.#isRunning) return this.#add('idle', 'skip', 'the program has ended by itself');
    const before = this.#program?.outputBytes ?? 0;
    await new Promise((resolve) => setTimeout(resolve, idleMs));
    if (!this.#isRunning) return this.#add('idle', 'skip', 'the program has ended by itself');
    const bytes = (this.#program?.outputBytes ?? 0) - before;
    this.#add('idle', bytes === 0 ? 'pass' : 'note', `${bytes} bytes in ${idleMs / 1000} s`, { bytes });
  }

  async #checkCost(): Promise<void> {
    if (!this.#isRunning) return this.#add('cost', 'skip', 'the program has ended by itself');
    const keys = this.#options.keys ?? usualKeys;
    await this.#call('measure.start', { quietMs });
    let lastKey = '';
    for (const key of keys) {
      if (!this.#isRunning) break;
      lastKey = key;
      if ((await this.#find('sendKey', { key, settleMs: 0 })) !== undefined) break;
      // A program that reacts late is not measured with the next key.
      await this.#find('waitForChange', {
        since: 'lastInput',
        cursor: true,
        stableMs: quietMs,
        timeoutMs: maxReactionMs,
      });
      if (!(await this.#settle())) break;
    }
    const hasEnded = !this.#isRunning;
    const { summary, reactions } = await this.#call('measure.stop', { timeoutMs: maxSettleMs });
    if (hasEnded) return this.#add('cost', 'note', `the program has ended at ${lastKey}`, summary);
    const { modes } = await this.#call('terminalState', {});
    this.#isOpen = modes['synchronizedOutput'] === true || (reactions.at(-1)?.openUpdates ?? 0) > 0;
    if (this.#isOpen) return this.#add('cost', 'fail', 'a synchronized update has not ended', summary);
    const name = this.#options.keys === undefined ? 'an arrow key' : 'a key';
    this.#add('cost', 'note', `${describeCost(summary)} for ${name} (median of ${reactions.length})`, summary);
  }

  async #checkResize(): Promise<void> {
    if (!this.#isRunning) return this.#add('resize', 'skip', 'the program has ended by itself');
    if (this.#isOpen) return this.#add('resize', 'skip', 'a synchronized update has not ended');
    const { cols, rows } = this.#options;
    const sizes = [
      [Math.max(20, cols - 30), rows],
      [cols + 20, rows + 6],
      [cols, Math.max(6, rows - 10)],
    ] as const;
    const finding = await this.#find('expectSurvivesResize', { sizes: [...sizes], timeoutMs: 30_000 });
    if (finding === undefined) return this.#add('resize', 'pass', `${sizes.length} sizes and back`);
    const findings = (finding.data['findings'] ?? []) as readonly {
      readonly what: string;
      readonly lines?: readonly string[];
    }[];
    const isBroken = findings.some(({ what }) => ['missing', 'exited'].includes(what));
    this.#add('resize', isBroken ? 'fail' : 'note', finding.message, findings);
  }

  async #checkColors(): Promise<void> {
    const found: string[] = [];
    let seen = 0;
    for (const profile of ['xterm-256color', 'xterm', 'no-color'] as const) {
      if (!(await this.#relaunch({ profile }))) continue;
      seen += 1;
      const finding = await this.#find('expectColors', {});
      if (finding !== undefined)
        found.push(`${profile}: ${String(finding.data['used'])} instead of ${String(finding.data['promised'])}`);
    }
    if (seen === 0) return this.#add('colors', 'skip', 'the program has displayed nothing');
    if (found.length === 0) this.#add('colors', 'pass', 'none beyond what the terminal promises');
    else this.#add('colors', 'note', found.join(', '));
  }

  async #checkContrast(): Promise<void> {
    const ratios: string[] = [];
    let lowest = Number.POSITIVE_INFINITY;
    let seen = 0;
    for (const background of ['dark', 'light'] as const) {
      if (!(await this.#relaunch({ profile: { name: 'xterm-256color', background, env: {} } }))) continue;
      seen += 1;
      const finding = await this.#find('expectContrast', { themes: [themes[background]], timeoutMs: 0 });
      const [worst] = (finding?.data['findings'] ?? []) as readonly { readonly ratio: number; readonly text: string }[];
      if (worst === undefined) continue;
      lowest = Math.min(lowest, worst.ratio);
      ratios.push(`${worst.ratio}:1 on ${background} (${JSON.stringify(worst.text.slice(0, 30))})`);
    }
    if (seen === 0) return this.#add('contrast', 'skip', 'the program has displayed nothing');
    if (ratios.length === 0) this.#add('contrast', 'pass', 'at least 4.5:1 on dark and light');
    else this.#add('contrast', lowest < visibleRatio ? 'fail' : 'note', ratios.join(', '));
  }

  async #checkRestored(): Promise<void> {
    const quitKeys = this.#options.quit === undefined ? usualQuitKeys : [this.#options.quit];
    for (const keys of quitKeys) {
      if (!this.#isRunning && !(await this.#relaunch({})))
        return this.#add('restored', 'skip', 'the program has displayed nothing');
      for (const key of keys) await this.#find('sendKey', { key });
      if ((await this.#find('waitForExit', { timeoutMs: quitMs })) !== undefined) continue;
      this.ended = { keys: keys.join(' ') };
      const finding = await this.#find('expectRestored', {});
      if (finding === undefined)
        return this.#add('restored', 'pass', `everything is as before after ${keys.join(' ')}`);
      return this.#add(
        'restored',
        'fail',
        `left after ${keys.join(' ')}: ${describeChanges(finding)}`,
        finding.data['changes'],
      );
    }
    this.#add(
      'restored',
      'skip',
      `none of ${quitKeys.map((keys) => keys.join(' ')).join(', ')} ends it; choose with --quit`,
    );
    this.ended = { signal: 'SIGTERM' };
  }

  async #checkSignals(): Promise<void> {
    const found: string[] = [];
    let seen = 0;
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      if (!(await this.#relaunch({}))) continue;
      await this.#settle();
      if ((await this.#find('signal', { name })) !== undefined) continue;
      if ((await this.#find('waitForExit', { timeoutMs: quitMs })) !== undefined) {
        found.push(`${name} does not end it`);
        seen += 1;
        continue;
      }
      seen += 1;
      const finding = await this.#find('expectRestored', {});
      if (finding !== undefined) found.push(`left after ${name}: ${describeChanges(finding)}`);
    }
    if (seen === 0) return this.#add('signals', 'skip', 'the program has displayed nothing');
    this.#add(
      'signals',
      found.length === 0 ? 'pass' : 'note',
      found.length === 0 ? 'everything is as before after SIGINT and SIGTERM' : found.join('; '),
    );
  }

  /** Launches the program again; false if it displays nothing. */
  async #relaunch(more: Partial<MethodParams['launch']>): Promise<boolean> {
    try {
      await this.#launch(more);
      await this.#settle();
      return true;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return false;
    }
  }
}

function describeCost(summary: MethodResults['measure.stop']['summary']): string {
  const count = (figure: keyof typeof summary, noun: string, plural = `${noun}s`): string => {
    const median = summary[figure]?.p50 ?? 0;
    return `${median} ${median === 1 ? noun : plural}`;
  };
  const cells = `${count('printedCells', 'cell')} printed, ${summary.changedCells?.p50 ?? 0} changed`;
  return [count('bytes', 'byte'), cells, count('fullClears', 'clear'), count('blankFlashes', 'flash', 'flashes')].join(
    ', ',
  );
}

const themes = { dark: 'pty-default-dark', light: 'pty-default-light' } as const;

const describeChanges = ({ data, message }: Finding): string => {
  const changes = data['changes'] as readonly { readonly what: string }[] | undefined;
  return changes === undefined ? message : changes.map(({ what }) => what).join(', ');
};

async function runCheck(args: readonly string[], host: ProcessHost): Promise<number> {
  const separator = args.includes('--') ? args.indexOf('--') : args.length;
  const options = parseOptions(checkOptions, args.slice(0, separator), host.variables);
  const command = args.slice(separator + 1);
  if (command.length === 0)
    throw new UsageError('Missing argument COMMAND after --, as in: tuispec check -- less README.md.');
  const directory = mkdtempSync(join(tmpdir(), 'tuispec-check-'));
  // The checks do not keep the process alive.
  const alive = setInterval(() => {}, 2 ** 30);
  const server = await openServer(['--artifact-dir', directory], host);
  const output = new Lines();
  const printed = print(output, host);
  try {
    const report = (check: Check): void => {
      if (!options.json) output.push(formatCheck(check));
    };
    const card = new ReportCard(server, command, options, report);
    try {
      await card.run();
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      host.writeError(`tuispec: ${error.message}\n`);
      return 5;
    }
    const ok = card.checks.every(({ status }) => status !== 'fail');
    if (options.json) output.push(`${JSON.stringify({ ok, command, ended: card.ended, checks: card.checks })}\n`);
    output.end();
    await printed;
    return ok ? 0 : 1;
  } finally {
    output.end();
    await server.close();
    clearInterval(alive);
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Lines that are printed as they come. */
class Lines implements AsyncIterable<string> {
  readonly #lines: string[] = [];
  #isEnded = false;
  #wake: () => void = () => {};

  push(line: string): void {
    this.#lines.push(line);
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for (;;) {
      yield* this.#lines.splice(0);
      if (this.#isEnded && this.#lines.length === 0) return;
      if (this.#lines.length === 0)
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}

const formatCheck = ({ name, status, summary }: Check): string =>
  `${status.toUpperCase()}  ${name.padEnd(8)}  ${summary}\n`;
