// Random input for a program until something is found that is always wrong, and the shortest tape that shows it.
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { system } from '../base/system/system.js';
import { escapeControls, quote } from '../base/text.js';
import type { Server } from '../server/server.js';
import { oracles as checkedOracles, type TapeCommand } from '../tapes/commands.js';
import { TestStage } from '../tapes/pace.js';
import { formatProblem, readTape } from '../tapes/read-tape.js';
import { runTape } from '../tapes/run-tape.js';
import { prepareTape, type Tape } from '../tapes/tape.js';
import { formatCommand, UnwritableError } from '../tapes/write-tape.js';
import { KeyError } from '../terminal/input/keys.js';
import { createStartTape, type FuzzSubject, formatFinding, toTape } from './finding-tape.js';
import { describeAction, type PlanOptions, planRun, toBytes } from './plan.js';
import { shrinkActions } from './shrink.js';
import {
  type FuzzFinding,
  type FuzzOracle,
  generalize,
  NothingDrawnError,
  RefusedError,
  runTrial,
  type TrialOptions,
} from './trial.js';

/** How to fuzz a program. */
export interface FuzzOptions extends FuzzSubject {
  readonly seed: number;
  readonly runs: number;
  /** The number of actions of a run. */
  readonly actions: number;
  readonly durationMs: number;
  readonly isBail: boolean;
  readonly workers: number;
  /** The directory of the tapes of findings. */
  readonly corpus: string;
  readonly excluded: readonly string[];
  /** The oracles that are used; undefined for all. */
  readonly oracles: readonly FuzzOracle[] | undefined;
  /** A tape whose assertions always hold. */
  readonly invariant: string | undefined;
  readonly shrinkRuns: number;
  /** The directory of traces. */
  readonly artifactDir: string;
}

/** The process that fuzzes. */
export interface FuzzHost {
  readonly variables: Readonly<Record<string, string | undefined>>;
  openServer(): Promise<Server>;
  write(text: string): Promise<unknown>;
  writeError(text: string): void;
  onSignal(handle: (name: string) => void): void;
}

/** What was asked for cannot be done: one line on standard error, exit code 2. */
export class FuzzUsageError extends Error {
  override readonly name = 'FuzzUsageError';
}

const fuzzOracles: readonly FuzzOracle[] = [...checkedOracles, 'invariant'];
// Facts count even if no replay shows them. The others count if most replays show them.
const facts: ReadonlySet<FuzzOracle> = new Set(['crash', 'restored', 'replacement']);
const replays = 3;
const minReplays = 2;
// How often a finding that was not reproduced may come again.
const maxAttempts = 3;
const watchMs = 2000;

/** The plan, one action per line. */
export function* listPlan(options: PlanOptions & { readonly runs: number }): Generator<string> {
  checkKeys(options.excluded);
  for (let run = 1; run <= options.runs; run += 1)
    yield planRun(run, options)
      .map((action, index) => `${run}.${index + 1} ${describeAction(action)}\n`)
      .join('');
}

function checkKeys(excluded: readonly string[]): void {
  for (const key of excluded)
    try {
      toBytes(key);
    } catch (error) {
      if (error instanceof KeyError) throw new FuzzUsageError(`--exclude: ${error.message}`);
      throw error;
    }
}

/** Fuzzes a program; resolves with the exit code: 0 nothing found, 1 findings, 5 nothing was drawn, 128 + n after a signal. */
export async function runFuzz(
  options: FuzzOptions,
  host: FuzzHost,
  statusOf: (signal: string) => number,
): Promise<number> {
  checkKeys(options.excluded);
  const fuzzing = new Fuzzing(options, host);
  let signal: string | undefined;
  host.onSignal((name) => {
    signal ??= name;
    fuzzing.abort.abort(new Error(`interrupted by ${name}`));
  });
  try {
    const hasFound = await fuzzing.run();
    return signal === undefined ? (hasFound ? 1 : 0) : statusOf(signal);
  } catch (error) {
    if (signal !== undefined) return statusOf(signal);
    if (!(error instanceof NothingDrawnError || error instanceof RefusedError)) throw error;
    host.writeError(`tuispec: ${error instanceof RefusedError ? '' : 'Nothing was drawn: '}${error.message}\n`);
    return 5;
  }
}

/** A tape of the corpus. */
interface KnownFinding {
  readonly path: string;
  readonly tape: Tape;
}

