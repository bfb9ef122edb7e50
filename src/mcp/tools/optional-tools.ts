import { parsePattern, toSelector } from '../patterns.js';
import { limitWait, runInSession, type ToolHandler } from '../tool-host.js';
import { createJsonResult } from '../tool-result.js';

/** `expect_snapshot`. */
export const expectSnapshot: ToolHandler<'expect_snapshot'> = async (args, call) => {
  const mask = (args.mask ?? []).map((source) => toSelector(parsePattern(source)));
  return await runInSession(async (_: typeof args, inTurn) => {
    const { timeoutMs } = limitWait(args.timeout_ms, inTurn);
    const params = { name: args.name, mask, timeoutMs, ...(args.update === undefined ? {} : { update: args.update }) };
    const { status, baselinePath, revision } = await inTurn.session.terminal.request('expectSnapshot', params, {
      signal: inTurn.signal,
    });
    return createJsonResult({ success: true, status, baseline_path: baselinePath, revision });
  })(args, call);
};

/** `start_recording`. */
export const startRecording: ToolHandler<'start_recording'> = runInSession(async (args, { session }) => {
  const { path } = await session.terminal.record(args.path);
  session.recordingPath = path;
  return createJsonResult({ success: true, path });
});

/** `stop_recording`. */
export const stopRecording: ToolHandler<'stop_recording'> = runInSession(async (_, { session, signal }) => {
  const path = session.recordingPath;
  await session.terminal.request('recording.stop', {}, { signal });
  session.recordingPath = undefined;
  return createJsonResult({ success: true, ...(path === undefined ? {} : { path }) });
});
