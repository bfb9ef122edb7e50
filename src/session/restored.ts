// What a program has changed in its terminal and not changed back.
import { MethodError } from '../base/errors.js';
import type { Exit } from '../base/exit.js';
import type { IdleQueue } from '../base/idle-queue.js';
import { clipText, joinList } from '../base/text.js';
import type { Emulator } from '../terminal/emulator.js';
import {
  type ChangeName,
  changeNames,
  createRepair,
  noteNames,
  type SettingName,
  type TerminalSettings,
} from '../terminal/settings.js';
import type { Call } from './call.js';
import { type KernelSettings, parseKernelSettings } from './program/kernel-settings.js';
import type { Program } from './program/program.js';
import { Pty } from './program/pty.js';
import type { Condition } from './waits/conditions.js';
import { exited, waitForSpec } from './waits/specs.js';
import { waitFor } from './waits/wait.js';

/** What to compare with, and what not to fail for. */
export interface RestoredOptions {
  /** `launch` or the name of a mark. */
  readonly since: string;
  /** The names of changes to accept. */
  readonly allow: readonly string[];
  /** Whether changes count that the program could not undo, because it was killed. */
  readonly isStrict: boolean;
}
/** A setting that differs. */
interface Finding {
  readonly what: string;
  readonly initial: boolean | number | string;
  readonly actual: boolean | number | string;
  /** The last launch, input, signal or resize before the change; unknown for what only the kernel knows. */
  readonly setDuring?: string;
}
/** How the program ended, if it has, and what it left that does not fail. */
export interface Restored {
  readonly exit: Exit | undefined;
  readonly notes: readonly Finding[];
}
interface Comparison {
  readonly changes: readonly Finding[];
  readonly notes: readonly Finding[];
}

// As many as there are baselines.
const maxMarks = 100;
// The first cannot be handled, and with the second the terminal is normally gone.
const deadlySignals: ReadonlySet<string | null> = new Set(['SIGKILL', 'SIGHUP']);
const names: readonly SettingName[] = [...changeNames, ...noteNames];

/** What the client did. */
interface Action {
  readonly method: string;
  /** The id of its request as JSON. */
  readonly requestId?: string | undefined;
  readonly signal?: string | undefined;
}

/** Remembers the settings of a terminal at the launch and at marks, and what the client did before each change. */
export class SettingsLog {
  readonly #emulator: Emulator;
  readonly #initial: TerminalSettings;
  readonly #marks = new Map<string, TerminalSettings>();
  readonly #setDuring = new Map<SettingName, Action>();
  #current: TerminalSettings;
  #action: Action = { method: 'launch' };

  constructor(emulator: Emulator) {
    this.#emulator = emulator;
    this.#initial = emulator.settings;
    this.#current = this.#initial;
  }

  /** The client is about to act; what has changed until now belongs to its previous action. */
  begin(method: string, requestId?: string, signal?: string): void {
    this.#update();
    this.#action = { method, requestId, signal };
  }

