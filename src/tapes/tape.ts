// A tape that can run: its settings, size and environment, and what it runs in which order. All of it is checked before
// anything runs.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { findNearest, joinList, quote } from '../base/text.js';
import { isLongEnough } from '../screen/redaction/text.js';
import { type Problem, settingTable, type TapeAction, type TapeCommand, type TapeSetting } from './commands.js';
import { type TranslatedPattern, translatePattern } from './go-pattern.js';
import { parseTape } from './parse-tape.js';
import type { TapeFile } from './read-tape.js';
import { shells } from './shells.js';
import { checkThemeName, findTapeTheme } from './themes.js';

/** The value of a setting: as it is written, and as a number. Times are in milliseconds. */
interface SettingValue {
  readonly value: string;
  readonly number: number;
}
export type TapeSettings = Readonly<Record<TapeSetting, SettingValue>>;

/** A problem of a file. */
export interface FileProblem extends Problem {
  readonly path: string;
  /** The line that it is in. */
  readonly text: string;
}

/** A command that does this. */
type CommandOf<Do extends TapeAction['do']> = Omit<TapeCommand, 'action'> & {
  readonly action: Extract<TapeAction, { readonly do: Do }>;
};

/** A tape that can run. */
export interface Tape {
  readonly path: string;
  readonly settings: TapeSettings;
  readonly waitPattern: TranslatedPattern;
  readonly cols: number;
  readonly rows: number;
  /** The program instead of a shell. */
  readonly launch: readonly string[] | undefined;
  /** The command that names the program or the shell, if there is one. */
  readonly starting: TapeCommand | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly requires: readonly CommandOf<'require'>[];
  readonly setups: readonly CommandOf<'setup'>[];
  readonly cleanups: readonly CommandOf<'cleanup'>[];
  readonly outputs: readonly CommandOf<'output'>[];
  /** The values that `TypeEnv` types. */
  readonly secrets: readonly string[];
  /** The other commands, in their order. */
  readonly commands: readonly TapeCommand[];
  readonly warnings: readonly FileProblem[];
}

type Variables = Readonly<Record<string, string | undefined>>;

/** The size of a cell as VHS draws it: JetBrains Mono in xterm.js. */
export function measureCell({ FontSize, LetterSpacing, LineHeight }: TapeSettings): {
  readonly width: number;
  readonly height: number;
} {
  const size = FontSize.number;
  const width = Math.floor((size * 6) / 10) + Math.floor(LetterSpacing.number + 0.5);
  const height = Math.floor((Math.round((size * 102) / 100) + Math.round((size * 3) / 10)) * LineHeight.number);
  return { width: Math.max(1, width), height: Math.max(1, height) };
}

/** The height of the bar of the window, in pixels. */
export const barHeightOf = ({ WindowBar, WindowBarSize }: TapeSettings): number =>
  WindowBar.value === '' ? 0 : WindowBarSize.number;

// The page of VHS has a padding around the terminal, and a scroll bar beside it.
const [pagePadding, scrollBar] = [5, 15];
const maxCells = 1000;

/** The tape, or what is wrong in it. */
export function prepareTape(file: TapeFile, variables: Variables): Tape | readonly FileProblem[] {
  const preparation = new Preparation(file, variables);
  const tape = preparation.prepare();
  const order = ({ path, line, column }: FileProblem): readonly [number, number, number] => [
    path === file.path ? 1 : 0,
    line,
    column,
  ];
  const compare = (left: FileProblem, right: FileProblem): number => {
    const [one, other] = [order(left), order(right)];
    return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
  };
  return preparation.errors.length > 0 ? preparation.errors.toSorted(compare) : tape;
}

class Preparation {
  readonly errors: FileProblem[] = [];
  readonly #warnings: FileProblem[] = [];
  readonly #file: TapeFile;
  readonly #variables: Variables;
  readonly #settings = new Map<TapeSetting, SettingValue>();

  constructor(file: TapeFile, variables: Variables) {
    this.#file = file;
    this.#variables = variables;
    this.#addProblems(file);
  }

