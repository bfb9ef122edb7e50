import { MethodError } from '../protocol/errors.js';
import type { ControlClient } from './control-client.js';
import { type PaneState, paneStateFormat, parsePaneState } from './pane-state.js';
import { quoteWord } from './run-tmux.js';

// An index of the hook arrays that no person uses.
const hookIndex = 7317;
const maxStatusRequests = 20;

/**
 * Keeps a pane open when its program ends, so that its last output and its exit status can be read. Sets options of this
 * pane, and a hook that removes them when our client is gone, however it ends.
 */
export class LastWords {
  readonly #client: ControlClient;
  readonly #paneId: string;
  #isInstalled = false;
  /** Whether people keep dead panes themselves. */
  #isKept = false;
  #hookScope = '-g';
  /** What to remove: our hook, or the array if it contained no other. */
  #diedHook = 'pane-died';

  constructor(client: ControlClient, paneId: string) {
    this.#client = client;
    this.#paneId = paneId;
  }

  async install(): Promise<void> {
    const id = this.#paneId;
    const { lines } = await this.#client.request(
      `display-message -p '#{client_name}' ; display-message -p -t ${id} '#{remain-on-exit} #{session_id}' ; show-hooks -t ${id} client-detached ; show-hooks -p -t ${id} pane-died`,
    );
    const [client = '', options = '', ...hooks] = lines;
    const [remain, sessionId = ''] = options.split(' ');
    this.#isKept = remain === 'on' || remain === 'failed' || remain === '1';
    // Removing the last hook of an array leaves an empty one, which hides the global hooks.
    if (hooks.some((line) => /^pane-died\[\d+\]/.test(line))) this.#diedHook = `pane-died[${hookIndex}]`;
    // Hooks of the session hide the global ones.
    this.#hookScope = hooks.some((line) => /^client-detached\[\d+\]/.test(line)) ? `-t ${sessionId}` : '-g';
    const cleanUp = `if-shell -F "#{==:#{hook_client},${client}}" ${quoteWord([...this.#undo(), this.#killIfDead].join(' ; '))}`;
    const keep = this.#isKept
      ? []
      : [`set-option -p -t ${id} remain-on-exit on`, `set-option -p -t ${id} remain-on-exit-format ''`];
    const commands = [
      ...keep,
      `set-hook -p -t ${id} pane-died[${hookIndex}] ${quoteWord(`refresh-client -t ${client} -A "${id}:pause"`)}`,
      `set-hook ${this.#hookScope} client-detached[${hookIndex}] ${quoteWord(cleanUp)}`,
    ];
    this.#isInstalled = true;
    const { lines: errors, hasFailed } = await this.#client.request(commands.join(' ; '));
    if (!hasFailed) return;
    await this.remove();
    throw new MethodError('io', `tmux refused the options of \`keepLastWords\`: ${errors.join(' ')}.`);
  }

  /** Waits for the exit status. Up to tmux 3.4, the end of a child can get lost until the next one ends. */
  async readStatus(state: PaneState): Promise<PaneState> {
    let known = state;
    for (let round = 0; round < maxStatusRequests && known.exitStatus === '' && known.exitSignal === ''; round += 1) {
      const reap = round % 5 === 0 ? 'run-shell -b true' : 'run-shell -d 0.01';
      const { lines } = await this.#client.request(
        `${reap} ; display-message -p -t ${this.#paneId} '${paneStateFormat}'`,
      );
      known = parsePaneState(lines.at(-1) ?? '') ?? known;
    }
    return known;
  }

  /** Restores the options of the pane. */
  async remove(): Promise<void> {
    if (!this.#isInstalled) return;
    this.#isInstalled = false;
    await this.#client.request(this.#undo().join(' ; '));
  }

  /** Restores the options, and closes the pane of the ended program as tmux would have done. */
  async release(): Promise<void> {
    await this.remove();
    await this.#client.request(this.#killIfDead);
  }

  #undo(): string[] {
    const id = this.#paneId;
    const keep = this.#isKept
      ? []
      : [`set-option -pu -t ${id} remain-on-exit`, `set-option -pu -t ${id} remain-on-exit-format`];
    // If the pane is gone, the commands on it fail, and tmux skips the rest.
    return [
      `set-hook ${this.#hookScope === '-g' ? '-gu' : `-u ${this.#hookScope}`} client-detached[${hookIndex}]`,
      ...keep,
      `set-hook -pu -t ${id} ${this.#diedHook}`,
    ];
  }

  get #killIfDead(): string {
    const id = this.#paneId;
    return this.#isKept ? `display-message -p ''` : `if-shell -F -t ${id} "#{pane_dead}" "kill-pane -t ${id}"`;
  }
}
