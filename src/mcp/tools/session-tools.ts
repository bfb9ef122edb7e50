import { clipText, quote } from '../../base/text.js';
import type { ListSessionsResult } from '../generated/types.js';
import { readScreen } from '../screens.js';
import { runInSession, type ToolHandler } from '../tool-host.js';
import { createJsonResult, toWellFormed } from '../tool-result.js';

const maxCommandLength = 200;

/** `resize_session`. */
export const resizeSession: ToolHandler<'resize_session'> = runInSession(
  async ({ cols, rows }, { session, signal }) => {
    await session.terminal.resize(cols, rows);
    const { revision } = await readScreen(session, signal);
    return createJsonResult({ success: true, cols, rows, revision });
  },
);

/** `send_signal`. */
export const sendSignal: ToolHandler<'send_signal'> = runInSession(async (args, { session, signal }) => {
  await session.terminal.request('signal', { name: args.signal }, { signal });
  return createJsonResult({ success: true });
});

/** `list_sessions`. */
export const listSessions: ToolHandler<'list_sessions'> = async (_, { host }) => {
  const now = Date.now();
  const sessions = host.sessions.all.map(({ id, command, terminal, createdAt, lastUsedAt, isBusy, exit }) => ({
    id,
    pid: terminal.pid,
    command: toWellFormed(clipText(command, maxCommandLength)),
    created_at: new Date(createdAt).toISOString(),
    age_seconds: Math.round((now - createdAt) / 1000),
    idle_seconds: isBusy ? 0 : Math.round((now - lastUsedAt) / 1000),
    cols: terminal.cols,
    rows: terminal.rows,
    ...exit,
  }));
  return createJsonResult({ sessions } satisfies ListSessionsResult);
};

/** `close_session`. */
export const closeSession: ToolHandler<'close_session'> = async ({ session_id: id }, { host }) => {
  const success = await host.sessions.close(id);
  const message = success ? `Session ${id} closed.` : `Session ${quote(id)} is not open.`;
  return createJsonResult({ success, message });
};
