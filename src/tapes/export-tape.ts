// Tapes as pictures and animations: runs a tape, and writes its outputs when everything has succeeded.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeWhole } from '../base/files.js';
import type { WindowFrame } from '../pictures/window-frame.js';
import type { Screen } from '../screen/screen.js';
import type { Server } from '../server/server.js';
import { FilmStage } from './film-stage.js';
import { formatProblem, readTape } from './read-tape.js';
import { formatFailure } from './reporters.js';
import { runTape } from './run-tape.js';
import { barHeightOf, measureCell, prepareTape, type Tape, type TapeSettings } from './tape.js';
import { findTapeTheme } from './themes.js';

/** What the command line asks for. Undefined: as the tape says. */
export interface TapeExportOptions {
  readonly out: string | undefined;
  readonly theme: string | undefined;
  readonly scale: number | undefined;
  readonly speed: number | undefined;
  readonly fps: number | undefined;
  readonly isRealTime: boolean;
  readonly isHermetic: boolean;
  readonly signal: AbortSignal;
}

/** How a screen is drawn. The theme is a name, or the path of a theme file. */
interface Drawing {
  readonly theme: string;
  readonly scale: number;
  readonly frame: WindowFrame;
}

/** How a recording becomes an animation. */
export interface Animation extends Drawing {
  readonly speed: number;
  readonly fps: number;
  readonly lastFrameMs: number;
  /** The share of the animation at which it begins. */
  readonly loopOffset: number;
}

/** The process in which an export runs. */
export interface TapeExportHost {
  readonly variables: Readonly<Record<string, string | undefined>>;
  openServer(artifactDir: string): Promise<Server>;
  writeError(text: string): void;
  /** Writes a picture of a screen. */
  draw(screen: Screen, path: string, drawing: Drawing): Promise<void>;
  /** Writes an animation of a recording. */
  animate(recordingPath: string, out: string, animation: Animation): Promise<void>;
}

const maxFps = 50;
// Of our pictures, at scale 1.
const cellWidth = 9;
const minFrameMs = 20;
const supported = /\.(?:gif|svg|cast|png|jsonl)$/;

