import { InvalidParamError } from '../../base/errors.js';
import { defineMethod } from './context.js';

export const attach = defineMethod('attach', {
  parse: (params) => {
    if (params.socketPath !== undefined && params.socketName !== undefined)
      throw new InvalidParamError('/socketName', '`socketPath` and `socketName` cannot be combined.');
    return params;
  },
  run: async ({ session, cancel }, params) => {
    const { scrollback = session.settings.scrollback } = params;
    const { attachPane } = await import('../../session/tmux/attach.js');
    const { source, pane, name, unknownModes } = await attachPane({
      target: params.pane,
      path: params.socketPath,
      name: params.socketName,
      scrollback,
      isReadOnly: params.readOnly,
      keepsLastWords: params.keepLastWords,
      variables: session.settings.environment,
    });
    const { cols, rows } = source.state;
    try {
      const { program } = await session.attach(
        { name, cols, rows, scrollback, open: (listener) => source.connect(listener) },
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
  },
});
