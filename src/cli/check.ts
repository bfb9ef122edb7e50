import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { statusAfterSignal } from '../base/exit.js';
import { system } from '../base/system/system.js';
import { joinList } from '../base/text.js';
import type { MethodName, MethodParams, MethodResults } from '../protocol/generated/types.js';
import { RpcError } from '../protocol/message.js';
import type { Server } from '../server/server.js';
import {
  type Command,
  defineOption,
  type Parse,
  type ProcessHost,
  parseBoolean,
  parseOptionsBefore,
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
// `top` draws again after 3 s.
const stillMs = 4000;
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
  /** Whether it writes without input. */
  #isBusy = false;

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
      const { timeout } = this.#options;
      const isReader = await this.#isReadingTerminal();
      this.#add(
        'start',
        'fail',
        this.#isRunning
          ? `no text within ${timeout} ms${isReader ? ': the program waits for input' : ''}`
          : 'the program has ended without text',
      );
      for (const name of ['idle', 'cost', 'resize', 'colors', 'contrast', 'restored', 'signals'])
        this.#add(name, 'skip', nothing);
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

  /** Whether the program waits until somebody types; false if that is unknown. */
  async #isReadingTerminal(): Promise<boolean> {
    const members = this.#isRunning ? await this.#program?.listMembers() : undefined;
    return members?.some(({ pid }) => system.isReadingTerminal?.(pid)) ?? false;
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
    if (!this.#isRunning) return this.#add('idle', 'skip', ended);
    const bytes = await this.#countBytes(idleMs);
    if (!this.#isRunning) return this.#add('idle', 'skip', ended);
    this.#isBusy = bytes > 0;
    this.#add('idle', bytes === 0 ? 'pass' : 'note', `${bytes} bytes in ${idleMs / 1000} s`, { bytes });
  }

  /** The bytes that the program writes in a time. */
  async #countBytes(milliseconds: number): Promise<number> {
    const before = this.#program?.outputBytes ?? 0;
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return (this.#program?.outputBytes ?? 0) - before;
  }

  async #checkCost(): Promise<void> {
    if (!this.#isRunning) return this.#add('cost', 'skip', ended);
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
    if (this.#isOpen) return this.#add('resize', 'skip', 'a synchronized update has not ended');
    if (!this.#isRunning) await this.#relaunch({});
    if (!this.#isRunning) return this.#add('resize', 'skip', ended);
    const { cols, rows } = this.#options;
    const sizes = [
      [Math.max(20, cols - 30), rows],
      [cols + 20, rows + 6],
      [cols, Math.max(6, rows - 10)],
    ] as const;
    const before = await this.#readLines();
    const finding = await this.#find('expectSurvivesResize', { sizes: [...sizes], timeoutMs: 30_000 });
    const lost = findLost(before, await this.#readLines());
    if (lost.length > 0 && (await this.#isStill()))
      return this.#add('resize', 'fail', describeLost(lost), [{ what: 'missing', lines: lost }]);
    if (finding === undefined) return this.#add('resize', 'pass', `${sizes.length} sizes and back`);
    const findings = (finding.data['findings'] ?? []) as readonly { readonly what: string }[];
    const isBroken = findings.some(({ what }) => what === 'exited');
    // What a clock or a spinner changes is not an effect of the sizes.
    const isUnknown = this.#isBusy && findings.length > 0 && findings.every(({ what }) => what === 'changed');
    const unknown = 'no exit and no lost line; its rows cannot be compared, because they change without input';
    this.#add('resize', isBroken ? 'fail' : 'note', isUnknown ? unknown : finding.message, findings);
  }

  /** Whether the program runs, and changes nothing by itself. */
  async #isStill(): Promise<boolean> {
    return this.#isRunning && (await this.#countBytes(stillMs)) === 0;
  }

  /** The last lines of the normal screen and its scrollback; undefined while the alternate screen is displayed. */
  async #readLines(): Promise<readonly string[] | undefined> {
    const { altScreen, text } = await this.#call('currentView', { scrollback: maxLines });
    return altScreen ? undefined : text.split('\n');
  }

  /** Launches the program as on another terminal, and runs a method. The finding has no data if nothing is displayed. */
  async #findAs<M extends MethodName>(
    profile: NonNullable<MethodParams['launch']['profile']>,
    method: M,
    params: Partial<MethodParams[M]>,
  ): Promise<Finding | undefined> {
    if (!(await this.#relaunch({ profile }))) return { message: nothing, data: {} };
    return await this.#find(method, params);
  }

  async #checkColors(): Promise<void> {
    const found: string[] = [];
    const unseen: string[] = [];
    for (const profile of ['xterm-256color', 'xterm', 'no-color'] as const) {
      const finding = await this.#findAs(profile, 'expectColors', {});
      const { used, promised } = finding?.data ?? {};
      if (used !== undefined) found.push(`${profile}: ${String(used)} instead of ${String(promised)}`);
      else if (finding !== undefined) unseen.push(profile);
    }
    if (found.length > 0) this.#add('colors', 'note', found.join(', '));
    else if (unseen.length > 0) this.#add('colors', 'skip', `${nothing} as ${joinList(unseen)}`);
    else this.#add('colors', 'pass', 'none beyond what the terminal promises');
  }

  async #checkContrast(): Promise<void> {
    const ratios: string[] = [];
    const unseen: string[] = [];
    let lowest = Number.POSITIVE_INFINITY;
    for (const background of ['dark', 'light'] as const) {
      const profile = { name: 'xterm-256color', background, env: {} } as const;
      const expected = { themes: [themes[background]], timeoutMs: 0 };
      const finding = await this.#findAs(profile, 'expectContrast', expected);
      if (finding === undefined) continue;
      const found = (finding.data['findings'] ?? []) as readonly { readonly ratio: number; readonly text: string }[];
      // Brackets may be meant to be invisible, as around the tabs of htop.
      const words = found.find(({ text }) => wordsOf(text) !== '');
      const worst = words ?? found[0];
      lowest = Math.min(lowest, words?.ratio ?? lowest);
      if (worst === undefined) unseen.push(background);
      else ratios.push(`${worst.ratio}:1 on ${background} (${JSON.stringify(worst.text.slice(0, 30))})`);
    }
    if (ratios.length > 0) this.#add('contrast', lowest < visibleRatio ? 'fail' : 'note', ratios.join(', '));
    else if (unseen.length > 0) this.#add('contrast', 'skip', `${nothing} on ${joinList(unseen)}`);
    else this.#add('contrast', 'pass', 'at least 4.5:1 on dark and light');
  }

  async #checkRestored(): Promise<void> {
    const quitKeys = this.#options.quit === undefined ? usualQuitKeys : [this.#options.quit];
    for (const keys of quitKeys) {
      if (!this.#isRunning && !(await this.#relaunch({}))) return this.#add('restored', 'skip', nothing);
      if (!this.#isRunning) return this.#add('restored', 'skip', ended);
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
    await this.#terminate();
  }

  /** Ends the program when no key does. */
  async #terminate(): Promise<void> {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      this.ended = { signal };
      await this.#find('signal', { name: signal });
      if ((await this.#find('waitForExit', { timeoutMs: quitMs })) === undefined) break;
    }
  }

  async #checkSignals(): Promise<void> {
    const found: string[] = [];
    const unseen: string[] = [];
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      const isSeen = await this.#relaunch({});
      await this.#settle();
      if (!isSeen || !this.#isRunning || (await this.#find('signal', { name })) !== undefined) {
        unseen.push(isSeen ? ended : nothing);
        continue;
      }
      if ((await this.#find('waitForExit', { timeoutMs: quitMs })) !== undefined) {
        found.push(`${name} does not end it`);
        continue;
      }
      const finding = await this.#find('expectRestored', {});
      if (finding !== undefined) found.push(`left after ${name}: ${describeChanges(finding)}`);
    }
    const [reason] = unseen;
    if (found.length > 0) this.#add('signals', 'note', found.join('; '));
    else if (reason !== undefined) this.#add('signals', 'skip', reason);
    else this.#add('signals', 'pass', 'everything is as before after SIGINT and SIGTERM');
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

const [ended, nothing] = ['the program has ended by itself', 'the program has displayed nothing'];

// With fewer columns, so many lines still fit into the scrollback.
const maxLines = 200;
// What a program draws between words, such as the border of a box, may change with the size.
const wordsOf = (line: string): string => line.replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The lines whose words are nowhere in the text any more. */
function findLost(before: readonly string[] | undefined, after: readonly string[] | undefined): readonly string[] {
  if (before === undefined || after === undefined) return [];
  const words = after.map(wordsOf).join('');
  return before.filter((line) => !words.includes(wordsOf(line)));
}

function describeLost([first, ...others]: readonly string[]): string {
  const count = others.length === 0 ? '1 line is lost' : `${others.length + 1} lines are lost`;
  return `${count}: ${JSON.stringify(first)}${others.length === 0 ? '' : ', …'}`;
}

const themes = { dark: 'pty-default-dark', light: 'pty-default-light' } as const;

const describeChanges = ({ data, message }: Finding): string => {
  const changes = data['changes'] as readonly { readonly what: string }[] | undefined;
  return changes === undefined ? message : changes.map(({ what }) => what).join(', ');
};

async function runCheck(args: readonly string[], host: ProcessHost): Promise<number> {
  const separator = args.includes('--') ? args.indexOf('--') : args.length;
  const options = parseOptionsBefore('check', checkOptions, args.slice(0, separator), host.variables);
  const command = args.slice(separator + 1);
  if (command.length === 0)
    throw new UsageError('Missing argument COMMAND after --, as in: tuispec check -- less README.md.');
  const directory = mkdtempSync(join(tmpdir(), 'tuispec-check-'));
  // The checks do not keep the process alive.
  const alive = setInterval(() => {}, 2 ** 30);
  const server = await openServer(['--artifact-dir', directory], host);
  const output = new Lines();
  const printed = print(output, host);
  let isStopped = false;
  const stopped = new Promise<number>((resolve) =>
    host.onSignal((name) => {
      isStopped = true;
      resolve(statusAfterSignal(name));
    }),
  );
  const runCard = async (): Promise<number> => {
    await checkKeys(server, 'quit', options.quit);
    await checkKeys(server, 'keys', options.keys);
    const card = new ReportCard(server, command, options, (check) => {
      if (!options.json && !isStopped) output.push(formatCheck(check));
    });
    await card.run();
    const ok = card.checks.every(({ status }) => status !== 'fail');
    if (options.json) output.push(`${JSON.stringify({ ok, command, ended: card.ended, checks: card.checks })}\n`);
    output.end();
    await printed;
    return ok ? 0 : 1;
  };
  try {
    return await Promise.race([runCard(), stopped]);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    host.writeError(`tuispec: ${error.message}\n`);
    return 5;
  } finally {
    output.end();
    await server.close();
    clearInterval(alive);
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The server checks params before it asks for a session. */
async function checkKeys(server: Server, option: string, keys: readonly string[] | undefined): Promise<void> {
  if (keys === undefined) return;
  const error = await server.call('sendKey', { keys: [...keys] }).catch((reason: unknown) => reason);
  const { errors = [] } = (error as { data?: { errors?: readonly { readonly reason: string }[] } }).data ?? {};
  if (errors[0] !== undefined) throw new UsageError(`--${option}: ${errors[0].reason}`);
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
