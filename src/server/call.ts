import { InvalidParamError, MethodError } from '../base/errors.js';
import { findNearest, quote, truncate } from '../base/text.js';
import { methodFacts } from '../protocol/generated/tables.js';
import type * as wire from '../protocol/generated/types.js';
import type { FailureKind, MethodName, MethodParams } from '../protocol/generated/types.js';
import { validators } from '../protocol/generated/validators.js';
import { type CallMessage, codes, createInvalidParamsError, type Params, RpcError } from '../protocol/message.js';
import { createValidationError, dropNulls } from '../protocol/validation.js';
import type { TextRange } from '../screen/logical-line.js';
import { type Screen, textOf } from '../screen/screen.js';
import type { Match } from '../screen/selectors/selector.js';
import { Call } from '../session/call.js';
import type { RunningProgram, TerminalSession } from '../session/terminal-session.js';
import type { CallOrigin, CallRunner } from './dispatcher.js';
import { type MethodHandler, type MethodTable, type Request, serverMethods } from './methods/method.js';
import { toWireCursor, toWireMatch, toWireNearText } from './methods/wire.js';
import type { Server } from './server.js';

/** Validates params and fills in defaults; throws -32602 with all findings. */
export function validateParams<M extends MethodName>(method: M, params: Params): MethodParams[M] {
  const validate = validators[method];
  // A null that no schema allows is the same as an absent member: remove it and validate again.
  while (!validate(params)) {
    const errors = validate.errors ?? [];
    if (!dropNulls(params, errors)) throw createValidationError(errors, params);
  }
  return params as unknown as MethodParams[M];
}

/** For clients that switch on the names of a tmux bridge. */
const errorTypes: Partial<Readonly<Record<FailureKind, string>>> = {
  'no-echo': 'SEND_FAILED',
  ghost: 'SEND_FAILED',
  'not-accepted': 'SEND_FAILED',
  unconfirmed: 'SEND_FAILED',
  'tmux-missing': 'TMUX_NOT_INSTALLED',
  'pane-not-found': 'PANE_NOT_FOUND',
  'stale-pane': 'PANE_NOT_FOUND',
  'no-program': 'NO_PANE_ID',
};

/** Creates `data` of a failed method, so that a client can find the reason without another request. */
function createFailureData(failure: MethodError, elapsedMs: number, session: TerminalSession | undefined): object {
  const { kind, message, facts } = failure;
  const { matches, nearest, screen, ...others } = facts;
  const current = session?.current;
  const displayed = screen ?? current?.program.screen;
  const redacted = displayed && session?.secrets.redactFrame(displayed);
  return {
    kind,
    ...describeType(kind, current?.program.isForeign ?? false),
    details: message,
    elapsedMs: Math.round(elapsedMs),
    ...(current === undefined || redacted === undefined || kind === 'spawn' ? {} : describeProgram(current, redacted)),
    ...others,
    ...(nearest === undefined ? {} : { nearest: toWireNearText(nearest) }),
    ...(matches === undefined ? {} : { matches: matches.map((match) => redactMatch(match, displayed, redacted)) }),
  };
}

// A match can be a part of a secret, which only its place reveals.
function redactMatch(match: Match, displayed: Screen | undefined, redacted: Screen | undefined): wire.Match {
  const { start } = match;
  if (displayed === redacted || redacted === undefined || start.row < 0) return toWireMatch(match);
  const texts = (match.parts ?? [match]).map((part) => readRange(redacted, part));
  return toWireMatch({ ...match, text: texts.join('\n') });
}

function readRange({ lines }: Screen, { start, end }: TextRange): string {
  const rows = lines.slice(start.row, end.row + 1);
  const parts = rows.map((line, index) =>
    line.slice(index === 0 ? start.col : 0, index === rows.length - 1 ? end.col + 1 : line.width),
  );
  return parts.join('');
}

function describeType(kind: FailureKind, isForeign: boolean): object {
  const shared =
    isForeign && kind === 'timeout' ? 'TIMEOUT' : isForeign && kind === 'io' ? 'SUBPROCESS_FAILED' : undefined;
  const errorType = errorTypes[kind] ?? shared;
  return errorType === undefined ? {} : { errorType };
}

function describeProgram({ program }: RunningProgram, screen: Screen): object {
  const { exit, lastOutputAgeMs } = program;
  return {
    screen: textOf(screen),
    cursor: toWireCursor(screen.cursor),
    unansweredQueries: program.emulator.unansweredQueries,
    lastOutputAgeMs: lastOutputAgeMs === undefined ? null : Math.round(lastOutputAgeMs),
    ...exit,
  };
}