  prepare(): Tape {
    const { path } = this.#file;
    const commands = this.#applySettings(this.#file.commands.flatMap((command) => this.#include(command)));
    if (commands.length === 0 && this.errors.length === 0) this.#fail(undefined, 'The tape has no commands.');
    const settings = this.#completeSettings();
    const select = <Do extends TapeAction['do']>(what: Do): CommandOf<Do>[] =>
      commands.filter((command): command is CommandOf<Do> => command.action.do === what);
    const launches = select('launch');
    for (const extra of launches.slice(1)) this.#fail(extra, 'A tape can launch only one program.');
    const outputs = select('output');
    this.#checkOutputs(commands, outputs);
    this.#checkTheme(commands, settings.Theme.value);
    const apart = new Set(['launch', 'env', 'require', 'setup', 'cleanup', 'output']);
    return {
      path,
      settings,
      waitPattern: translatePattern(settings.WaitPattern.value),
      ...this.#measure(settings, commands),
      launch: launches[0]?.action.command,
      starting: launches[0] ?? this.#findSetting(commands, 'Shell'),
      env: Object.fromEntries(select('env').map(({ action: { name, value } }) => [name, value])),
      requires: select('require'),
      setups: select('setup'),
      cleanups: select('cleanup'),
      outputs,
      secrets: select('type-env').map((command) => this.#readSecret(command)),
      commands: commands.filter(({ action }) => !apart.has(action.do)),
      warnings: this.#warnings,
    };
  }

  #fail(command: TapeCommand | undefined, message: string): void {
    this.errors.push(this.#locate(command, message));
  }

  #warn(command: TapeCommand, message: string): void {
    if (!this.#warnings.some((warning) => warning.message === message))
      this.#warnings.push(this.#locate(command, message));
  }

  #locate(command: TapeCommand | undefined, message: string): FileProblem {
    const { path, line, column, text } = command ?? { path: this.#file.path, line: 1, column: 1, text: '' };
    return { path, line, column, text, message };
  }

  #addProblems({ path, errors, warnings, lines }: TapeFile): void {
    const locate = (problem: Problem): FileProblem => ({ ...problem, path, text: lines[problem.line - 1] ?? '' });
    this.errors.push(...errors.map(locate));
    this.#warnings.push(...warnings.map(locate));
  }