/** Exports a tape; resolves with the paths of the written files, or with an exit code if there are none. */
export async function exportTape(
  path: string,
  options: TapeExportOptions,
  host: TapeExportHost,
): Promise<readonly string[] | number> {
  const tape = prepareTape(readTape(path), host.variables);
  const problems = 'commands' in tape ? tape.warnings : tape;
  for (const problem of problems) {
    const message = 'commands' in tape ? `Warning: ${problem.message}` : problem.message;
    host.writeError(formatProblem(problem.path, { ...problem, message }, problem.text));
  }
  if (!('commands' in tape)) return 2;
  const outs = options.out === undefined ? chooseOutputs(tape, host) : [options.out];
  if (outs.length === 0) {
    host.writeError('tuispec: The tape has no Output that can be written. Pass --out FILE.\n');
    return 1;
  }
  const directory = mkdtempSync(join(tmpdir(), 'tuispec-export-'));
  const server = await host.openServer(directory);
  try {
    return await new TapeExport(tape, server, { options, host, directory }).run(outs);
  } finally {
    await server.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The outputs that can be written. `.mp4` and `.webm` have their warnings already. */
function chooseOutputs({ outputs }: Tape, host: TapeExportHost): string[] {
  return outputs.flatMap(({ action: { text }, ...place }) => {
    if (supported.test(text)) return [text];
    if (!/\.(?:mp4|webm)$/.test(text)) {
      const message = 'Warning: This kind of Output is not supported. It is skipped.';
      host.writeError(formatProblem(place.path, { ...place, message }, place.text));
    }
    return [];
  });
}

interface ExportContext {
  readonly options: TapeExportOptions;
  readonly host: TapeExportHost;
  readonly directory: string;
}

class TapeExport {
  readonly #tape: Tape;
  readonly #server: Server;
  readonly #context: ExportContext;
  readonly #screenshots: { readonly path: string; readonly screen: Screen }[] = [];

  constructor(tape: Tape, server: Server, context: ExportContext) {
    this.#tape = tape;
    this.#server = server;
    this.#context = context;
  }

  async run(outs: readonly string[]): Promise<readonly string[] | number> {
    const { options, host, directory } = this.#context;
    const { settings } = this.#tape;
    const fps = Math.min(maxFps, options.fps ?? (settings.Framerate.number || maxFps));
    const redact = (screen: Screen): Screen => this.#server.session?.secrets.redactFrame(screen) ?? screen;
    const stage = new FilmStage(fps, options.isRealTime, redact);
    let last: Screen | undefined;
    let removed: Promise<void> | undefined;
    const { failure, warnings } = await runTape(this.#tape, this.#server, {
      variables: host.variables,
      artifactDir: directory,
      sessionName: 'export',
      trace: 'off',
      update: undefined,
      isHermetic: options.isHermetic,
      isStrict: false,
      stage,
      signal: options.signal,
      onRemoval: (removal) => {
        removed = removal;
      },
      onReady: (terminal) => stage.begin(terminal),
      onDone: async ({ current }) => {
        last = redact(current.program.screen);
      },
      saveScreenshot: async (path) => {
        const screen = this.#server.session?.current?.program.screen;
        if (screen !== undefined) this.#screenshots.push({ path, screen: redact(screen) });
      },
    });
    await removed;
    for (const { command, message } of warnings)
      host.writeError(formatProblem(command.path, { ...command, message: `Warning: ${message}` }, command.text));
    if (failure !== undefined) {
      host.writeError(`${formatFailure(failure, undefined)}\n`);
      return 1;
    }
    return await this.#write(outs, stage, last, fps);
  }

  async #write(
    outs: readonly string[],
    stage: FilmStage,
    last: Screen | undefined,
    fps: number,
  ): Promise<readonly string[]> {
    const { options, host, directory } = this.#context;
    const { settings } = this.#tape;
    const theme = this.#chooseTheme(directory);
    const scale = options.scale ?? Math.max(1, Math.min(4, Math.round(measureCell(settings).width / cellWidth)));
    const speed = options.speed ?? (settings.PlaybackSpeed.number || 1);
    const lastFrameMs = Math.max(minFrameMs, stage.lastFrameMs / speed);
    const loopOffset = (settings.LoopOffset.number % 100) / 100;
    const frame = windowFrameOf(settings);
    const recording = join(directory, 'film.jsonl');
    writeFileSync(recording, stage.lines.join(''));
    const drawing = { theme, scale, frame };
    for (const { path, screen } of this.#screenshots) await host.draw(screen, resolve(path), drawing);
    for (const out of outs) {
      if (out.endsWith('.jsonl')) writeWhole(resolve(out), stage.lines.join(''));
      else if (!out.endsWith('.png'))
        await host.animate(recording, out, { ...drawing, speed, fps, lastFrameMs, loopOffset });
      else if (last !== undefined) await host.draw(last, resolve(out), drawing);
    }
    return [...outs, ...this.#screenshots.map(({ path }) => path)];
  }

  /** The theme of the command line, else that of the tape; a theme in JSON becomes a file. */
  #chooseTheme(directory: string): string {
    const { value } = this.#tape.settings.Theme;
    const { theme } = this.#context.options;
    if (theme !== undefined) return theme;
    const found = findTapeTheme(value);
    if (typeof found === 'string' || found === undefined) return found ?? 'auto';
    const path = join(directory, 'theme.json');
    writeFileSync(path, JSON.stringify(found));
    return path;
  }
}

/** The decorations around the terminal, in the pixels of the tape. */
function windowFrameOf(settings: TapeSettings): WindowFrame {
  const { Padding, Margin, MarginFill, WindowBar, BorderRadius } = settings;
  const fill = /^#([\da-f]{6})$/i.exec(MarginFill.value)?.[1];
  return {
    padding: Padding.number,
    margin: Margin.number,
    marginFill: fill === undefined ? undefined : Number.parseInt(fill, 16),
    bar: WindowBar.value as WindowFrame['bar'],
    barHeight: barHeightOf(settings),
    radius: BorderRadius.number,
  };
}
