// Results and errors of tools, as models receive them: of bounded length, and with advice.
import { clipText } from '../base/text.js';

/** A part of a result that the model receives. */
export type ToolContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string };

export interface ToolResult {
  readonly content: readonly ToolContent[];
  readonly structuredContent?: object;
  readonly isError?: true;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Claude Code writes longer results to a file instead of showing them to the model. */
export const maxResultLength = 50_000;
// Leaves room for the other members of a result.
const maxScreenLength = 40_000;
// Claude Code cuts errors at about 11,000 characters.
const maxErrorScreenLength = 10_000;
const maxSentenceLength = 700;

/** A JSON result: one text block, and the same as `structuredContent`. Clients pass one or the other to the model. */
export const createJsonResult = (value: object): ToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  structuredContent: value,
});

/** A result whose layout matters: clients that pass only `structuredContent` to the model would drop it. */
export const createTextResult = (text: string): ToolResult => ({ content: [{ type: 'text', text }] });

/** What an error tells the model. */
interface ToolProblem {
  readonly kind: string;
  /** What failed and what was found. */
  readonly sentence: string;
  readonly screen?: string | undefined;
  /** What to do. */
  readonly advice?: string | undefined;
  readonly data?: object | undefined;
}

/** An error result. It has no `structuredContent`: some clients would validate it and hide the error. */
export function createErrorResult({ kind, sentence, screen, advice, data }: ToolProblem): ToolResult {
  const shown = screen === undefined ? '' : trimScreen(screen);
  const body = shown === '' ? [] : [`Screen:\n${fitText(shown, maxErrorScreenLength - 200)}`];
  const parts = [`Error: ${shortenSentence(sentence)}`, ...body, ...(advice === undefined ? [] : [advice])];
  return {
    content: [{ type: 'text', text: toWellFormed(parts.join('\n\n')) }],
    isError: true,
    _meta: { 'tuispec/error': { kind, ...data } },
  };
}

/** A failure of a tool that the model can act on. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly problem: ToolProblem;

  constructor(problem: ToolProblem) {
    super(problem.sentence);
    this.problem = problem;
  }
}

/** Replaces halves of characters, which some clients cannot send to their model. */
export const toWellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\ufffd');

/** Removes blank rows at the end of a screen. */
export const trimScreen = (text: string): string => text.replace(/\s+$/, '');

/** The text of a screen as results contain it: without blank rows at the end, and of bounded length. */
export const toScreenText = (text: string): string => fitText(trimScreen(text), maxScreenLength);

/** Keeps the end of a text whose JSON form is too long, in whole lines if possible. */
export function fitText(text: string, maxLength = maxScreenLength): string {
  const length = JSON.stringify(text).length;
  if (length <= maxLength) return text;
  // A character may take several in JSON, so the share that fits is estimated and then corrected.
  let kept = text.slice(-Math.floor((text.length * maxLength) / length));
  while (JSON.stringify(kept).length > maxLength) kept = kept.slice(Math.ceil(kept.length / 20));
  const lineEnd = kept.indexOf('\n');
  const tail = toWellFormed(lineEnd < 0 ? kept : kept.slice(lineEnd + 1));
  return `[${text.length - tail.length} earlier characters omitted]\n${tail}`;
}

const shortenSentence = (text: string): string =>
  text.length <= maxSentenceLength ? text : `${clipText(text, maxSentenceLength)}…`;