  /** The command, or those of the tape that it names. */
  #include(command: TapeCommand): readonly TapeCommand[] {
    if (command.action.do !== 'source') return [command];
    const { text } = command.action;
    const path = [resolve(text), resolve(dirname(command.path), text)].find(existsSync);
    if (path === undefined) {
      this.#fail(command, `Cannot find the tape ${quote(text)}.`);
      return [];
    }
    const source = readFileSync(path, 'utf8');
    const tape = parseTape(source, text);
    this.#addProblems({ ...tape, lines: source.split(/\r?\n/) });
    if (tape.commands.length === 0) this.#fail(command, `The tape ${quote(text)} has no commands.`);
    const nested = tape.commands.find(({ action }) => action.do === 'source');
    if (nested !== undefined) this.#fail(nested, 'A tape that is included cannot include another one.');
    return tape.commands.filter(({ action }) => action.do !== 'source' && action.do !== 'output');
  }

  /** Applies the settings at the beginning. The other commands remain, and the settings of the speed between them. */
  #applySettings(commands: readonly TapeCommand[]): readonly TapeCommand[] {
    const beginning = new Set(['output', 'require', 'launch', 'setup', 'cleanup', 'nothing']);
    let isBeginning = true;
    return commands.filter((command) => {
      const { action } = command;
      if (action.do !== 'set') {
        isBeginning &&= beginning.has(action.do);
        if (action.do !== 'require' || isBeginning) return true;
        this.#warn(command, 'Require after another command is ignored. Move it to the top.');
        return false;
      }
      if (isBeginning && action.setting !== '')
        this.#settings.set(action.setting, { value: action.value, number: action.number });
      else if (action.setting !== 'TypingSpeed')
        this.#warn(command, `Set ${action.setting} after another command is ignored. Move it to the top.`);
      return !isBeginning && action.setting === 'TypingSpeed';
    });
  }

  #completeSettings(): TapeSettings {
    const times: Readonly<Record<string, number>> = { TypingSpeed: 50, WaitTimeout: 15_000 };
    const entries = Object.entries(settingTable).map(([name, { default: preset }]) => [
      name,
      this.#settings.get(name as TapeSetting) ?? { value: preset, number: times[name] ?? Number(preset) },
    ]);
    return Object.fromEntries(entries) as TapeSettings;
  }

  #findSetting(commands: readonly TapeCommand[], name: TapeSetting): TapeCommand | undefined {
    return [...this.#file.commands, ...commands].find(({ action }) => action.do === 'set' && action.setting === name);
  }

  #measure(settings: TapeSettings, commands: readonly TapeCommand[]): { readonly cols: number; readonly rows: number } {
    const { Padding, Margin, Cols, Rows, Shell } = settings;
    if (!Object.hasOwn(shells, Shell.value)) {
      const nearest = findNearest(Shell.value, Object.keys(shells));
      const advice =
        nearest === undefined ? `Expected ${joinList(Object.keys(shells), 'or')}.` : `Did you mean ${nearest}?`;
      this.#fail(this.#findSetting(commands, 'Shell'), `Unknown shell ${quote(Shell.value)}. ${advice}`);
    }
    const cell = measureCell(settings);
    const around = 2 * (Padding.number + Margin.number);
    const bar = barHeightOf(settings);
    const measure = (
      name: 'Width' | 'Height',
      own: SettingValue,
      { used, page, size, min }: { used: number; page: number; size: number; min: number },
    ): number => {
      const pixels = settings[name].number;
      if (own.value !== '') return Math.min(maxCells, Math.max(min, own.number));
      if (pixels < used)
        this.#fail(
          this.#findSetting(commands, name) ?? this.#findSetting(commands, 'Padding'),
          `${name} must be at least ${used} with this padding, margin and window bar, not ${pixels}.`,
        );
      return Math.min(maxCells, Math.max(min, Math.floor((pixels - used - page) / size)));
    };
    const page = 2 * pagePadding;
    return {
      cols: measure('Width', Cols, { used: around, page: page + scrollBar, size: cell.width, min: 2 }),
      rows: measure('Height', Rows, { used: around + bar, page, size: cell.height, min: 1 }),
    };
  }

  #checkOutputs(commands: readonly TapeCommand[], outputs: readonly CommandOf<'output'>[]): void {
    const offset = this.#findSetting(commands, 'LoopOffset');
    const loops = outputs.some(({ action: { text } }) => /\.(?:gif|svg)$/.test(text));
    if (offset !== undefined && outputs.length > 0 && !loops)
      this.#warn(offset, 'LoopOffset applies to GIF and SVG files only. The setting is ignored.');
  }

  #checkTheme(commands: readonly TapeCommand[], value: string): void {
    const place = this.#findSetting(commands, 'Theme');
    if (place === undefined || !this.#settings.has('Theme') || findTapeTheme(value) !== undefined) return;
    if (value.startsWith('{')) {
      this.#fail(place, 'The theme is not valid JSON.');
      return;
    }
    const { isKnown, nearest } = checkThemeName(value);
    if (isKnown) this.#warn(place, `The colors of the theme ${quote(value)} are not known. The default theme is used.`);
    else
      this.#fail(
        place,
        `Unknown theme ${quote(value)}.${nearest === undefined ? '' : ` Did you mean ${quote(nearest)}?`}`,
      );
  }

  #readSecret(command: CommandOf<'type-env'>): string {
    const { name } = command.action;
    const value = this.#variables[name];
    if (value === undefined) this.#fail(command, `The variable ${name} of TypeEnv is not set.`);
    else if (!isLongEnough(value) || value.length > 1000)
      this.#fail(command, `The variable ${name} of TypeEnv must have 4 to 1,000 characters.`);
    return value ?? '';
  }
}
