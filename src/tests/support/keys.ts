import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestServer } from './client.js';
import { pathOfProgram } from './programs.js';

/** One chunk read by the program `keys.mjs`, and its time by that program's clock (milliseconds). */
export interface Chunk {
  readonly at: number;
  readonly hex: string;
}

/** A server that runs `keys.mjs`, which reports the bytes that it receives. */
export class KeysServer extends TestServer {
  get #file(): string {
    return join(this.directory, 'chunks.json');
  }

  async start(session: object = {}): Promise<void> {
    const readySelector = { type: 'exact', text: 'ready' };
    await this.launch(
      process.execPath,
      [pathOfProgram('keys.mjs'), this.#file],
      { readySelector },
      { notifyExit: true, ...session },
    );
  }

  /** Makes the program switch a mode, like `cursor+`, or write a control sequence, like `?1000h`. */
  async switch(mode: string): Promise<void> {
    await this.request('sendText', { text: `!${mode}\r`, settleMs: 0 });
    await this.request('waitForText', { selector: { type: 'exact', text: 'switched' }, since: 'lastInput' });
  }

  /** Ends the program and returns what it read. */
  async readChunks(): Promise<Chunk[]> {
    await this.request('sendText', { text: '!quit\r', settleMs: 0 });
    await this.inbox.waitForNotification('session.exited');
    return JSON.parse(readFileSync(this.#file, 'utf8')) as Chunk[];
  }

  /** Ends the program and returns what it read, in hex. */
  async readBytes(): Promise<string> {
    return (await this.readChunks()).map(({ hex }) => hex).join('');
  }
}

/** Converts text to hex, as printed by `keys.mjs`. */
export const hexOf = (text: string): string => Buffer.from(text).toString('hex');
