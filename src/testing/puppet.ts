import type { MethodResults } from '../protocol/generated/types.js';
import { type ServerSetup, TestServer } from './client.js';
import { fixture } from './programs.js';

// Puppets react at once; this timeout is only for broken ones.
const settleMs = 20_000;

/** A program that writes exactly the text it receives to its terminal. */
export class Puppet {
  readonly server: TestServer;
  #pid = 0;

  constructor(setup: ServerSetup = {}) {
    this.server = new TestServer(setup);
  }

  /** Starts it in its own session, with a blank screen. */
  async start(cols: number, rows: number, session: object = {}): Promise<this> {
    const launch = { readySelector: { type: 'exact', text: 'ready' } };
    const size = { terminalCols: cols, terminalRows: rows };
    this.#pid = await this.server.launch(process.execPath, [fixture('puppet.mjs')], launch, { ...size, ...session });
    await this.write('\x1b[H\x1b[2J\x1b[3J');
    return this;
  }

  /** Makes it write `text`, and resolves when that is on the screen. */
  async write(text: string): Promise<void> {
    await this.server.request('sendText', { text: `${JSON.stringify(text)}\n`, settleMs });
  }

  /** Makes it write `text` at a signal, even while the server is busy or stopped. */
  async prepare(text: string): Promise<void> {
    await this.server.request('sendText', { text: `${JSON.stringify({ later: text })}\n`, settleMs });
  }

  poke(): void {
    process.kill(this.#pid, 'SIGUSR1');
  }

  async view(params: object = {}): Promise<MethodResults['currentView']> {
    return await this.server.request('currentView', params);
  }
}
