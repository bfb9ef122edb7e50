import { MethodError } from '../../base/errors.js';
import type { ControlClient } from './control-client.js';
import { type PaneState, paneStateFormat, parsePaneState } from './find-pane.js';
import { quoteWord } from './tmux.js';

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
  /** When people keep dead panes themselves. */
  #kept: 'always' | 'failed' | 'never' = 'never';
  /** Commands that restore the options of the pane. */
  #restoring: readonly string[] = [];
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
      `display-message -p '#{client_name}' ; display-message -p -t ${id} '#{remain-on-exit} #{session_id}' ; show-hooks -t ${id} client-detached ; show-hooks -p -t ${id} pane-died ; show-options -p -t ${id}`,
    );
    const [client = '', options = '', ...others] = lines;
    const [remain = '', sessionId = ''] = options.split(' ');
    this.#kept = remain === 'on' || remain === '1' ? 'always' : remain === 'failed' ? 'failed' : 'never';
    // Removing the last hook of an array leaves an empty one, which hides the global hooks.
    if (others.some((line) => /^pane-died\[\d+\]/.test(line))) this.#diedHook = `pane-died[${hookIndex}]`;
    // Hooks of the session hide the global ones.
    this.#hookScope = others.some((line) => /^client-detached\[\d+\]/.test(line)) ? `-t ${sessionId}` : '-g';
    const changes: [option: string, value: string][] = [];
    if (this.#kept !== 'always') changes.push(['remain-on-exit', 'on']);
    // People who keep failed panes expect the text of this format.
    if (this.#kept === 'never') changes.push(['remain-on-exit-format', "''"]);
    this.#restoring = changes.map(([option]) => {
      const own = others.find((line) => line.startsWith(`${option} `));
      return own === undefined ? `set-option -pu -t ${id} ${option}` : `set-option -p -t ${id} ${own}`;
    });
    const keep = changes.map(([option, value]) => `set-option -p -t ${id} ${option} ${value}`);
    const cleanUp = `if-shell -F "#{==:#{hook_client},${client}}" ${quoteWord([...this.#undo(), this.#killIfDead].join(' ; '))}`;
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
    // If the pane is gone, the commands on it fail, and tmux skips the rest.
    return [
      `set-hook ${this.#hookScope === '-g' ? '-gu' : `-u ${this.#hookScope}`} client-detached[${hookIndex}]`,
      ...this.#restoring,
      `set-hook -pu -t ${id} ${this.#diedHook}`,
    ];
  }

  get #killIfDead(): string {
    const id = this.#paneId;
    if (this.#kept === 'always') return "display-message -p ''";
    const isDone = this.#kept === 'failed' ? '#{&&:#{pane_dead},#{==:#{pane_dead_status},0}}' : '#{pane_dead}';
    return `if-shell -F -t ${id} "${isDone}" "kill-pane -t ${id}"`;
  }
}
