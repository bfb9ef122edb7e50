import { ToolError } from './tool-result.js';

/** A program and its arguments. */
export interface ParsedCommand {
  readonly file: string;
  readonly args: readonly string[];
}

// Blanks, a quoted part, an escaped character, or other characters of a word.
const pieces = /[ \t]+|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|[^ \t'"\\]+|[\s\S]/g;
// Outside quotes, these have a meaning in a shell; `~` and `#` only at the start of a word.
const shellSyntax = /[|&;<>()$`*?[\n]/;
const shellPrefix = /^[~#]/;
const assignment = /^[A-Za-z_]\w*=/;

/** Splits a command line into words, with quotes and backslashes. A line with shell syntax is run by `sh`. */
export function parseCommandLine(line: string): ParsedCommand {
  const words: string[] = [];
  let word: string | undefined;
  for (const [piece] of `${line} `.matchAll(pieces)) {
    if (/^[ \t]/.test(piece)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      if (isShellSyntax(piece, word === undefined)) return { file: '/bin/sh', args: ['-c', line] };
      word = (word ?? '') + removeQuotes(piece, line);
    }
  }
  const [file = '', ...args] = words;
  return assignment.test(file) ? { file: '/bin/sh', args: ['-c', line] } : { file, args };
}

function isShellSyntax(piece: string, isFirst: boolean): boolean {
  if (piece.startsWith("'") || piece.startsWith('\\')) return false;
  if (piece.startsWith('"')) return /[$`]/.test(piece);
  return shellSyntax.test(piece) || (isFirst && shellPrefix.test(piece));
}

function removeQuotes(piece: string, line: string): string {
  const isQuote = piece.startsWith('"') || piece.startsWith("'");
  if (isQuote && piece.length === 1)
    throw new ToolError({
      kind: 'arguments',
      sentence: `Unterminated quote in the command ${JSON.stringify(line)}. Pass the arguments in \`args\`.`,
    });
  if (piece.startsWith("'")) return piece.slice(1, -1);
  return piece.startsWith('"') ? piece.slice(1, -1).replaceAll(/\\(["\\])/g, '$1') : piece.replace(/^\\/, '');
}