class Fuzzing {
  readonly abort = new AbortController();
  readonly #options: FuzzOptions;
  readonly #host: FuzzHost;
  readonly #start: Tape;
  readonly #assertions: readonly TapeCommand[];
  readonly #directory: string;
  readonly #enabled: Set<FuzzOracle>;
  /** How often a finding was examined, by its hash; those that count are examined once. */
  readonly #attempts = new Map<string, number>();
  /** The removals of directories. */
  #removed: Promise<unknown> = Promise.resolve();
  #memory: number | undefined;
  #nextRun = 1;
  #doneRuns = 0;
  #doneActions = 0;
  /** The time of the runs, without replays. */
  #runMs = 0;
  #found = 0;

  constructor(options: FuzzOptions, host: FuzzHost) {
    this.#options = options;
    this.#host = host;
    this.#start = createStart(options);
    this.#assertions = options.invariant === undefined ? [] : readAssertions(options.invariant, host);
    this.#enabled = new Set(options.oracles ?? fuzzOracles);
    // Last: what is wrong in the options leaves no directory.
    this.#directory = mkdtempSync(join(tmpdir(), 'tuispec-fuzz-'));
  }

  /** Resolves with whether anything was found. */
  async run(): Promise<boolean> {
    const { runs, actions, seed, workers, durationMs } = this.#options;
    const startedAt = performance.now();
    const servers: Server[] = [];
    const open = async (): Promise<Server> => {
      const server = await this.#host.openServer();
      servers.push(server);
      return server;
    };
    try {
      const corpus = this.#readCorpus();
      await this.#print(`Seed ${seed}: ${runs} ${runs === 1 ? 'run' : 'runs'} of ${actions} actions.`);
      const first = await open();
      await this.#calibrate(first);
      await this.#replayCorpus(corpus, first);
      const others = Array.from({ length: Math.min(workers, runs) - 1 }, async () => await open());
      const endsAt = startedAt + durationMs;
      await Promise.all(
        [first, ...(await Promise.all(others))].map((server, index) => this.#work(server, index, endsAt)),
      );
      await this.#printEnd((performance.now() - startedAt) / 1000);
      return this.#found > 0;
    } finally {
      for (const server of servers) await server.close();
      await this.#removed;
      rmSync(this.#directory, { recursive: true, force: true });
    }
  }

  async #print(line: string): Promise<void> {
    await this.#host.write(`${escapeControls(line)}\n`);
  }

  async #printEnd(seconds: number): Promise<void> {
    const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;
    const rate = ((this.#doneActions * 1000) / Math.max(1, this.#runMs)).toFixed(1);
    const found = this.#found === 0 ? 'nothing found' : count(this.#found, 'finding');
    await this.#print(
      `${count(this.#doneRuns, 'run')}, ${count(this.#doneActions, 'action')} in ${seconds.toFixed(1)} s (${rate} per second of a run): ${found}.`,
    );
  }

  readonly #noteRemoval = (removal: Promise<void>): void => {
    this.#removed = Promise.all([this.#removed, removal]);
  };

