// What code is made from: a tape, or the requests of a recording as the commands of a tape.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { statusOf } from '../base/exit.js';
import { createReadError } from '../base/files.js';
import type { CodeSource } from './code-steps.js';
import type { TapeAction, TapeTarget } from './commands.js';
import { formatProblem, readTape, TapeUsageError } from './read-tape.js';
import { shells } from './shells.js';
import { prepareTape } from './tape.js';

const apart = new Set(['set', 'sleep-none', 'hide', 'show', 'screenshot', 'scroll', 'nothing']);
// The value of a secret does not matter.
const placeholder = 'placeholder';

/** Reads a tape. Throws if it has errors. */
export function readTapeSource(path: string): CodeSource {
  const file = readTape(path);
  const secrets = file.commands.flatMap(({ action }) => (action.do === 'type-env' ? [[action.name, placeholder]] : []));
  const tape = prepareTape(file, Object.fromEntries(secrets) as Record<string, string>);
  if (!('commands' in tape)) {
    const [problem] = tape;
    if (problem === undefined) throw new TapeUsageError(`${path} is no tape.`);
    throw new TapeUsageError(formatProblem(problem.path, problem, problem.text).trimEnd());
  }
  const { cols, rows, settings, waitPattern, setups, cleanups } = tape;
  const shell = tape.launch === undefined ? startShell(settings.Shell.value) : undefined;
  const prompt = { action: shell?.prompt ?? ({ do: 'nothing' } as const), text: '' };
  return {
    ...{ cols, rows, waitPattern },
    source: basename(path),
    title: basename(path, '.tape'),
    command: tape.launch ?? shell?.command ?? ['sh'],
    timeoutMs: settings.WaitTimeout.number,
    env: { ...shell?.env, ...tape.env },
    isInOwnDirectory: settings.Cwd.value === 'tmp',
    setups: setups.map(({ action }) => action.command),
    cleanups: cleanups.map(({ action }) => action.command),
    commands: [prompt, ...tape.commands].filter(({ action }) => !apart.has(action.do)),
  };
}

/** A shell with the prompt of tapes, without the marks that only a runner reads. */
function startShell(name: string): {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly prompt: TapeAction | undefined;
} {
  if (name !== 'bash') return { command: [name], env: {}, prompt: undefined };
  const prompt: TapeAction = {
    do: 'expect',
    how: 'new',
    timeoutMs: undefined,
    target: { type: 'regex', pattern: '^> ?$', flags: '' },
  };
  return { command: shells['bash']?.start('').command ?? ['bash'], env: { PS1: '> ' }, prompt };
}

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Params;
  readonly result?: Params;
}
type Params = Readonly<Record<string, unknown>>;

/** Reads the requests of a recording. */
export function readRecordingSource(path: string): CodeSource {
  const messages = readMessages(path);
  const results = new Map(messages.flatMap(({ id, result }) => (result === undefined ? [] : [[id, result] as const])));
  const requests = messages.filter(({ method, id }) => method !== undefined && id !== undefined);
  const find = (name: string): Params => requests.find(({ method }) => method === name)?.params ?? {};
  const [initialize, launch] = [find('initialize'), find('launch')];
  if (launch['command'] === undefined) throw new TapeUsageError(`${path} has no request that launches a program.`);
  const ready = toTarget(launch['readySelector']);
  const from = requests.findIndex(({ method }) => method === 'launch') + 1;
  const actions = requests
    .slice(from)
    .flatMap(({ id, method = '', params = {} }) => toActions(method, params, results.get(id)));
  const start: TapeAction[] = ready === undefined ? [] : [expectation('new', ready)];
  const env = Object.entries((launch['env'] ?? {}) as Params).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  return {
    source: basename(path),
    title: basename(path, '.jsonl'),
    command: [String(launch['command']), ...((launch['args'] ?? []) as string[])],
    cols: Number(launch['cols'] ?? initialize['terminalCols'] ?? 134),
    rows: Number(launch['rows'] ?? initialize['terminalRows'] ?? 40),
    timeoutMs: 15_000,
    env: Object.fromEntries(env),
    isInOwnDirectory: false,
    setups: [],
    cleanups: [],
    waitPattern: { pattern: '>$', flags: '' },
    commands: [...start, ...actions].map((action) => ({ action, text: describe(action) })),
  };
}

const describe = (action: TapeAction): string => (action.do === 'check' ? action.oracles.join(' ') : '');

