import type { InitializeParams } from '../protocol/generated/types.js';
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
  const lines = emulator.isAlternate ? emulator.buffers.visible() : emulator.buffers.from(0).lines;
  const written = lines.filter((line) => trimBlanks(line.text) !== '');
  return written.slice(-lastLineCount).map(styledText);
}