  #trialOptions(server: Server, worker: number): TrialOptions {
    return {
      ...{ server, tape: this.#start, variables: this.#host.variables, artifactDir: this.#directory },
      ...{ sessionName: `fuzz-${worker}`, signal: this.abort.signal, memory: this.#memory },
      ...{ allowedExits: this.#options.allowedExits, assertions: this.#assertions, onRemoval: this.#noteRemoval },
    };
  }

  /** Runs without actions decide which oracles apply. */
  async #calibrate(server: Server): Promise<void> {
    const first = await this.#observe(server);
    const second = await this.#observe(server);
    if (first.memory > 0) this.#memory = Math.max(first.memory, second.memory);
    const off = new Map<FuzzOracle, string>();
    for (const oracle of fuzzOracles)
      if (!this.#enabled.has(oracle) && (oracle !== 'invariant' || this.#assertions.length > 0))
        off.set(oracle, 'not in --oracles');
    const resizeProblem =
      first.problem ??
      second.problem ??
      (first.screen === second.screen ? undefined : 'the first screen differs between runs');
    const turnOff = (oracle: FuzzOracle, reason: string): void => void (off.has(oracle) || off.set(oracle, reason));
    if (resizeProblem !== undefined) turnOff('resize', resizeProblem);
    if (system.isWaitingForInput === undefined) turnOff('hang', 'this system does not tell what processes wait for');
    if (system.readMemory === undefined) turnOff('memory', 'this system does not tell the memory of processes');
    else if (this.#memory === undefined) turnOff('memory', 'the program ends by itself');
    for (const [oracle, reason] of off) {
      this.#enabled.delete(oracle);
      await this.#print(`off: ${oracle} (${reason})`);
    }
  }

  /** What a run without actions shows, and why `resize` does not apply to it. */
  async #observe(
    server: Server,
  ): Promise<{ readonly screen: string; readonly memory: number; readonly problem: string | undefined }> {
    return await runTrial(this.#trialOptions(server, 0), async (trial) => {
      const { screen } = trial;
      const isStill = await trial.watch(watchMs);
      if (trial.refusal !== undefined)
        throw new RefusedError(
          `The program has ended ${trial.refusal}. Each run has a directory of its own: name files by absolute paths, or create them with --setup.`,
        );
      if (trial.hasEnded) return { screen, memory: 0, problem: 'the program ends by itself' };
      const memory = await trial.measureMemory();
      const find = async (): Promise<string | undefined> => {
        if (!trial.isAlternate) return 'the program does not use the alternate screen';
        if (!isStill) return 'the screen changes by itself';
        return (await trial.check('resize')) === undefined ? undefined : 'a resize changes the first screen';
      };
      return { screen, memory, problem: await find() };
    });
  }

  /** The tapes of the program in the corpus. */
  #readCorpus(): KnownFinding[] {
    const { corpus, command } = this.#options;
    requireWritable(corpus);
    if (!existsSync(corpus)) return [];
    const names = readdirSync(corpus).filter((name) => name.endsWith('.tape'));
    return names.toSorted().flatMap((name) => {
      const path = join(corpus, name);
      const tape = prepare(path, this.#host);
      return JSON.stringify(tape.launch) === JSON.stringify(command) ? [{ path, tape }] : [];
    });
  }

  async #replayCorpus(corpus: readonly KnownFinding[], server: Server): Promise<void> {
    for (const { path, tape } of corpus) {
      const { failure } = await this.#runTape(tape, server, 'off');
      if (failure === undefined) {
        await this.#print(`${path} passes.`);
        continue;
      }
      this.#found += 1;
      const [hash] = /[\da-f]{8}(?=\.tape$)/.exec(path) ?? [];
      if (hash !== undefined) this.#attempts.set(hash, maxAttempts);
      await this.#print(`${path} still fails: ${failure.message}`);
    }
  }

  async #runTape(tape: Tape, server: Server, trace: 'off' | 'on', sessionName = 'fuzz'): ReturnType<typeof runTape> {
    const artifactDir = trace === 'on' ? this.#options.artifactDir : this.#directory;
    return await runTape(tape, server, {
      ...{ variables: this.#host.variables, artifactDir, sessionName, trace, update: 'none' },
      ...{ isHermetic: true, isStrict: false, stage: new TestStage(), signal: this.abort.signal },
      onRemoval: this.#noteRemoval,
    });
  }

  async #work(server: Server, worker: number, endsAt: number): Promise<void> {
    const { runs, isBail, size, ...plan } = {
      ...this.#options,
      size: [this.#options.cols, this.#options.rows] as const,
    };
    while (this.#nextRun <= runs && performance.now() < endsAt && !(isBail && this.#found > 0)) {
      const run = this.#nextRun;
      this.#nextRun += 1;
      const planned = planRun(run, { ...plan, size });
      const startedAt = performance.now();
      try {
        const findings = await runTrial(this.#trialOptions(server, worker), async (trial) => {
          await trial.performPlan(planned, this.#enabled);
          this.#doneActions += trial.actions.length;
          return trial.findings;
        });
        this.#doneRuns += 1;
        this.#runMs += performance.now() - startedAt;
        for (const finding of findings) await this.#examine(finding, run, server, worker);
      } catch (error) {
        this.abort.signal.throwIfAborted();
        if (!(error instanceof NothingDrawnError)) throw error;
        await this.#print(`run ${run}: nothing was drawn: ${error.message}`);
      }
    }
  }