// Compilation blocks the event loop: for up to 50 ms with this many characters, 120 ms with this many properties. The
// engine itself rejects most patterns of half this length.
const maxChars = 100_000;
const maxProperties = 100;
// Properties of strings take ten times as long as others: 11 ms each with the flags `iv` on Node 20.
const property = /\\p\{(Basic_Emoji|Emoji_Keycap|RGI_)?/gi;
const stringPropertyWeight = 10;
// The members of params that contain patterns.
const members = new Set(['pattern', 'title']);

/** Rejects params whose patterns would block the event loop while they are compiled. */
export function checkPatternLimits(params: object): void {
  let [chars, properties] = [0, 0];
  const check = (pattern: string, pointer: string): void => {
    chars += pattern.length;
    if (chars > maxChars)
      throw new InvalidParamError(
        pointer,
        `The patterns of a request exceed the maximum of ${maxChars} characters in total.`,
      );
    for (const [, ofStrings] of pattern.matchAll(property))
      properties += ofStrings === undefined ? 1 : stringPropertyWeight;
    if (properties > maxProperties)
      throw new InvalidParamError(
        pointer,
        `The patterns of a request exceed the maximum of ${maxProperties} Unicode properties in total. Properties of ` +
          `strings, such as RGI_Emoji, count ${stringPropertyWeight} times.`,
      );
  };
  // Not recursive: selectors can be nested deeper than the stack allows.
  const pending: { readonly value: object; readonly pointer: string }[] = [{ value: params, pointer: '' }];
  for (const parent of pending)
    for (const name of Object.keys(parent.value)) {
      if (name === 'env') continue;
      const value = (parent.value as Readonly<Record<string, unknown>>)[name];
      const pointer = `${parent.pointer}/${name}`;
      if (typeof value === 'object' && value !== null) pending.push({ value, pointer });
      else if (typeof value === 'string' && members.has(name)) check(value, pointer);
    }
}

// For each method, its names in Playwright, Puppeteer, expect, pexpect, tmux and other tools, in lower case.
const otherNames: Partial<Readonly<Record<MethodName, string>>> = {
  initialize: 'init connect newpage newcontext newsession createsession opensession',
  launch: 'goto spawn spawntui open start run exec execute command startprogram create',
  close: 'quit stop exit end closesession',
  signal: 'kill terminate interrupt sendsignal',
  resize: 'setviewportsize setsize viewport resizewindow resizesession winsize',
  sendKey: 'press presskey keypress key keyboard keydown keyup sendkeypress sendcontrol pushkey',
  sendText: 'type typetext write input fill inserttext send paste keyboardtype presssequentially sendinput',
  sendLine: 'enter sendcommand typeline',
  submit: 'submittext sendprompt sendmessage respond prompt',
  click: 'tap dblclick doubleclick mouseclick mousedown mouseup rightclick',
  hover: 'mousemove movemouse move',
  drag: 'draganddrop dragto dragdrop',
  scroll: 'wheel mousewheel scrollto scrollintoview',
  waitForText: 'waitforselector waitforelement waitforlocator waitforoutput waitforpattern expectexact wait',
  waitForStable: 'waitfortimeout waitforidle waitforloadstate sleep delay pause waitforquiet waitforsilence',
  waitForChange: 'waitforscreenchange waitforupdate',
  waitForExit: 'waitforclose expecteof waitpid',
  waitUntil: 'waitforfunction waitforcondition',
  expectVisible:
    'expect expecttext asserttext assertvisible tobevisible tohavetext tocontaintext assert assertcontains',
  expectNotVisible: 'expecthidden tobehidden assertnotvisible expectnottext asserthidden',
  expectSnapshot: 'tomatchsnapshot tohavescreenshot matchsnapshot snapshot comparesnapshot',
  find: 'locator getbytext query search findtext findall',
  currentView: 'screen getscreen text gettext textcontent innertext content getcontent view capturepane read display',
  terminalState: 'state getstate title gettitle',
  renderView: 'screenshot takescreenshot getscreenshot render picture capture',
  dumpView: 'dump savesnapshot',
  'recording.start': 'record startrecording tracingstart',
  'recording.stop': 'stoprecording tracingstop',
  viewSubscribe: 'subscribe on',
  viewUnsubscribe: 'unsubscribe off',
};

/** Creates the error for an unknown method, with a suggestion if a similar method exists. */
export function createUnknownMethodError(method: string): RpcError {
  if (method === '$/cancelRequest')
    return new RpcError(
      codes.methodNotFound,
      '`$/cancelRequest` is a notification. Send it without `id`; `params.id` names the request to cancel.',
      { method },
    );
  const nearest = method.length > maxLength ? undefined : findNearestMethod(method);
  const hint = nearest === undefined ? '`rpc.discover` returns all methods.' : `Did you mean \`${nearest}\`?`;
  return new RpcError(codes.methodNotFound, `Unknown method ${quote(method)}. ${hint}`, {
    method: truncate(method),
    ...(nearest === undefined ? {} : { nearest }),
  });
}

// Longer than any method name with a prefix.
const maxLength = 100;

function findNearestMethod(method: string): string | undefined {
  const known = Object.keys(methodFacts);
  const ending = `.${method.toLowerCase()}`;
  const name = keepLetters(method);
  const last = keepLetters(method.slice(method.lastIndexOf('.') + 1));
  return (
    known.find((one) => one.toLowerCase().endsWith(ending)) ??
    known.find((one) => keepLetters(one) === name || keepLetters(one) === last) ??
    findMethod(name) ??
    findMethod(last) ??
    findNearest(method, known)
  );
}

const findMethod = (name: string): string | undefined =>
  Object.entries(otherNames).find(([, names]) => names.split(' ').includes(name))?.[0];

const keepLetters = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');

// The dispatcher handles the notification; only a request or a step of a batch gets here.
const cancelMethod = '$/cancelRequest';
const notARequest = `${cancelMethod} must be a notification: send it on its own and without an \`id\`.`;

// Loads the terminal too, so it is deferred.
const loadMethods = async (): Promise<MethodTable> => (await import('./methods/methods.js')).methodTable;

/** The methods as the dispatcher calls them. Validation order: params, session, program. */
export class MethodRunner implements CallRunner {
  readonly #server: Server;
  /** Those that need no terminal; all of them since the first call of another one. */
  #methods: Partial<MethodTable> = serverMethods;

  constructor(server: Server) {
    this.#server = server;
  }

  isControl({ method, params }: CallMessage): boolean {
    if (!isMethod(method)) return method === cancelMethod;
    return methodFacts[method].control || (method === 'server.shutdown' && params['now'] === true);
  }

  async run(
    { id, method, params }: CallMessage,
    cancel: AbortSignal,
    place: CallOrigin | 'step',
    onWaiting?: () => void,
  ): Promise<unknown> {
    const startedAt = performance.now();
    if (method === cancelMethod) throw new RpcError(codes.invalidRequest, notARequest);
    if (!isMethod(method)) throw createUnknownMethodError(method);
    const isMisplaced =
      place === 'array' ? method === 'server.shutdown' : place === 'step' && !methodFacts[method].batchable;
    if (isMisplaced) throw new RpcError(codes.notInBatch, `${method} is not allowed in a batch.`);
    try {
      const validated = validateParams(method, params);
      // The steps of a batch are checked one by one.
      if (method !== 'batch') checkPatternLimits(validated);
      // Only await the first time: later requests must act in the same tick.
      if (this.#methods[method] === undefined) this.#methods = await loadMethods();
      const server = this.#server;
      const handler = this.#methods[method] as unknown as MethodHandler<MethodName>;
      const parsed = handler.parse(validated);
      const request: Request = {
        server,
        cancel,
        run: (step, stepParams, stepPlace = 'step', stepCancel = cancel) =>
          this.run({ id, method: step, params: stepParams as Params }, stepCancel, stepPlace, onWaiting),
      };
      const { needs } = methodFacts[method];
      if (needs === 'nothing')
        return await (handler as MethodHandler<ServerMethod>).run(server, parsed, request, request);
      const { timeoutFrom = getTimeout } = handler;
      using call = new Call(server.requireSession(), {
        cancel,
        timeoutMs: timeoutFrom(validated),
        method,
        requestId: id,
        onWaiting,
      });
      // Fails if there is no program.
      if (needs === 'program') call.requireCurrent();
      return await (handler as MethodHandler<SessionMethod>).run(call.session, parsed, call, request);
    } catch (error) {
      throw this.#redactSecrets(this.#translate(error, method, performance.now() - startedAt), params);
    }
  }

  #redactSecrets(error: unknown, params: Params): unknown {
    if (!(error instanceof RpcError)) return error;
    const { code, message, data } = error;
    const redacted = this.#server.redaction.redactValue({ message, data }, params);
    return redacted.message === message && redacted.data === data
      ? error
      : new RpcError(code, redacted.message, redacted.data);
  }

  #translate(error: unknown, method: string, elapsedMs: number): unknown {
    if (error instanceof InvalidParamError) return createInvalidParamsError(error.pointer, error.message);
    if (!(error instanceof MethodError)) return error;
    const { tracePath } = this.#server;
    this.#server.noteFailure();
    const data = {
      ...createFailureData(error, elapsedMs, this.#server.session),
      ...(tracePath === undefined ? {} : { tracePath }),
    };
    return new RpcError(codes.failed, `${method} failed: ${error.message}`, data);
  }
}

// Representatives of the methods that need nothing, and of the others.
type ServerMethod = 'server.ping';
type SessionMethod = 'launch';

const isMethod = (method: string): method is MethodName => Object.hasOwn(methodFacts, method);
const getTimeout = (params: object): number | undefined => (params as { readonly timeoutMs?: number }).timeoutMs;
