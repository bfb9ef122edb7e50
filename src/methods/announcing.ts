import type { InitializeParams } from '../protocol/generated/types.js';
import type { Line } from '../screen/line.js';
import { trimBlanks } from '../screen/screen.js';
import { styledText } from '../screen/sgr.js';
import type { Program } from '../session/program.js';
import type { Session } from '../session/session.js';
import type { App } from './app.js';

const lastLineCount = 5;

/** Sends `session.exited` for every program of a session that was asked to tell. */
export function announceExits(session: Session, params: InitializeParams, app: App): void {
  if (!params.notifyExit) return;
  session.exited.on((program) => {
    const { exit, timeoutKind } = program;
    if (exit === undefined) return;
    app.notify('session.exited', {
      sessionName: session.settings.name,
      ...exit,
      lastLines: lastLinesOf(program),
      title: params.title ?? null,
      description: params.description ?? null,
      parentAgent: params.parentAgent ?? null,
      timedOut: timeoutKind !== undefined,
      ...(timeoutKind === undefined ? {} : { timeoutKind }),
    });
  });
}

function lastLinesOf({ emulator }: Program): string[] {
  const visible = writtenOf(emulator.buffers.visible());
  if (emulator.isAlternate) return visible.slice(-lastLineCount).map(styledText);
  let written = visible;
  let first = emulator.buffers.top;
  // A scrollback may have 100,000 lines: only as many are read as it takes.
  for (let count = lastLineCount; written.length < lastLineCount && first > 0; count *= 2) {
    const stack = emulator.buffers.from(Math.max(0, first - count));
    written = writtenOf(stack.lines);
    if (stack.first === first) break;
    first = stack.first;
  }
  return written.slice(-lastLineCount).map(styledText);
}

const writtenOf = (lines: readonly Line[]): Line[] => lines.filter((line) => trimBlanks(line.text) !== '');
