import { TuispecError } from '../client/errors.js';
import type * as wire from '../client/wire-types.js';
import { describeChanges } from './screen-changes.js';
import type { AgentSession } from './session.js';
import { fitText, toScreenText } from './tool-result.js';

// A screen that shows no change for this long is complete.
const quietMs = 50;
// A spinner never stops.
const maxSettleMs = 500;

/** Reads the screen and remembers it as shown to the model. */
export async function readScreen(session: AgentSession, signal: AbortSignal): Promise<wire.CurrentViewResult> {
  const view = await session.terminal.request('currentView', {}, { signal });
  session.shown.add(view.revision, view.text);
  return view;
}

/** Waits until the screen is complete, for a limited time. */
export async function settleScreen(session: AgentSession, signal: AbortSignal): Promise<void> {
  try {
    await session.terminal.waitForStable(quietMs, { timeout: maxSettleMs, signal });
  } catch (error) {
    if (!(error instanceof TuispecError) || error.kind !== 'timeout') throw error;
  }
}

/** What a result says about the screen after an action. */
export interface ScreenReport {
  readonly revision?: number;
  readonly screen_changes?: string;
  readonly screen_text?: string;
}

/** Describes the screen after an action: what differs from the screen of an earlier result, all of it, or nothing. */
export async function reportScreen(
  session: AgentSession,
  wanted: 'changes' | 'text' | 'none',
  signal: AbortSignal,
): Promise<ScreenReport> {
  if (wanted === 'none') return {};
  await settleScreen(session, signal);
  const before = session.shown.newest;
  const { revision, text } = await readScreen(session, signal);
  const changes = wanted === 'text' || before === undefined ? undefined : describeChanges(before, text.split('\n'));
  return changes === undefined
    ? { revision, screen_text: toScreenText(text) }
    : { revision, screen_changes: fitText(changes) };
}

/** The text of the screen and its revision, for results of waits. */
export async function readScreenFacts(
  session: AgentSession,
  signal: AbortSignal,
): Promise<{ readonly screen_text: string; readonly revision: number }> {
  const { text, revision } = await readScreen(session, signal);
  return { screen_text: toScreenText(text), revision };
}
