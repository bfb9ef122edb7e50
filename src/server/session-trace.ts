import { join } from 'node:path';
import type { Theme } from '../pictures/render/theme.js';
import type { RecordingEvent } from '../protocol/generated/types.js';
import { Recorder } from '../recordings/recorder.js';
import type { MessageRedaction } from '../screen/redaction/messages.js';
import type { Session } from '../session/terminal-session.js';

/** When the trace of a session is written. */
export type TraceMode = 'off' | 'on' | 'on-failure';

// Smooth playback; a session that changes constantly costs about 3 % of a core.
const frameIntervalMs = 50;

/** Records a session, and writes it as an HTML file when the session ends. It does not affect other recordings. */
export class SessionTrace {
  /** The path of the HTML file. */
  readonly path: string;
  readonly #recordingPath: string;
  readonly #title: string;
  readonly #theme: Theme;
  readonly #mode: TraceMode;
  readonly #recorder: Recorder;
  readonly #complain: (message: string) => void;
  #hasFailure = false;

  private constructor(
    session: Session,
    mode: TraceMode,
    redaction: MessageRedaction,
    complain: (message: string) => void,
  ) {
    const { artifactRoot, name, profile, snapshotTheme } = session.settings;
    this.path = join(artifactRoot, 'trace.html');
    this.#recordingPath = join(artifactRoot, 'trace.jsonl');
    this.#title = name;
    this.#theme = { ...profile.colors, name: snapshotTheme };
    this.#mode = mode;
    this.#complain = complain;
    this.#recorder = new Recorder(complain, redaction);
  }

  /** Starts the recording of a session. Fails with kind `io` if its file cannot be written. */
  static async begin(
    session: Session,
    mode: TraceMode,
    redaction: MessageRedaction,
    complain: (message: string) => void,
  ): Promise<SessionTrace> {
    const trace = new SessionTrace(session, mode, redaction, complain);
    const path = trace.#recordingPath;
    try {
      await trace.#recorder.start({ path, frameIntervalMs, isStyled: true, appends: false });
    } catch (error) {
      session.dispose();
      throw error;
    }
    trace.#recorder.follow(session);
    return trace;
  }

  note(direction: RecordingEvent['direction'], line: string): void {
    this.#recorder.note(direction, line);
  }

  /** Notes that a method has failed. */
  noteFailure(): void {
    this.#hasFailure = true;
  }

  /** Ends the recording after the session, and writes the HTML file if the mode demands it. */
  async finish(): Promise<void> {
    try {
      this.#recorder.leave();
      await this.#recorder.stop();
      if (this.#mode !== 'on' && !this.#hasFailure) return;
      const { writeTrace } = await import('../recordings/trace/write-trace.js');
      const options = { out: this.path, title: this.#title, theme: this.#theme, hidesInput: false };
      await writeTrace(this.#recordingPath, options);
    } catch (error) {
      this.#complain(`Cannot write the trace ${this.path}: ${(error as Error).message}`);
    }
  }
}
