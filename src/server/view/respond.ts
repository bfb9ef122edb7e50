import { MethodError } from '../../base/errors.js';
import type { Screen } from '../../screen/screen.js';
import { Call } from '../../session/call.js';
import { squeezeText } from '../../session/echo.js';
import { waitForReaction } from '../../session/quiet.js';
import type { TerminalSession } from '../../session/terminal-session.js';
import { isBroken } from '../../terminal/input/key-table.js';
import { parseKey } from '../../terminal/input/keys.js';
import { RequestError } from './http-reply.js';
import type { LiveView } from './live-view.js';
import { stroke } from './manual-input.js';

// The marker in front of the selected option, and an option with or without a number.
const selectedOption = /^\s*(?:[│|┃]\s*)?[❯›>▶►➜→»*]\s*(?:\d+[.)]\s*)?(?:\[.\]\s*|[○●◯◉]\s*)?\p{L}/u;
const otherOption = /^\s*(?:[│|┃]\s*)?(?:[❯›>▶►➜→»*]\s*)?(?:\d+[.)]\s*)?(?:\[.\]\s*|[○●◯◉]\s*)?Other\b/iu;

/** Selects the option "Other" of a menu with the arrow keys, and opens it. Fails if the program does not follow. */
async function selectOther(call: Call): Promise<void> {
  const { program, deadline, cancel } = call;
  const press = async (name: string, isDone: (screen: Screen) => boolean): Promise<void> => {
    await call.session.press(stroke(parseKey(name)), 0, call);
    while (!isDone(program.screen)) {
      if (program.exit !== undefined) throw new MethodError('exited', `The program has ended after ${name}.`);
      if (deadline.isOver)
        throw new MethodError('not-accepted', `The program has not reacted to ${name} as a menu does.`);
      await waitForReaction(program, Math.ceil(deadline.remainingMs), cancel);
    }
  };
  let options = findOptions(program.screen);
  if (options === undefined)
    throw new MethodError('not-accepted', 'The screen displays no menu with an option "Other".');
  for (let steps = 0; options.selected !== options.other; steps += 1) {
    if (steps > program.screen.rows) throw new MethodError('not-accepted', 'The option "Other" cannot be selected.');
    const { selected, other }: Options = options;
    // The program may clear the menu before it draws it again.
    await press(selected < other ? 'Down' : 'Up', (screen) => {
      const shown = findOptions(screen);
      if (shown === undefined || shown.selected === selected) return false;
      options = shown;
      return true;
    });
  }
  const { revision } = program.screen;
  await press('Enter', (screen) => screen.revision !== revision);
}

/** The rows of the selected option and of "Other". */
interface Options {
  readonly selected: number;
  readonly other: number;
}

/** Returns the options of the menu; undefined if the screen displays none with an option "Other". */
function findOptions(screen: Screen): Options | undefined {
  const texts = screen.lines.map(({ trimmed }) => trimmed);
  const other = texts.findLastIndex((text) => otherOption.test(text));
  const selected = findNearestRow(texts, other);
  return other < 0 || selected === undefined ? undefined : { selected, other };
}

/** Returns the row nearest to `row` that has the marker of a selection. */
function findNearestRow(texts: readonly string[], row: number): number | undefined {
  const rows = texts.flatMap((text, index) => (selectedOption.test(text) ? [index] : []));
  return rows.sort((left, right) => Math.abs(left - row) - Math.abs(right - row))[0];
}

/** A text that a person submits to the program. */
interface Response {
  readonly text: string;
  /** Whether the option "Other" of a menu is selected before. */
  readonly selectsOther: boolean;
}

const timeoutMs = 10_000;
const retries = 3;

/** Submits the text in the body of a request; returns the body of the response. */
export async function respond(view: LiveView, id: string, body: Readonly<Record<string, unknown>>): Promise<object> {
  const response = readResponse(body);
  if (!isSession(view, id)) throw new RequestError(404, 'pane_not_found', `There is no session ${JSON.stringify(id)}.`);
  const { session } = view;
  if (session?.current === undefined || session.current.program.exit !== undefined)
    throw new RequestError(400, 'no_pane_id', 'The session has no running program.');
  const { agentId } = view;
  const startedAt = performance.now();
  await view.input.runBetween((cancel) => submitText(view, session, response, cancel));
  const latencyMs = Math.round(performance.now() - startedAt);
  return { status: 'ok', agent_id: agentId, new_state: view.state, latency_ms: latencyMs };
}

/** Whether a part of a URL is the id or the name of the session. */
function isSession({ agentId, session }: LiveView, part: string): boolean {
  if (session === undefined) return false;
  try {
    return [agentId, session.settings.name].includes(decodeURIComponent(part));
  } catch {
    return false;
  }
}

function readResponse({ text, mode = 'normal' }: Readonly<Record<string, unknown>>): Response {
  if (typeof text !== 'string' || squeezeText(text) === '' || isBroken(text))
    throw new RequestError(400, 'invalid_request', '`text` must be a text with a visible character.');
  if (mode !== 'normal' && mode !== 'other')
    throw new RequestError(400, 'invalid_request', '`mode` must be "normal" or "other".');
  const lines = text.replace(/(?:\r\n|\r|\n)$/u, '').replaceAll(/\r\n?/gu, '\n');
  return { text: lines, selectsOther: mode === 'other' };
}

async function submitText(
  view: LiveView,
  session: TerminalSession,
  { text, selectsOther }: Response,
  cancel: AbortSignal,
): Promise<void> {
  using call = new Call(session, { cancel, timeoutMs, by: 'person' });
  try {
    if (selectsOther) await selectOther(call);
    view.host.redaction.noteInput(text);
    view.input.noteText(call.program, text, (shown) => ({ type: 'submit', text: shown }));
    await session.submit(text, { retries, ghost: 'dismiss', isSecret: false }, call);
  } catch (error) {
    throw error instanceof MethodError ? toRequestError(error) : error;
  }
}

/** Returns the error of the route for a failed submission. */
function toRequestError({ kind, message }: MethodError): RequestError {
  switch (kind) {
    case 'timeout':
      return new RequestError(504, 'timeout', message);
    case 'exited':
    case 'no-program':
      return new RequestError(400, 'no_pane_id', message);
    case 'pane-not-found':
    case 'stale-pane':
      return new RequestError(404, 'pane_not_found', message);
    default:
      return new RequestError(409, 'send_failed', message);
  }
}
