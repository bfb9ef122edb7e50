import { clipText } from '../base/text.js';
import type { ErrorData } from '../client/errors.js';
import type { FailureKind } from '../client/wire-types.js';

const advices: { readonly [K in FailureKind]?: string } = {
  exited: 'The program has ended; its last screen can still be read. Start it again with spawn_tui.',
  spawn: 'Pass arguments in args; for shell syntax, use command "sh" with args ["-c", "…"].',
  'mouse-off': 'The program does not use the mouse here. Use keys with send_input.',
  'not-found': 'Check the text with get_screen or find_text.',
  timeout: 'Check the screen, and call again with a larger timeout_ms if the program is still working.',
  'snapshot-missing': 'Call again with update "missing" to create the baseline.',
};

/** What a model can do about a failure. */
export function findAdvice(kind: FailureKind | undefined, data: ErrorData): string | undefined {
  if (kind === 'snapshot-mismatch') {
    const picture = data.diffPngPath === undefined ? '' : ` Picture of the difference: ${data.diffPngPath}.`;
    const diff = typeof data['diff'] === 'string' ? `Difference:\n${clipText(data['diff'], maxDiffLength)}\n\n` : '';
    return `${diff}If the new screen is right, call again with update "all".${picture}`;
  }
  return kind === undefined ? undefined : advices[kind];
}

const maxDiffLength = 4000;
