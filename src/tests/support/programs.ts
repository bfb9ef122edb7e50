import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import type { TestServer } from './client.js';
import { debianPackages } from './debian-packages.js';
import type { ReceivedMessage } from './inbox.js';

/** The path of a program in fixtures/programs. */
export const pathOfProgram = (name: string): string => resolve('fixtures/programs', name);

/** Variables for a server whose clock stands still, so that only events end its waits. */
export const stillClock = { NODE_OPTIONS: `--require ${JSON.stringify(pathOfProgram('still-clock.cjs'))}` };

// The shell without windows needs a fifth of the processor time for a page.
const preferred: Readonly<Record<string, string>> = { chromium: 'chromium-headless-shell' };

/** The path of an installed program, or of what does the same at less cost; undefined if it is not in PATH. */
export function findProgram(name: string): string | undefined {
  const directories = (process.env['PATH'] ?? '').split(delimiter).filter((directory) => directory !== '');
  const names = [preferred[name] ?? name, name];
  return names.flatMap((one) => directories.map((directory) => join(directory, one))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Whether a program that a test needs is installed. Where all are required, a missing one is a failure, not a skip. */
export function isInstalled(name: string): boolean {
  const isFound = findProgram(name) !== undefined;
  if (!isFound && process.env['TEST_REQUIRE'] === 'all' && Object.hasOwn(debianPackages, name))
    throw new Error(`The tests need ${name}, which is not installed. Install it: ./scripts/test --install`);
  return isFound;
}

/** Returns the params of the `number`th `session.exited`, counted from 1. */
export async function waitForExitNumber(server: TestServer, number: number): Promise<ReceivedMessage> {
  let count = 0;
  const found = await server.inbox.waitForMessage(({ method }) => {
    if (method === 'session.exited') count += 1;
    return count === number;
  });
  return found['params'] as ReceivedMessage;
}

/** Runs a program to its exit, in a session with `notifyExit` if none is active; returns the params of its `session.exited`. */
export async function runToExit(
  server: TestServer,
  command: string,
  args: readonly string[] = [],
  more: object = {},
): Promise<ReceivedMessage> {
  const number = server.inbox.listNotifications('session.exited').length + 1;
  await server.request('launch', { command, args, ...more });
  return await waitForExitNumber(server, number);
}
