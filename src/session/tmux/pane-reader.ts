import { MethodError } from '../../base/errors.js';
import type { ControlClient } from './control-client.js';
import type { Pane } from './find-pane.js';
import type { PaneState } from './pane-state.js';
import { createSnapshotLine, type PaneSnapshot, parseSnapshot } from './snapshot.js';

// The screen switches between two captures at most this often in practice.
const maxSnapshots = 20;

/** Receives a snapshot between the output before it and the output after it. */
type TakeSnapshot = (snapshot: PaneSnapshot) => void;

/** Reads the screen of a pane. */
export class PaneReader {
  readonly #client: ControlClient;
  readonly #pane: Pane;
  readonly #scrollback: number;
  #isAlternate: boolean;

  constructor(client: ControlClient, pane: Pane, scrollback: number) {
    this.#client = client;
    this.#pane = pane;
    // Waits search the screen whenever as many lines have scrolled off, which must not happen within a redraw.
    this.#scrollback = Math.max(0, scrollback - 1);
    this.#isAlternate = pane.isAlternate;
  }

  /** Reads the screen and its scrollback at one moment of the output. */
  async read(take: TakeSnapshot): Promise<PaneState> {
    for (let round = 0; round < maxSnapshots; round += 1) {
      const state = await this.#capture(this.#scrollback, take);
      if (state === undefined) continue;
      const { serverPid, startTime, pid } = this.#pane;
      if (state.serverPid !== serverPid || state.startTime !== startTime || state.pid !== pid)
        throw new MethodError('stale-pane', 'The pane now belongs to another server or runs another program.');
      return state;
    }
    throw new MethodError('io', 'The screen of the pane changes too fast to be read.');
  }

  /** Reads only the screen; undefined if the program has switched to the other one. */
  async readScreen(take: TakeSnapshot): Promise<PaneState | undefined> {
    return await this.#capture(0, take);
  }

  async #capture(scrollback: number, take: TakeSnapshot): Promise<PaneState | undefined> {
    const { id } = this.#pane;
    const spec = { paneId: id, scrollback, isAlternate: this.#isAlternate, nonce: this.#client.nonce };
    const { line, last } = createSnapshotLine(spec);
    let result: ReturnType<typeof parseSnapshot> | undefined;
    await this.#client.requestRaw(line, last, (lines) => {
      result = parseSnapshot(lines, spec);
      if (typeof result === 'object') take(result);
    });
    if (result === 'other-screen') this.#isAlternate = !this.#isAlternate;
    else if (typeof result === 'object') return result.state;
    else throw new MethodError('pane-not-found', `The tmux pane ${id} no longer exists.`);
    return undefined;
  }
}
