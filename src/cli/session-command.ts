import type { Command, ProcessHost } from './options.js';
import { parseOptions, UsageError } from './options.js';
import { serverOptions, toServerOptions } from './server-options.js';

/** `tuispec session DIRECTORY NAME`: the process of a session, which `tuispec open` starts. It is not for people. */
export const sessionCommand: Pick<Command, 'run'> = {
  run: async ([directory, name], host: ProcessHost) => {
    if (directory === undefined || name === undefined) throw new UsageError('Sessions are started by tuispec open.');
    const { defaults } = toServerOptions(parseOptions(serverOptions, [], host.variables));
    const { runSession } = await import('../sessions/session-process.js');
    return await runSession(
      { directory, name },
      { defaults: { ...defaults, environment: host.variables, takeOutput: undefined } },
      host,
    );
  },
};
