import { constants } from 'node:os';
import { getBaselineDirectory, prepareArtifactRoot } from '../files/artifacts.js';
import { resolveAbsolutePath } from '../files/safe-files.js';
import { InvalidParamError } from '../protocol/errors.js';
import { version } from '../protocol/generated/tables.js';
import { codes, RpcError } from '../rpc/errors.js';
import { Session } from '../session/session.js';
import { checkTheme, loadTheme } from '../snapshot/render-options.js';
import { findNearest } from '../text/nearest.js';
import { waitForMatch } from '../waits/wait-for-match.js';
import type { Handler } from './context.js';
import { checkSecret } from './secrets.js';
import { selectorFrom } from './selectors.js';
import { withDeadline } from './wait-context.js';

export const initialize: Handler<'initialize'> = (params) => {
  if (params.snapshotTheme !== undefined) checkTheme(params.snapshotTheme, '/snapshotTheme');
  for (const [index, secret] of (params.secrets ?? []).entries()) checkSecret(secret, `/secrets/${index}`);
  return ({ app }) => {
    if (app.session !== undefined)
      throw new RpcError(
        codes.sessionActive,
        `The session ${JSON.stringify(app.session.settings.name)} is already active. Call \`close\` first.`,
      );
    const { defaults } = app;
    const snapshotTheme = params.snapshotTheme ?? defaults.snapshotTheme;
    const colors = loadTheme(snapshotTheme, defaults.environment['COLORFGBG']);
    const { artifactDir = defaults.artifactDir, snapshotDir, secrets = [] } = params;
    const session = new Session({
      name: params.name,
      artifactRoot: prepareArtifactRoot(artifactDir, params.name),
      snapshotDir:
        snapshotDir === undefined ? getBaselineDirectory(artifactDir, params.name) : resolveAbsolutePath(snapshotDir),
      timeoutMs: params.timeoutSeconds === undefined ? defaults.timeoutMs : Math.round(params.timeoutSeconds * 1000),
      cols: params.terminalCols ?? defaults.cols,
      rows: params.terminalRows ?? defaults.rows,
      scrollback: params.scrollback,
      ambiguityMode: params.ambiguityMode ?? defaults.ambiguityMode,
      snapshotTheme,
      profile: { version, colors },
      updateSnapshots: params.updateSnapshots ?? defaults.updateSnapshots,
      environment: defaults.environment,
      takeOutput: defaults.takeOutput,
      secrets,
    });
    app.begin(session, params);
    const { name: sessionName, artifactRoot, rows, cols } = session.settings;
    return { sessionName, artifactRoot, rows, cols, version };
  };
};

export const launch: Handler<'launch'> = (params) => {
  const selector =
    params.readySelector === undefined ? undefined : selectorFrom(params.readySelector, '/readySelector');
  return async (context) => {
    const session = context.app.requireSession();
    const { cwd = '.', cols = session.cols, rows = session.rows, idleTimeoutMs = 0, maxRuntimeMs = 0 } = params;
    const current = await session.launch({ ...params, cwd, cols, rows, idleTimeoutMs, maxRuntimeMs }, context.cancel);
    const result = { ok: true, pid: current.program.pid } as const;
    if (selector === undefined) return result;
    const mode = session.settings.ambiguityMode;
    await withDeadline(context, params.readyTimeoutMs, (wait) =>
      waitForMatch(wait, { selector, mode, baseline: undefined }),
    );
    return result;
  };
};

export const resize: Handler<'resize'> =
  ({ cols, rows }) =>
  ({ app }) => {
    app.requireSession().resize(cols, rows);
    return { ok: true, cols, rows };
  };

export const signal: Handler<'signal'> = ({ name }) => {
  const upper = name.toUpperCase();
  const full = upper.startsWith('SIG') ? upper : `SIG${upper}`;
  if (!Object.hasOwn(constants.signals, full)) {
    const names = Object.keys(constants.signals).map((known) => known.slice(3));
    const nearest = findNearest(full.slice(3), names);
    throw new InvalidParamError(
      '/name',
      `Unknown signal ${JSON.stringify(name)}. ${nearest === undefined ? 'Expected a name such as "TERM" or "SIGTERM".' : `Did you mean ${JSON.stringify(nearest)}?`}`,
    );
  }
  return ({ app }) => {
    app
      .requireSession()
      .requireRunning()
      .program.sendSignal(full as NodeJS.Signals);
    return { ok: true };
  };
};

export const close: Handler<'close'> =
  ({ graceMs }) =>
  async ({ app }) => {
    app.requireSession();
    const program = await app.end('gently', graceMs);
    return { ok: true, ...(program?.exitKind === 'detached' ? {} : program?.exit) };
  };
