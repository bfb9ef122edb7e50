import type { ToolName } from './generated/types.js';
import type { ToolHandler } from './tool-host.js';
import { attachTmux } from './tools/attach.js';
import { findText } from './tools/find.js';
import { sendInput } from './tools/input.js';
import { runMouseTool } from './tools/mouse.js';
import { expectSnapshot, startRecording, stopRecording } from './tools/optional-tools.js';
import { getScreen } from './tools/screen.js';
import { getScreenshot } from './tools/screenshot.js';
import { closeSession, listSessions, resizeSession, sendSignal } from './tools/session-tools.js';
import { spawnTui } from './tools/spawn.js';
import { waitForExit, waitForScreenChange, waitForText } from './tools/waits.js';

/** The handler of each tool. */
export const toolTable: { readonly [N in ToolName]: ToolHandler<N> } = {
  spawn_tui: spawnTui,
  send_input: sendInput,
  mouse: runMouseTool,
  get_screen: getScreen,
  get_screenshot: getScreenshot,
  find_text: findText,
  wait_for_text: waitForText,
  wait_for_screen_change: waitForScreenChange,
  wait_for_exit: waitForExit,
  resize_session: resizeSession,
  send_signal: sendSignal,
  list_sessions: listSessions,
  close_session: closeSession,
  expect_snapshot: expectSnapshot,
  start_recording: startRecording,
  stop_recording: stopRecording,
  attach_tmux: attachTmux,
};
