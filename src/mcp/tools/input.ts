import type { SendInputArguments, SendInputResult } from '../generated/types.js';
import { createJsonResult, ToolError, type ToolResult } from '../results.js';
import { reportScreen } from '../screens.js';
import {
  awaitOutcome,
  canSpanLines,
  checkKeyName,
  checkPattern,
  createFoundConditions,
  createNote,
  describeSent,
  type InputPart,
  selectorOf,
  splitKeys,
  type TextPattern,
  type WaitOutcome,
} from '../texts.js';
import { limitWait, runInSession, type SessionCall, type ToolHandler } from '../tool.js';

const enter = /^(?:enter|return)$/i;
// The reason of an input that was not sent. That of a wait that the end of the program ended begins with its pattern.
const endedBefore = /^The program has ended /;

export const sendInput: ToolHandler<'send_input'> = async (args, call) => {
  const pattern = args.expect === undefined ? undefined : checkPattern(args.expect);
  const parts = createInputParts(args);
  if (parts.length === 0)
    throw new ToolError({ kind: 'arguments', sentence: 'Nothing to send. Pass `input`, `key`, `keys` or `submit`.' });
  return await runInSession(async (_: SendInputArguments, inTurn) => await sendParsed(args, parts, pattern, inTurn))(
    args,
    call,
  );
};

/** The parts of an input in the order in which they are sent: `input`, Enter if it is submitted, `key`, `keys`. */
function createInputParts({ input, submit, key, keys = [] }: SendInputArguments): InputPart[] {
  const text: InputPart[] = input === undefined || input === '' ? [] : [{ text: input }];
  const pressed = [...(submit ? ['enter'] : []), ...(key === undefined ? [] : [checkKeyName(key)])];
  const [first, ...others] = splitKeys(keys);
  if (pressed.length === 0) return [...text, ...(first === undefined ? [] : [first, ...others])];
  const joined: InputPart[] =
    first !== undefined && 'keys' in first
      ? [{ keys: [...pressed, ...first.keys] }, ...others]
      : [{ keys: pressed }, ...(first === undefined ? [] : [first, ...others])];
  return [...text, ...joined];
}

async function sendParsed(
  args: SendInputArguments,
  parts: readonly InputPart[],
  pattern: TextPattern | undefined,
  call: SessionCall,
): Promise<ToolResult> {
  const { session, signal } = call;
  const startedAt = Date.now();
  const { timeoutMs, note } = limitWait(args.timeout_ms, call);
  let outcome: WaitOutcome<unknown> | undefined;
  const line = args.paste ? undefined : extractLine(parts);
  if (line !== undefined && pattern !== undefined && line.rest.length === 0 && !canSpanLines(pattern)) {
    // One request: the server then knows exactly what is the echo, and what is new since Enter.
    const expectAfter = selectorOf(pattern);
    const sending = session.terminal.request('sendLine', { text: line.text, expectAfter, timeoutMs }, { signal });
    outcome = await awaitOutcome(sending, (error) => endedBefore.test(error.data.details ?? ''));
  } else {
    if (line !== undefined) await session.terminal.request('sendLine', { text: line.text }, { signal });
    await sendParts(line?.rest ?? parts, args.paste, pattern !== undefined, call);
    if (pattern !== undefined) {
      const wait = { anyOf: createFoundConditions(pattern), since: 'lastInput', timeout: timeoutMs, signal } as const;
      outcome = await awaitOutcome(session.terminal.waitFor(wait));
    }
  }
  const waited = outcome && { found: outcome.reason === 'matched', elapsed_ms: Date.now() - startedAt };
  const noted = outcome && createNote(outcome, note);
  const screen = await reportScreen(session, args.screen, signal);
  const result: SendInputResult = {
    success: true,
    sent: describeSent(parts),
    ...waited,
    ...screen,
    ...noted,
    ...session.exit,
  };
  return createJsonResult(result);
}

/** The text of an input that begins with a line and Enter, and what follows. */
function extractLine(
  parts: readonly InputPart[],
): { readonly text: string; readonly rest: readonly InputPart[] } | undefined {
  const [first, second, ...rest] = parts;
  if (first === undefined || second === undefined || !('text' in first) || !('keys' in second)) return undefined;
  const [key, ...keys] = second.keys;
  // With a control character, the echo of a line is not its text.
  if (key === undefined || !enter.test(key) || /[\x00-\x1f\x7f]/.test(first.text)) return undefined;
  return { text: first.text, rest: keys.length === 0 ? rest : [{ keys }, ...rest] };
}

async function sendParts(
  parts: readonly InputPart[],
  isPaste: boolean,
  isExpecting: boolean,
  { session: { terminal }, signal }: SessionCall,
): Promise<void> {
  for (const [index, part] of parts.entries()) {
    if ('keys' in part) await terminal.request('sendKey', { keys: [...part.keys] }, { signal });
    else
      for (const text of isExpecting && !isPaste ? splitLineEnd(part.text) : [part.text])
        await terminal.request('sendText', { text, paste: isPaste && index === 0 }, { signal });
  }
}

/** Separates the line end from a text, so that the echo of the text is old when the line is submitted. */
function splitLineEnd(text: string): readonly string[] {
  const end = /[\r\n]$/.exec(text);
  return end === null || end.index === 0 ? [text] : [text.slice(0, end.index), text.slice(end.index)];
}