function readMessages(path: string): Message[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw createReadError(path, error);
  }
  return text.split('\n').flatMap((line) => {
    try {
      const { direction, line: message } = JSON.parse(line) as { direction: string; line: string };
      return direction === 'request' || direction === 'response' ? [JSON.parse(message) as Message] : [];
    } catch {
      // The last line of a server that was killed is incomplete.
      return [];
    }
  });
}

const expectation = (how: 'screen' | 'new' | 'gone', target: TapeTarget): TapeAction => ({
  do: 'expect',
  how,
  timeoutMs: undefined,
  target,
});

/** A selector as a target; undefined if a tape cannot express it. */
function toTarget(selector: unknown): TapeTarget | undefined {
  if (typeof selector === 'string') return { type: 'exact', text: selector };
  const { type, text, pattern, flags, style } = (selector ?? {}) as Record<string, string>;
  const styled = style === undefined ? {} : { style: style as unknown as Record<string, string> };
  if (type === 'exact' && text !== undefined) return { type, text, ...styled };
  return type === 'regex' && pattern !== undefined ? { type, pattern, flags: flags ?? '', ...styled } : undefined;
}

/** A request as the commands of a tape. What has none becomes a note. */
function toActions(method: string, params: Params, result: Params | undefined): TapeAction[] {
  const target = toTarget(params['selector']);
  const type = (text: unknown): TapeAction => ({ do: 'type', text: String(text), delayMs: undefined });
  switch (method) {
    case 'sendText':
      return [params['paste'] === true ? { do: 'paste', text: String(params['text']) } : type(params['text'])];
    case 'sendLine':
    case 'submit': {
      const answer = toTarget(params['expectAfter']);
      const enter: TapeAction = { do: 'press', keys: ['Enter'], delayMs: undefined, count: 1 };
      return [type(params['text']), enter, ...(answer === undefined ? [] : [expectation('new', answer)])];
    }
    case 'sendKey':
      return [{ do: 'chord', keys: (params['keys'] ?? [params['key']]) as string[] }];
    case 'waitForText':
    case 'expectVisible':
      return target === undefined ? [note(method)] : [expectation(howOf(params), target)];
    case 'expectNotVisible':
      return target === undefined ? [note(method)] : [expectation('gone', target)];
    case 'waitForStable':
      return [{ do: 'expect-stable', timeoutMs: undefined, quietMs: Number(params['debounceMs'] ?? 100) }];
    case 'waitForExit': {
      const { exitCode = null, signal = null } = (result ?? {}) as { exitCode?: number | null; signal?: string | null };
      return [{ do: 'expect-exit', timeoutMs: undefined, code: statusOf({ exitCode, signal }) ?? 0 }];
    }
    case 'resize':
      return [{ do: 'resize', cols: Number(params['cols']), rows: Number(params['rows']) }];
    case 'focus':
      return [{ do: 'focus', isIn: params['focused'] !== false }];
    case 'signal':
      return [{ do: 'signal', name: String(params['name']) }];
    case 'step':
      return [{ do: 'step', title: String(params['title'] ?? params['name'] ?? '') }];
    case 'expectSnapshot':
      return [{ do: 'snapshot', name: String(params['name']), masks: [] }];
    default:
      return toGesture(method, params, target);
  }
}

const howOf = ({ since, state }: Params): 'screen' | 'new' | 'gone' =>
  state === 'hidden' ? 'gone' : since === 'lastInput' ? 'new' : 'screen';

function toGesture(method: string, params: Params, target: TapeTarget | undefined): TapeAction[] {
  const isCell = typeof params['row'] === 'number' && typeof params['col'] === 'number';
  const at = target ?? (isCell ? { row: Number(params['row']), col: Number(params['col']) } : undefined);
  if (method === 'click' && at !== undefined)
    return [{ do: 'click', at, button: (params['button'] ?? 'left') as 'left' | 'right' | 'middle' }];
  const direction = params['direction'];
  if (method === 'scroll' && (direction === 'up' || direction === 'down'))
    return [{ do: 'wheel', direction, count: Number(params['amount'] ?? 1) }];
  // These only read, or belong to the session.
  const isSilent =
    /^(?:currentView|dumpView|renderView|diffView|find|health|terminalState|events|mark|recording\.|view|server\.|rpc\.|close)/.test(
      method,
    );
  return isSilent ? [] : [note(method)];
}

const note = (method: string): TapeAction => ({ do: 'check', oracles: [method as 'crash'], allowedExits: [] });