  /** Replays a finding; if it counts, shrinks it and writes its tape. */
  async #examine(finding: FuzzFinding, run: number, server: Server, worker: number): Promise<void> {
    const { oracle, message, hash } = finding;
    const attempts = this.#attempts.get(hash) ?? 0;
    if (attempts >= maxAttempts) return;
    // Other workers leave it to this one.
    this.#attempts.set(hash, maxAttempts);
    const holds = async (actions: FuzzFinding['actions']): Promise<boolean> => {
      const again = await this.#repeat(actions, finding, this.#trialOptions(server, worker));
      return again !== undefined;
    };
    let shown = 0;
    for (let replay = 0; replay < replays; replay += 1) if (await holds(finding.actions)) shown += 1;
    const share = `${shown} of ${replays} replays`;
    if (!facts.has(oracle) && shown < minReplays) {
      this.#attempts.set(hash, attempts + 1);
      await this.#print(`not reproduced: ${oracle}: ${message} Run ${run}, ${share}.`);
      return;
    }
    this.#found += 1;
    const { cols, rows, shrinkRuns: maxRuns } = this.#options;
    const shrunk =
      shown === 0
        ? { actions: finding.actions, runs: 0 }
        : await shrinkActions(finding.actions, { holds, maxRuns, size: [cols, rows] });
    const { path, tracePath } = await this.#write({ ...finding, actions: shrunk.actions }, run, server);
    const counts = `${finding.actions.length} → ${shrunk.actions.length} actions in ${shrunk.runs} runs`;
    const trace = tracePath ?? 'which has passed each time';
    const what = [message, ...describeCause(finding.lastLine, shrunk.actions)].join(' ');
    await this.#print(`${oracle}: ${what} Run ${run}, ${share}, ${counts}: ${path}, ${trace}`);
  }

  async #repeat(
    actions: FuzzFinding['actions'],
    { oracle, message }: FuzzFinding,
    options: TrialOptions,
  ): Promise<FuzzFinding | undefined> {
    try {
      const found = await runTrial(options, async (trial) => await trial.repeat(actions, oracle));
      const isSame =
        oracle !== 'crash' || found === undefined || generalize(oracle, found.message) === generalize(oracle, message);
      return isSame ? found : undefined;
    } catch (error) {
      if (error instanceof NothingDrawnError) return undefined;
      throw error;
    }
  }

  /** Writes the tape of a finding, and its trace if the tape fails as it should. */
  async #write(
    finding: FuzzFinding,
    run: number,
    server: Server,
  ): Promise<{ readonly path: string; readonly tracePath: string | undefined }> {
    const { corpus, seed } = this.#options;
    const name = `${finding.oracle}-${finding.hash}`;
    const path = join(corpus, `${name}.tape`);
    const date = new Date().toISOString().slice(0, 10);
    const text = formatFinding(this.#options, finding, { seed, run, date });
    const problem = writeTape(path, text);
    const tape = toTape(text, path);
    for (let attempt = 0; attempt < replays; attempt += 1) {
      const { failure, tracePath } = await this.#runTape(tape, server, 'on', `fuzz-${name}`);
      if (failure !== undefined) return { path: problem ?? relativeTo(path), tracePath };
    }
    return { path: problem ?? relativeTo(path), tracePath: undefined };
  }
}

// More are in the tape.
const maxShownActions = 5;

function describeCause(lastLine: string, actions: FuzzFinding['actions']): string[] {
  const isShort = actions.length > 0 && actions.length <= maxShownActions;
  return [
    ...(lastLine === '' ? [] : [`Last line: ${quote(lastLine)}.`]),
    ...(isShort ? [`After: ${actions.flatMap(formatCommand).join(', ')}.`] : []),
  ];
}

/** Writes a tape; returns what is wrong if that fails, because the finding counts. */
function writeTape(path: string, text: string): string | undefined {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return undefined;
  } catch (error) {
    return `not written (${(error as Error).message})`;
  }
}

/** Throws if a tape could not be written, before anything is run. */
function requireWritable(directory: string): void {
  let existing = resolve(directory);
  while (!existsSync(existing)) existing = dirname(existing);
  try {
    if (!statSync(existing).isDirectory()) throw new Error('it is no directory');
    accessSync(existing, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new FuzzUsageError(`Cannot write tapes to ${quote(directory)}: ${(error as Error).message}.`);
  }
}

const relativeTo = (path: string): string => relative('', resolve(path));

function createStart(options: FuzzOptions): Tape {
  try {
    return createStartTape(options);
  } catch (error) {
    if (error instanceof UnwritableError)
      throw new FuzzUsageError(`A tape cannot contain the command or --setup: ${error.message}.`);
    throw error;
  }
}

/** A tape that can run; reports what is wrong in it. */
function prepare(path: string, host: FuzzHost): Tape {
  if (!existsSync(path)) throw new FuzzUsageError(`No such file: ${quote(path)}.`);
  const tape = prepareTape(readTape(path), host.variables);
  if ('commands' in tape) return tape;
  for (const { path: file, text, ...problem } of tape) host.writeError(formatProblem(file, problem, text));
  throw new FuzzUsageError(`The tape ${quote(path)} has errors.`);
}

const assertions: ReadonlySet<string> = new Set(['expect', 'expect-stable', 'expect-cursor']);

function readAssertions(path: string, host: FuzzHost): readonly TapeCommand[] {
  const found = prepare(path, host).commands.filter(({ action }) => assertions.has(action.do));
  if (found.length === 0) throw new FuzzUsageError(`The tape ${quote(path)} has no Expect.`);
  return found;
}
