import { resolve } from 'node:path';
import type { MethodResults } from '../../protocol/generated/types.js';
import { TestServer } from './client.js';

/** The path of a recording in fixtures/recordings. */
export const pathOfRecording = (name: string): string => resolve('fixtures/recordings', name);

const cli = resolve('dist/cli.js');

/** A server whose terminal runs `tuispec replay`. */
export class PlayerServer extends TestServer {
  /** Starts the player, and resolves with its process id when it shows a frame. */
  async play(args: readonly string[], size: Size): Promise<number> {
    const pid = await this.#start(process.execPath, [cli, 'replay', ...args], size);
    await this.waitForText('frame ');
    return pid;
  }

  /**
   * Starts it from a shell, as `PLAY`. The shell survives signals to the player, prints nothing else, and
   * prints the exit code and whether the terminal settings were restored.
   */
  async playInShell(script: string, args: readonly string[], size: Size = {}): Promise<void> {
    const words = [process.execPath, cli, 'replay', ...args].map((word) => `'${word}'`);
    const command = script.replaceAll('PLAY', `(exec ${words.join(' ')} 2>&4)`);
    const lines = [
      'exec 4>&2 2>/dev/null',
      'trap : TERM QUIT ALRM ABRT HUP INT',
      'echo before',
      'was=$(stty -g)',
      command,
      'echo "exit $?"',
      '[ "$was" = "$(stty -g)" ] && echo same terminal',
    ];
    await this.#start('sh', ['-c', lines.join('\n')], size);
  }

  async #start(command: string, args: readonly string[], { cols = 80, rows = 14 }: Size): Promise<number> {
    return await this.launch(command, args, {}, { terminalCols: cols, terminalRows: rows });
  }

  /** Resolves when a text is on the screen. */
  async waitForText(text: string): Promise<void> {
    await this.request('waitForText', {
      selector: { type: 'exact', text },
      ambiguityMode: 'first',
      timeoutMs: maxMs,
    });
  }

  /** Presses a key; resolves with the lines of the screen when a text is on it. */
  async press(key: string, text: string): Promise<string[]> {
    await this.request('sendKey', { key });
    await this.waitForText(text);
    return await this.readLines();
  }

  async readLines(): Promise<string[]> {
    return (await this.view()).text.split('\n');
  }

  async view(): Promise<MethodResults['currentView']> {
    return await this.request('currentView');
  }
}

interface Size {
  readonly cols?: number;
  readonly rows?: number;
}

// Enough for a slow machine.
const maxMs = 100_000;
