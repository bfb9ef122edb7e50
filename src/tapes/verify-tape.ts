// Whether a recorded tape passes as a test; a wait that fails is replaced by its next alternative.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Server } from '../server/server.js';
import { TestStage } from './pace.js';
import { readTape } from './read-tape.js';
import type { RecordedTape } from './record.js';
import { runTape, type TapeFailure } from './run-tape.js';
import { prepareTape } from './tape.js';

/** How a tape is verified. */
export interface Verification {
  readonly path: string;
  /** How often the tape must pass. */
  readonly count: number;
  readonly isHermetic: boolean;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  openServer(): Promise<Server>;
  /** Receives what is found, in words. */
  report(message: string): void;
}

// A program that does something else each time fails everywhere.
const maxReplacements = 20;

/** Runs a tape until it has passed so often in a row. Resolves with whether it has. */
export async function verifyTape(tape: RecordedTape, verification: Verification): Promise<boolean> {
  const { path, count, report, signal } = verification;
  let replacements = 0;
  for (let passed = 0; passed < count; ) {
    const variables = { ...verification.variables, ...Object.fromEntries(tape.secrets) };
    const failure = await replay(verification, variables).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      return 'interrupted' as const;
    });
    if (failure === 'interrupted') return false;
    if (failure === undefined) {
      passed += 1;
      continue;
    }
    const { line } = failure.command;
    const change = replacements < maxReplacements ? tape.replaceWait(line) : undefined;
    if (change === undefined) {
      report(`Replay ${passed + 1} of ${count} failed at ${path}:${line}: ${failure.message}`);
      return false;
    }
    replacements += 1;
    passed = 0;
    writeFileSync(path, tape.format());
    report(`The wait in line ${line} failed and was replaced: ${change}`);
  }
  report(`The tape has passed ${count === 1 ? 'once' : `${count} times`}.`);
  return true;
}

async function replay(
  { path, isHermetic, signal, openServer }: Verification,
  variables: Verification['variables'],
): Promise<TapeFailure | undefined> {
  const prepared = prepareTape(readTape(path), variables);
  if (!('commands' in prepared)) {
    const [problem] = prepared;
    if (problem === undefined) return undefined;
    return { command: problem, message: problem.message, step: undefined, screen: undefined, exit: undefined };
  }
  const artifactDir = mkdtempSync(join(tmpdir(), 'tuispec-verify-'));
  const server = await openServer();
  let removed = Promise.resolve();
  const onRemoval = (removal: Promise<void>): void => {
    removed = removal;
  };
  try {
    const stage = new TestStage();
    const how = {
      artifactDir,
      sessionName: 'verify',
      trace: 'off',
      update: 'none',
      isHermetic,
      isStrict: false,
    } as const;
    return (await runTape(prepared, server, { ...how, stage, variables, signal, onRemoval })).failure;
  } finally {
    await server.close();
    await removed;
    rmSync(artifactDir, { recursive: true, force: true });
  }
}
