// Tapes of the fuzzer: the one that launches the program, and those that show a finding.
import type { Oracle, TapeAction } from '../tapes/commands.js';
import { parseTape } from '../tapes/parse-tape.js';
import { prepareTape, type Tape } from '../tapes/tape.js';
import { formatCommand } from '../tapes/write-tape.js';
import { type FuzzFinding, reactionMs, readyMs, resizeReactionMs } from './trial.js';

/** The program, and how it is prepared. */
export interface FuzzSubject {
  readonly command: readonly string[];
  readonly cols: number;
  readonly rows: number;
  readonly setup: string | undefined;
  readonly allowedExits: readonly number[];
}

/** Where a finding comes from. */
export interface Origin {
  readonly seed: number;
  readonly run: number;
  /** As in 2026-01-31. */
  readonly date: string;
}

const drawn = 'Wait+Screen /\\S/';
const [waitSeconds, startSeconds] = [5, 15];

/** The first lines: they launch the program, and wait until it has drawn. */
function formatStart({ command, cols, rows, setup }: FuzzSubject, seconds: number): string[] {
  return [
    `Set Cols ${cols}`,
    `Set Rows ${rows}`,
    `Set WaitTimeout ${seconds}s`,
    'Set Cwd "tmp"',
    ...(setup === undefined ? [] : formatCommand({ do: 'setup', command: setup })),
    ...formatCommand({ do: 'launch', command }),
    drawn,
  ];
}

/** A tape that launches the program, without actions. Throws an UnwritableError. */
export const createStartTape = (subject: FuzzSubject): Tape =>
  toTape(formatStart(subject, startSeconds).join('\n'), 'fuzz.tape');

/** The tape that shows a finding, and fails as long as it is there. */
export function formatFinding(subject: FuzzSubject, finding: FuzzFinding, origin: Origin): string {
  const { oracle, message, actions, assertion } = finding;
  const ready: TapeAction = { do: 'sleep', ms: readyMs };
  const commands = actions.flatMap((action, index): TapeAction[] => {
    const ms = action.do === 'resize' ? resizeReactionMs : reactionMs;
    return index === actions.length - 1 ? [action] : [action, { do: 'sleep', ms }];
  });
  const lines = [
    `# ${oracle}: ${message.replaceAll(/[\r\n]+/g, ' ')}`,
    `# Found by tuispec fuzz with seed ${origin.seed} in run ${origin.run}, first seen on ${origin.date}.`,
    `# Program: ${subject.command.join(' ').replaceAll(/[\r\n]+/g, ' ')}`,
    ...formatStart(subject, waitSeconds),
    ...[ready, ...commands, ready].flatMap(formatCommand),
    ...(assertion === undefined
      ? formatCommand({
          do: 'check',
          oracles: [oracle as Oracle],
          allowedExits: oracle === 'crash' ? subject.allowedExits : [],
        })
      : [assertion.source]),
  ];
  return `${lines.join('\n')}\n`;
}

/** The tape of a text that was written here. */
export function toTape(text: string, path: string): Tape {
  const tape = prepareTape({ ...parseTape(text, path), lines: text.split('\n') }, {});
  if ('commands' in tape) return tape;
  throw new Error(`Invalid tape: ${JSON.stringify(tape)}`);
}