  /** Whether a signal was sent last that ends programs without a chance to restore the terminal. */
  get isKilled(): boolean {
    return deadlySignals.has(this.#action.signal ?? null);
  }

  mark(name: string): void {
    this.#marks.set(name, this.#update());
    const [oldest] = this.#marks.keys();
    if (this.#marks.size > maxMarks && oldest !== undefined) this.#marks.delete(oldest);
  }

  /** What differs from the settings at the launch or at a mark. A mark of an earlier program is the launch of this one. */
  compare(since: string): Comparison {
    const initial = this.#find(since);
    const actual = this.#update();
    const findAll = (all: readonly SettingName[]): Finding[] =>
      all
        .filter((name) => initial[name] !== actual[name])
        .map((name) => ({
          what: name,
          initial: initial[name],
          actual: actual[name],
          setDuring: this.#setDuring.get(name)?.method ?? 'launch',
        }));
    const isNoted = ({ what }: Finding): boolean =>
      (what !== 'mouseEncoding' || actual.mouseTracking === 'none') &&
      (what !== 'cursorColumn' || actual.cursorColumn !== 1);
    return {
      changes: findAll(changeNames),
      notes: findAll(noteNames).filter(isNoted),
    };
  }

  /** The escape sequences that undo changes. */
  repair(changes: readonly Finding[], since: string): string {
    return createRepair(new Set(changes.map(({ what }) => what)), this.#find(since), this.#update());
  }

  /** The ids of the requests that caused changes. */
  listCauses(changes: readonly Finding[]): Record<string, unknown> {
    return Object.fromEntries(
      changes.flatMap(({ what }) => {
        const id = this.#setDuring.get(what as SettingName)?.requestId;
        return id === undefined ? [] : [[what, JSON.parse(id) as unknown]];
      }),
    );
  }

  #find(since: string): TerminalSettings {
    return this.#marks.get(since) ?? this.#initial;
  }

  #update(): TerminalSettings {
    const now = this.#emulator.settings;
    for (const name of names) if (now[name] !== this.#current[name]) this.#setDuring.set(name, this.#action);
    this.#current = now;
    return now;
  }
}

/** Waits for the exit, or for the settings at a mark; fails with kind `not-restored` if the terminal is not as it was. */
export async function expectRestored(options: RestoredOptions, call: Call, idleQueue: IdleQueue): Promise<Restored> {
  const { since, allow } = options;
  const { program, settingsLog } = call.requireCurrent();
  if (settingsLog === undefined)
    throw new MethodError(
      'foreign-terminal',
      'The terminal of a tmux pane belongs to the people who use it: what its program has changed is unknown.',
    );
  const isAllowed = ({ what }: Finding): boolean => allow.includes(what);
  if (since === 'launch') await waitForSpec(exited, call);
  else {
    // Rejects an unknown mark.
    call.baselines.find(since);
    const isRestored: Condition = {
      observe: () => {
        const isMet = settingsLog.compare(since).changes.every(isAllowed);
        return { evaluate: () => (isMet ? {} : undefined) };
      },
    };
    await waitFor(call, isRestored);
  }
  const { changes, notes } = await compareAll(settingsLog, program, since, idleQueue);
  const { exit, timeoutKind } = program;
  const hasNoChance =
    exit !== undefined && (deadlySignals.has(exit.signal) || settingsLog.isKilled || timeoutKind !== undefined);
  const counted = changes.filter((change) => !isAllowed(change));
  if (counted.length === 0) return { exit, notes };
  if (hasNoChance && !options.isStrict) return { exit, notes: [...counted, ...notes] };
  throw new MethodError('not-restored', `The program left ${describeChanges(counted)}.`, {
    changes: counted,
    notes,
    repair: settingsLog.repair(counted, since),
    causes: settingsLog.listCauses(counted),
  });
}

/** Also compares what only the system knows, but with the launch only: a shell switches it for each line. */
async function compareAll(
  settingsLog: SettingsLog,
  program: Program,
  since: string,
  idleQueue: IdleQueue,
): Promise<Comparison> {
  const { changes, notes } = settingsLog.compare(since);
  if (since !== 'launch') return { changes, notes };
  const [initial, actual] = await Promise.all([readInitialKernelSettings(idleQueue), program.readKernelSettings()]);
  const leftovers = (await program.listLeftovers()).slice(0, maxLeftovers);
  const kernel = compareKernelSettings(initial, actual);
  return {
    changes: [...changes, ...kernel.changes],
    notes: [
      ...notes,
      ...kernel.notes,
      ...leftovers.map((process) => ({
        what: 'processes',
        initial: 'none',
        actual: clipText(process, maxLength),
      })),
    ],
  };
}

const maxLeftovers = 20;
const maxLength = 200;

// The settings that users notice. Scripts that behave end with `stty sane`, which changes others.
const flags = ['echo', 'icanon', 'icrnl', 'iexten', 'isig', 'onlcr', 'opost'];
const characters = ['intr', 'eof', 'erase', 'kill', 'quit', 'susp'];

/** The settings of the kernel that differ, as one change and one note. Unknown settings are a note: nothing was compared. */
export function compareKernelSettings(
  initial: KernelSettings | undefined,
  actual: KernelSettings | undefined,
): Comparison {
  if (initial === undefined || actual === undefined)
    return {
      changes: [],
      notes: [{ what: 'termios', initial: 'unknown', actual: 'unknown' }],
    };
  const counted = [...flags, ...characters];
  const others = [...new Set([...initial.keys(), ...actual.keys()])].filter((name) => !counted.includes(name)).sort();
  const find = (all: readonly string[]): readonly Finding[] => {
    const different = all.filter((name) => initial.get(name) !== actual.get(name));
    const print = (settings: KernelSettings): string => different.flatMap((name) => settings.get(name) ?? []).join(' ');
    return different.length === 0 ? [] : [{ what: 'termios', initial: print(initial), actual: print(actual) }];
  };
  return { changes: find(counted), notes: find(others) };
}

// state: the same for each terminal that this process opens; read at the first check.
let initialSettings: Promise<KernelSettings | undefined> | undefined;

/** The settings of a new terminal: `stty` prints those of its own. */
function readInitialKernelSettings(idleQueue: IdleQueue): Promise<KernelSettings | undefined> {
  initialSettings ??= new Promise<KernelSettings | undefined>((resolve) => {
    let text = '';
    const options = {
      command: 'stty',
      args: ['-a'],
      env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
      cwd: '/',
      cols: 1000,
      rows: 24,
    };
    const pty: Pty = new Pty(
      options,
      {
        onOutput: (bytes) => {
          text += Buffer.from(bytes).toString('latin1');
        },
        onRedraw: () => {},
        onResize: () => {},
        readLines: () => [],
        readCursor: () => ({ row: 0, col: 0 }),
        onExit: () => {
          pty.close();
          resolve(parseKernelSettings(text));
        },
        onAvailability: () => {},
      },
      idleQueue,
    );
  }).catch(() => undefined);
  return initialSettings;
}

const words: Readonly<Record<ChangeName, string>> = {
  alternateScreen: 'the alternate screen',
  mouseTracking: 'mouse tracking',
  bracketedPaste: 'bracketed paste',
  focusEvents: 'focus events',
  kittyKeyboard: 'the kitty keyboard protocol',
  modifyOtherKeys: 'modifyOtherKeys',
  applicationCursorKeys: 'application cursor keys',
  applicationKeypad: 'the application keypad',
  cursorVisible: 'the cursor',
  synchronizedOutput: 'a synchronized update',
  scrollRegion: 'the scroll region',
  style: 'the style',
  charset: 'the character set',
  wraparound: 'wraparound',
  origin: 'origin mode',
  insert: 'insert mode',
  newline: 'newline mode',
  reverseScreen: 'reverse video',
  palette: 'the palette',
  foregroundColor: 'the foreground color',
  backgroundColor: 'the background color',
  cursorColor: 'the cursor color',
  link: 'the link',
  progress: 'the progress',
  modes: 'private modes',
};
// These are switched on and off; the others have values.
const switched: ReadonlySet<string> = new Set(['mouseTracking', 'kittyKeyboard', 'modifyOtherKeys', 'modes']);
const neutral: ReadonlySet<Finding['actual']> = new Set([false, 0, 'none', 'default', 'ASCII']);
const maxValueLength = 60;

function describeChanges(changes: readonly Finding[]): string {
  return joinList(
    changes.map((change) => (change.what === 'termios' ? `the settings ${change.actual}` : describeChange(change))),
  );
}

function describeChange({ what, actual, setDuring }: Finding): string {
  const name = words[what as ChangeName];
  const since = `since ${JSON.stringify(setDuring)}`;
  if (what === 'cursorVisible') return `${name} ${actual === true ? 'visible' : 'hidden'} (${since})`;
  if (typeof actual === 'boolean') return `${name} ${actual ? 'on' : 'off'} (${since})`;
  const [on, off] = switched.has(what) ? ['on', 'off'] : ['changed', 'reset'];
  const isOff = neutral.has(actual);
  const value = isOff ? '' : `${clipText(String(actual), maxValueLength)}, `;
  return `${name} ${isOff ? off : on} (${value}${since})`;
}
