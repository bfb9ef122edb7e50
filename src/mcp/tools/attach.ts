import { type AttachedTerminal, attachTerminal } from '../../client/launch.js';
import { chooseDirectories } from '../directories.js';
import type { AttachTmuxResult } from '../generated/types.js';
import { readScreenFacts } from '../screens.js';
import type { ToolHandler } from '../tool-host.js';
import { createJsonResult } from '../tool-result.js';

/** `attach_tmux`. */
export const attachTmux: ToolHandler<'attach_tmux'> = async (args, call) => {
  const { pane, socket_path: socketPath, socket_name: socketName, keep_last_words: keepLastWords } = args;
  const options = { socketPath, socketName, keepLastWords, readOnly: args.read_only, ambiguity: 'first' } as const;
  const open = async (session: object): Promise<AttachedTerminal> =>
    await attachTerminal(pane, { ...options, ...chooseDirectories(call), ...session });
  const plan = { name: args.name, command: `tmux pane ${pane}`, file: 'pane', open };
  const { session, opened } = await call.host.sessions.start(plan, call.signal);
  const { pane: id, session: tmuxSession, pid, cols, rows } = opened.result;
  const facts = { session_id: session.id, pane: id, tmux_session: tmuxSession, pid, cols, rows };
  const screen = await session.run(call.signal, async (signal) => await readScreenFacts(session, signal));
  return createJsonResult({ ...facts, ...screen, ...session.exit } satisfies AttachTmuxResult);
};
