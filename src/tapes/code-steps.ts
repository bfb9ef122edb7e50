// A tape as the steps of a program that a person would write: lines with their answers, and names for repeated texts.
import type { TapeAction, TapeCommand, TapeTarget } from './commands.js';

/** A text that is searched for, and its name if it is used several times. */
export interface CodeTarget {
  readonly target: TapeTarget;
  readonly name: string | undefined;
}

/** What is typed: a text, or the value of an environment variable. */
export type CodeText = { readonly text: string } | { readonly variable: string };

/** One step of a program. */
export type CodeStep =
  | { readonly do: 'line'; readonly line: CodeText; readonly answer: CodeTarget | undefined }
  | { readonly do: 'type'; readonly typed: CodeText; readonly isPaste: boolean }
  | { readonly do: 'press'; readonly keys: readonly string[] }
  | { readonly do: 'see' | 'new' | 'gone' | 'title'; readonly target: CodeTarget }
  | { readonly do: 'stable'; readonly quietMs: number }
  | { readonly do: 'cursor'; readonly row: number; readonly col: number }
  | { readonly do: 'exit'; readonly code: number }
  | { readonly do: 'click'; readonly at: CodeTarget | CodeCell; readonly button: 'left' | 'right' | 'middle' }
  | { readonly do: 'drag'; readonly from: CodeCell; readonly to: CodeCell }
  | { readonly do: 'scroll'; readonly direction: 'up' | 'down'; readonly count: number }
  | { readonly do: 'resize'; readonly cols: number; readonly rows: number }
  | { readonly do: 'focus'; readonly isIn: boolean }
  | { readonly do: 'signal'; readonly name: string }
  | { readonly do: 'snapshot'; readonly name: string }
  | { readonly do: 'block'; readonly title: string; readonly steps: readonly CodeStep[] }
  | { readonly do: 'comment'; readonly text: string };

export interface CodeCell {
  readonly row: number;
  readonly col: number;
}

/** What a tape runs, and where. */
interface CodeProgram {
  /** The path of the tape, as it was given. */
  readonly source: string;
  readonly title: string;
  readonly command: readonly string[];
  readonly cols: number;
  readonly rows: number;
  readonly timeoutMs: number;
  readonly env: Readonly<Record<string, string>>;
  /** Whether the program runs in a new directory. */
  readonly isInOwnDirectory: boolean;
  readonly setups: readonly string[];
  readonly cleanups: readonly string[];
}

/** A program that drives a terminal. */
export interface Code extends CodeProgram {
  /** What must be displayed before the first step. */
  readonly ready: CodeTarget | undefined;
  /** The targets that are used several times. */
  readonly constants: readonly (CodeTarget & { readonly name: string })[];
  /** The environment variables whose values are typed. */
  readonly variables: readonly string[];
  readonly steps: readonly CodeStep[];
}

/** What a tape runs, as far as code needs it. */
export interface CodeSource extends CodeProgram {
  readonly waitPattern: { readonly pattern: string; readonly flags: string };
  readonly commands: readonly Pick<TapeCommand, 'action' | 'text'>[];
}

/** What code says if a variable is missing whose value it types. */
export const describeMissing = (variable: string): string => `Set ${variable} to run this test.`;

/** The steps of a tape. */
export const toCode = (source: CodeSource): Code => new CodeBuilder(source).build();

/** With `\S` instead of what it means to VHS, which differs only in spaces beyond ASCII. */
const shorten = (target: TapeTarget): TapeTarget =>
  target.type === 'exact'
    ? target
    : {
        ...target,
        pattern: target.pattern.replaceAll('[^\\t\\n\\f\\r ]', '\\S').replaceAll('[\\t\\n\\f\\r ]', '\\s'),
      };

const keyOf = (target: TapeTarget): string => JSON.stringify(target);

class CodeBuilder {
  readonly #source: CodeSource;
  readonly #names: ReadonlyMap<string, string>;
  #index = 0;
  #clipboard = '';

