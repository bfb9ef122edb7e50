import { InvalidParamError } from '../protocol/errors.js';
import { attachPane } from '../tmux/attach.js';
import { nameOf } from '../tmux/find-pane.js';
import type { Handler } from './context.js';

export const attach: Handler<'attach'> = (params) => {
  const { pane: target, socketPath, socketName, keepLastWords, readOnly } = params;
  if (socketPath !== undefined && socketName !== undefined)
    throw new InvalidParamError('/socketName', '`socketPath` and `socketName` cannot be combined.');
  return async ({ app, cancel }) => {
    const session = app.requireSession();
    const scrollback = params.scrollback ?? session.settings.scrollback;
    const { source, pane, unknownModes } = await attachPane({
      target,
      path: socketPath,
      name: socketName,
      scrollback,
      isReadOnly: readOnly,
      keepsLastWords: keepLastWords,
      variables: session.settings.environment,
    });
    const { cols, rows } = source.state;
    try {
      const { program } = await session.attach(
        { name: nameOf(pane), cols, rows, scrollback, open: (listener) => source.connect(listener) },
        cancel,
      );
      const { id, sessionName, version } = pane;
      return {
        ok: true,
        pane: id,
        session: sessionName,
        pid: program.pid,
        cols,
        rows,
        tmuxVersion: version,
        unknownModes: [...unknownModes],
      };
    } catch (error) {
      source.close();
      throw error;
    }
  };
};
