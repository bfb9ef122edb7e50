import type { TerminalConnection } from './terminal-connection.js';
import type { ActiveRecording, RecordOptions } from './terminal-options.js';

/** Records a terminal to a file. Closing the terminal and starting another recording end it. */
export async function startRecording(
  connection: TerminalConnection,
  path: string,
  { append = false, frameInterval = 200, styled = true }: RecordOptions,
): Promise<ActiveRecording> {
  const local = connection.resolvePath(path);
  const params = { path: local, append, frameIntervalMs: frameInterval, styled };
  const started = await connection.request('recording.start', params);
  connection.recordings += 1;
  const number = connection.recordings;
  const isActive = (): boolean => !connection.isClosed && connection.recordings === number;
  let stopped: Promise<unknown> | undefined;
  const stop = async (): Promise<void> => {
    if (isActive()) stopped ??= connection.request('recording.stop', {});
    await stopped;
  };
  return { path: started.path, stop, [Symbol.asyncDispose]: stop };
}
