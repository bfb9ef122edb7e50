import { parseOptions } from '../../cli/options.js';
import { serverOptions, toServerOptions } from '../../cli/server-options.js';
import { noClient, Server } from '../../server/server.js';

/** A server in this process without a client; `write` receives the lines that a client would. */
export function createServer(directory: string, write: (line: string) => void = () => {}): Server {
  const { defaults, ...settings } = toServerOptions(parseOptions(serverOptions, ['--artifact-dir', directory], {}));
  // Requests must not reach the tmux server of the person who runs the tests.
  const environment = { ...process.env, TMUX: undefined, TMUX_PANE: undefined, TMUX_TMPDIR: directory };
  return new Server(
    { ...settings, defaults: { ...defaults, environment, takeOutput: undefined } },
    { ...noClient({ log: () => {}, announce: () => {} }), write },
  );
}
