import { constants } from 'node:os';
import { getBaselineDirectory, prepareArtifactRoot } from '../../base/artifacts.js';
import { isDark } from '../../base/colors.js';
import { InvalidParamError } from '../../base/errors.js';
import { resolveAbsolutePath } from '../../base/files.js';
import { findNearest } from '../../base/text.js';
import { checkTheme, loadTheme } from '../../pictures/options.js';
import { version } from '../../protocol/generated/tables.js';
import type {
  InitializeParams,
  InitializeResult,
  ProfileName,
  ProfileOptions,
} from '../../protocol/generated/types.js';
import { codes, RpcError } from '../../protocol/message.js';
import { type SessionSettings, TerminalSession } from '../../session/terminal-session.js';
import { modes, visible } from '../../session/waits/specs.js';
import { type Identity, profiles } from '../../terminal/queries/profiles.js';
import type { Profile } from '../../terminal/queries/terminal-state.js';
import { createBatchTooLargeError, maxAnswerLength } from '../dispatcher.js';
import type { Defaults } from '../server-host.js';
import { checkSecret } from './input.js';
import { defineMethod } from './method.js';
import { selectorFrom } from './wire.js';

export const attach = defineMethod('attach', {
  parse: (params) => {
    if (params.socketPath !== undefined && params.socketName !== undefined)
      throw new InvalidParamError('/socketName', '`socketPath` and `socketName` cannot be combined.');
    return params;
  },
  run: async (terminal, params, call) => {
    const { scrollback = terminal.settings.scrollback } = params;
    const { attachPane } = await import('../../session/tmux/attach.js');
    const { source, pane, name, unknownModes } = await attachPane({
      target: params.pane,
      path: params.socketPath,
      name: params.socketName,
      scrollback,
      isReadOnly: params.readOnly,
      keepsLastWords: params.keepLastWords,
      variables: terminal.settings.environment,
    });
    const { cols, rows } = source.state;
    try {
      const program = await terminal.attach(
        { name, cols, rows, scrollback, open: (listener) => source.connect(listener) },
        call,
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

export const batch = defineMethod('batch', {
  run: async (server, { steps }, { cancel, run }) => {
    const results: unknown[] = [];
    let length = 0;
    for (const { method, params } of steps) {
      cancel.throwIfAborted();
      try {
        if (length > maxAnswerLength) throw createBatchTooLargeError();
        const result = await run(method, params ?? {});
        length += JSON.stringify(result).length;
        results.push(result);
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        server.handleStepFailure(error);
        const completed = results.length;
        return { ok: false, completed, results, errorStep: completed + 1, error: { ...error.toJSON() } };
      }
    }
    return { ok: true, completed: results.length, results };
  },
});

export const health = defineMethod('health', {
  run: async (terminal, { expectCommand }, call) => {
    const { paneMode, attachedClients, ...health } = await terminal.readHealth(call);
    const isExpected =
      expectCommand === undefined || (health.command !== null && expectCommand.includes(health.command));
    return {
      available: health.isAlive && paneMode === undefined,
      running: health.isAlive && isExpected,
      command: health.command,
      pid: call.program.pid,
      ...(paneMode === undefined ? {} : { paneMode }),
      ...(attachedClients === undefined ? {} : { attachedClients }),
    };
  },
});

export const initialize = defineMethod('initialize', {
  parse: (params) => {
    if (params.snapshotTheme !== undefined) checkTheme(params.snapshotTheme, '/snapshotTheme');
    for (const [index, secret] of (params.secrets ?? []).entries()) checkSecret(secret, `/secrets/${index}`);
    return params;
  },
  run: (server, params) => {
    if (server.session !== undefined)
      throw new RpcError(
        codes.sessionActive,
        `The session ${JSON.stringify(server.session.settings.name)} is already active. Call \`close\` first.`,
      );
    const session = new TerminalSession(resolveSettings(params, server.defaults), server);
    const begin = (): InitializeResult => {
      server.begin(session, params);
      const { name: sessionName, artifactRoot, rows, cols } = session.settings;
      return { sessionName, artifactRoot, rows, cols, version, protocol: 1 };
    };
    const { trace = server.defaults.trace } = params;
    return trace === 'off' ? begin() : server.startTrace(session, trace).then(begin);
  },
});

function resolveSettings(params: InitializeParams, defaults: Defaults): SessionSettings {
  const snapshotTheme = params.snapshotTheme ?? defaults.snapshotTheme;
  const colors = loadTheme(snapshotTheme, defaults.environment['COLORFGBG']);
  const { artifactDir = defaults.artifactDir, snapshotDir, secrets = [] } = params;
  return {
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
  };
}

export const launch = defineMethod('launch', {
  parse: ({ readySelector, readyModes, idleTimeoutMs = 0, maxRuntimeMs = 0, cwd = '.', ...params }) => {
    const ready = [
      ...(readySelector === undefined ? [] : [visible(selectorFrom(readySelector, '/readySelector'))]),
      ...(readyModes === undefined ? [] : [modes({ ...readyModes })]),
    ];
    return { ...params, cwd, idleTimeoutMs, maxRuntimeMs, ready };
  },
  run: async (terminal, { cols = terminal.cols, rows = terminal.rows, profile: given, ...params }, call) => {
    const profile = given === undefined ? undefined : profileFrom(given, terminal.settings.profile);
    const { pid } = await terminal.launch({ ...params, cols, rows, profile }, call);
    return { ok: true, pid };
  },
});

/** A terminal from the wire; the colors of the session are replaced if they have another background. */
function profileFrom(given: ProfileName | ProfileOptions, session: Profile): Profile {
  const { name, background, kittyKeyboard, env = {} } = typeof given === 'string' ? { name: given } : given;
  const identity: Identity = profiles[name];
  const { answers, variables, hasKittyKeyboard } = identity;
  const others = answers.filter((family) => family !== 'colors');
  const isFitting =
    background === undefined || background === 'none' || isDark(session.colors.background) === (background === 'dark');
  return {
    ...session,
    colors: isFitting ? session.colors : loadTheme(`pty-default-${background}`, undefined),
    identity: {
      ...identity,
      answers: background === undefined ? answers : [...others, ...(background === 'none' ? [] : ['colors' as const])],
      variables: { ...variables, ...env },
      hasKittyKeyboard: kittyKeyboard ?? hasKittyKeyboard,
    },
  };
}

export const resize = defineMethod('resize', {
  run: (terminal, { cols, rows }, call) => {
    terminal.resize(cols, rows, call);
    return { ok: true, cols, rows };
  },
});

export const signal = defineMethod('signal', {
  parse: ({ name }) => parseSignal(name),
  run: (terminal, name, call) => {
    terminal.signal(name, call);
    return { ok: true };
  },
});

function parseSignal(name: string): NodeJS.Signals {
  const upper = name.toUpperCase();
  const full = upper.startsWith('SIG') ? upper : `SIG${upper}`;
  if (Object.hasOwn(constants.signals, full)) return full as NodeJS.Signals;
  const names = Object.keys(constants.signals).map((known) => known.slice(3));
  const nearest = findNearest(full.slice(3), names);
  const advice =
    nearest === undefined ? 'Expected a name such as "TERM" or "SIGTERM".' : `Did you mean ${JSON.stringify(nearest)}?`;
  throw new InvalidParamError('/name', `Unknown signal ${JSON.stringify(name)}. ${advice}`);
}

export const close = defineMethod('close', {
  run: async (_, { graceMs }, __, { server }) => {
    const program = await server.end('gently', graceMs);
    return { ok: true, ...(program?.exitKind === 'detached' ? {} : program?.exit) };
  },
});

export const viewSubscribe = defineMethod('viewSubscribe', {
  run: async ({ current }, params, call, { server }) => {
    server.notifications?.subscribe(params, current && (await call.session.read(call)));
    return { ok: true, ...params };
  },
});

export const viewUnsubscribe = defineMethod('viewUnsubscribe', {
  run: (_, __, ___, { server }) => {
    server.notifications?.unsubscribe();
    return { ok: true };
  },
});
