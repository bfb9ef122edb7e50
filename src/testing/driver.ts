import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MethodResults } from '../protocol/generated/types.js';
import { TestServer } from './client.js';

type Match = NonNullable<MethodResults['waitForText']['match']>;
/** A style as in selectors. */
type Style = Readonly<Record<string, unknown>>;

// Enough for a slow machine, but less than the test timeout, so that the failure includes the screen.
const timeoutSeconds = 25;

const toSelector = (text: string | RegExp, style?: Style): object => {
  const selector =
    typeof text === 'string' ? { type: 'exact', text } : { type: 'regex', pattern: text.source, flags: text.flags };
  return style === undefined ? selector : { ...selector, style };
};

/** Uses a program as a person does: presses keys, and checks the screen before continuing. Its home is temporary. */
export class Driver {
  readonly server: TestServer;

  private constructor(server: TestServer) {
    this.server = server;
  }

  /** Starts a program on a screen of 80 × 24, with files in its home, which is its working directory. */
  static async start(
    command: string,
    args: readonly string[],
    files: Readonly<Record<string, string>> = {},
    env: Readonly<Record<string, string | null>> = {},
  ): Promise<Driver> {
    const server = new TestServer();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(server.directory, name), text);
    const session = { terminalCols: 80, terminalRows: 24, timeoutSeconds, ambiguityMode: 'first' };
    // These would make it read the files and settings of the current user.
    const home = { HOME: server.directory, XDG_CONFIG_HOME: null, XDG_DATA_HOME: null, XDG_CACHE_HOME: null };
    await server.launch(command, args, { cwd: server.directory, env: { ...home, ...env } }, session);
    return new Driver(server);
  }

  /** Waits until a text is on the screen, optionally with a style. */
  async waitForText(text: string | RegExp, style?: Style): Promise<Match> {
    const { match } = await this.server.request('waitForText', { selector: toSelector(text, style) });
    return match as Match;
  }

  /** Waits until a text is no longer on the screen. */
  async waitUntilHidden(text: string | RegExp, style?: Style): Promise<void> {
    await this.server.request('waitForText', { selector: toSelector(text, style), state: 'hidden' });
  }

  /** Waits until the cursor is at a position. */
  async waitForCursor(row: number, col: number): Promise<void> {
    await this.server.request('waitFor', { anyOf: [{ cursor: { row, col } }] });
  }

  /** Waits until the whole visible text matches. */
  async waitForScreen(pattern: RegExp): Promise<void> {
    await this.server.request('waitUntil', { pattern: pattern.source, flags: pattern.flags });
  }

  /** Presses keys; some programs treat keys without a pause between them as a paste. */
  async press(keys: readonly string[], delayMs = 0): Promise<void> {
    await this.server.request('sendKey', { keys, delayMs });
  }

  async type(text: string): Promise<void> {
    await this.server.request('sendText', { text });
  }

  async typeLine(text: string): Promise<void> {
    await this.server.request('sendLine', { text });
  }

  /** Waits until the program has exited. */
  async waitForExit(): Promise<number | null> {
    return (await this.server.request('waitForExit')).exitCode;
  }
}