  constructor(source: CodeSource) {
    this.#source = source;
    this.#names = nameRepeated(source.commands.flatMap(({ action }) => targetOf(action) ?? []));
  }

  build(): Code {
    const { waitPattern: _, commands, ...head } = this.#source;
    const first = this.#actions[0];
    const isReady = first?.do === 'expect' && (first.how === 'new' || first.how === 'screen');
    const ready = isReady && first.target.style === undefined ? first.target : undefined;
    if (ready !== undefined) this.#index = 1;
    const steps = this.#readBlocks();
    const constants = [...this.#names].map(([json, name]) => ({
      target: shorten(JSON.parse(json) as TapeTarget),
      name,
    }));
    const variables = commands.flatMap(({ action }) => (action.do === 'type-env' ? [action.name] : []));
    return { ...head, ready: ready && this.#refer(ready), steps, constants, variables: [...new Set(variables)] };
  }

  get #actions(): readonly TapeAction[] {
    return this.#source.commands.map(({ action }) => action);
  }

  #refer(target: TapeTarget): CodeTarget {
    return { target: shorten(target), name: this.#names.get(keyOf(target)) };
  }

  #readBlocks(): CodeStep[] {
    const steps: CodeStep[] = [];
    let block: CodeStep[] = steps;
    while (this.#index < this.#actions.length) {
      const action = this.#actions[this.#index] as TapeAction;
      if (action.do !== 'step') {
        block.push(...this.#read());
        continue;
      }
      this.#index += 1;
      block = [];
      steps.push({ do: 'block', title: action.title, steps: block });
    }
    return steps;
  }

  /** The steps of the next command, and of those that belong to it. */
  #read(): CodeStep[] {
    const { action, text } = this.#source.commands[this.#index] as CodeSource['commands'][number];
    this.#index += 1;
    const typed = toTyped(action);
    if (typed !== undefined) return [this.#readTyped(typed)];
    switch (action.do) {
      case 'press':
        return [{ do: 'press', keys: Array.from({ length: action.count }, () => action.keys).flat() }];
      case 'chord':
        return [{ do: 'press', keys: action.keys }];
      case 'copy':
        this.#clipboard = action.text;
        return [];
      case 'paste':
        return [{ do: 'type', typed: { text: action.text ?? this.#clipboard }, isPaste: action.text !== undefined }];
      case 'click':
        return [{ do: 'click', at: 'type' in action.at ? this.#refer(action.at) : action.at, button: action.button }];
      case 'wheel':
        return [{ do: 'scroll', direction: action.direction, count: action.count }];
      case 'drag':
      case 'resize':
      case 'focus':
      case 'signal':
        return [action];
      case 'snapshot':
        return [{ do: 'snapshot', name: action.name }];
      default:
        return this.#readWait(action, text);
    }
  }

  #readWait(action: TapeAction, text: string): CodeStep[] {
    switch (action.do) {
      case 'expect':
        if (action.how === 'line')
          return [{ do: 'comment', text: `In the line of the cursor: ${text.trim()}` }, this.#see(action.target)];
        return [{ do: action.how === 'screen' ? 'see' : action.how, target: this.#refer(action.target) }];
      case 'wait':
        return [this.#see({ type: 'regex', ...(action.pattern ?? this.#source.waitPattern) })];
      case 'expect-stable':
        return [{ do: 'stable', quietMs: action.quietMs }];
      case 'expect-cursor':
        return [{ do: 'cursor', row: action.row, col: action.col }];
      case 'expect-exit':
        return [{ do: 'exit', code: action.code }];
      case 'sleep':
        // As in tests, a pause ends when nothing changes any more.
        return action.ms === 0 ? [] : [{ do: 'stable', quietMs: Math.min(action.ms, 250) }];
      case 'check':
        return [{ do: 'comment', text: `Not available here: ${text.trim()}` }];
      default:
        return [];
    }
  }

  #see(target: TapeTarget): CodeStep {
    return { do: 'see', target: this.#refer(target) };
  }

  /** A text; with the Enter that follows, a line; with the text that is new then, its answer. */
  #readTyped(typed: CodeText): CodeStep {
    const enter = this.#actions[this.#index];
    if (enter?.do !== 'press' || enter.keys[0] !== 'Enter' || enter.count !== 1)
      return { do: 'type', typed, isPaste: false };
    this.#index += 1;
    const next = this.#actions[this.#index];
    if (next?.do !== 'expect' || next.how !== 'new') return { do: 'line', line: typed, answer: undefined };
    this.#index += 1;
    return { do: 'line', line: typed, answer: this.#refer(next.target) };
  }
}

const toTyped = (action: TapeAction): CodeText | undefined =>
  action.do === 'type' ? { text: action.text } : action.do === 'type-env' ? { variable: action.name } : undefined;

const targetOf = (action: TapeAction): TapeTarget | undefined =>
  action.do === 'expect' ? action.target : action.do === 'click' && 'type' in action.at ? action.at : undefined;

/** Names for the targets that occur several times. */
function nameRepeated(targets: readonly TapeTarget[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const target of targets) counts.set(keyOf(target), (counts.get(keyOf(target)) ?? 0) + 1);
  for (const target of targets) {
    if (counts.get(keyOf(target)) === 1 || names.has(keyOf(target))) continue;
    const base = nameTarget(target);
    const taken = new Set(names.values());
    let name = base;
    for (let number = 2; taken.has(name); number += 1) name = `${base}${number}`;
    names.set(keyOf(target), name);
  }
  return names;
}

const reserved = new Set([
  'test',
  'expect',
  'terminal',
  'step',
  'cwd',
  'app',
  'class',
  'import',
  'in',
  'is',
  'for',
  'if',
]);

function nameTarget(target: TapeTarget): string {
  // Patterns of recorded tapes are prompts.
  if (target.type === 'regex' && target.pattern.endsWith(' ?$')) return 'prompt';
  const words =
    (target.type === 'exact' ? target.text : target.pattern.replaceAll(/\\./g, ' ')).match(
      /[A-Z]+(?![a-z])|[A-Za-z][a-z]*|\d+/g,
    ) ?? [];
  const [first = 'text', ...rest] = words.slice(0, 3);
  const name =
    first.toLowerCase() + rest.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase()).join('');
  return /^\d/.test(name) || reserved.has(name) ? `${name}Text`.replace(/^(?=\d)/, 'text') : name;
}

/** A gesture as a request. */
export function toRequest(step: CodeStep): {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
} {
  switch (step.do) {
    case 'click': {
      const at = 'target' in step.at ? { selector: step.at.target } : { ...step.at };
      return { method: 'click', params: { ...at, ...(step.button === 'left' ? {} : { button: step.button }) } };
    }
    case 'drag':
      return { method: 'drag', params: { from: step.from, to: step.to } };
    case 'scroll':
      return { method: 'scroll', params: { direction: step.direction, amount: step.count } };
    case 'resize':
      return { method: 'resize', params: { cols: step.cols, rows: step.rows } };
    case 'focus':
      return { method: 'focus', params: { focused: step.isIn } };
    case 'signal':
      return { method: 'signal', params: { name: step.name } };
    case 'snapshot':
      return { method: 'expectSnapshot', params: { name: step.name } };
    case 'cursor':
      return { method: 'waitFor', params: { allOf: [{ cursor: { row: step.row, col: step.col } }] } };
    default:
      throw new TypeError(`The step ${step.do} is no request.`);
  }
}

// Names of the signals that end programs.
const signalNames: Readonly<Record<number, string>> = {
  1: 'SIGHUP',
  2: 'SIGINT',
  3: 'SIGQUIT',
  6: 'SIGABRT',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  13: 'SIGPIPE',
  15: 'SIGTERM',
};
export const signalOf = (code: number): string => signalNames[code - 128] ?? `SIG${code - 128}`;

/** Indents lines, except empty ones. */
export const indent = (lines: readonly string[], by: string): string[] =>
  lines.map((line) => (line === '' ? line : by + line));
