// Tapes as files: which ones are meant, what is in them, and how their problems are printed.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createReadError } from '../base/files.js';
import { escapeControls } from '../base/text.js';
import type { ParsedTape, Problem } from './commands.js';
import { parseTape } from './parse-tape.js';

/** What was asked for cannot be done: one line on standard error, exit code 2. */
export class TapeUsageError extends Error {
  override readonly name = 'TapeUsageError';
}

/** The tapes that are named and those in directories, in the order of the names. Recordings are named explicitly. */
export function findTapeFiles(paths: readonly string[], artifactDir: string): string[] {
  return paths.flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) throw new TapeUsageError(`No such file or directory: ${JSON.stringify(path)}.`);
    if (!stats.isDirectory()) return [path];
    const found = listTapes(path, resolve(artifactDir));
    if (found.length === 0) throw new TapeUsageError(`The directory ${JSON.stringify(path)} contains no .tape files.`);
    return found;
  });
}

const skipped = new Set(['node_modules', '__screens__']);

function listTapes(directory: string, artifactDir: string): string[] {
  const entries = readdirSync(directory, { withFileTypes: true }).toSorted((left, right) =>
    left.name < right.name ? -1 : 1,
  );
  return entries.flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.name.startsWith('.') || skipped.has(entry.name) || resolve(path) === artifactDir) return [];
    if (entry.isDirectory()) return listTapes(path, artifactDir);
    return entry.name.endsWith('.tape') ? [path] : [];
  });
}

/** A tape with its text. */
export interface TapeFile extends ParsedTape {
  readonly lines: readonly string[];
}

function readSource(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw createReadError(path, error);
  }
}

/** Whether a file is a recording. */
export const isRecording = (path: string): boolean => path.endsWith('.jsonl');

/** Reads and parses a tape. */
export function readTape(path: string): TapeFile {
  const source = readSource(path);
  return { ...parseTape(source, path), lines: source.split(/\r?\n/) };
}

/** A problem as it is printed: where it is, the line, and a caret. */
export function formatProblem(path: string, { line, column, message }: Problem, text: string): string {
  const indent = text.slice(0, column - 1).replaceAll(/[^\t]/g, ' ');
  return `${path}:${line}:${column}: ${message}\n  ${escapeControls(text)}\n  ${indent}^\n`;
}

/** What `--list` prints about a tape. */
export function describeTape({ path, commands, errors, warnings }: ParsedTape): object {
  const counts: Record<string, number> = {};
  for (const { name } of commands) counts[name] = (counts[name] ?? 0) + 1;
  const toCol = ({ line, column: col, message }: Problem): object => ({ line, col, message });
  return { file: path, commands: counts, errors: errors.map(toCol), warnings: warnings.map(toCol) };
}
