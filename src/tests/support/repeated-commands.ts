import { spawnSync } from 'node:child_process';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { TestServer } from './client.js';
import type { debianPackages } from './debian-packages.js';
import { failureOf } from './failure-of.js';
import { findProcessesIn } from './leftover-processes.js';
import { pollUntil } from './processes.js';
import { regex, type SelectorInput } from './selectors.js';
import { hostEnvironment, prepareHost, quitHost, type ShellHost } from './shell-hosts.js';

/** A program that prints 42 for a line of input. */
export interface Interpreter {
  readonly needs: readonly (keyof typeof debianPackages)[];
  readonly command: readonly [string, ...string[]];
  /** Matches the row of its prompt. */
  readonly prompt: string;
  /** Calculates 42. */
  readonly quick: string;
  /** Prints `marker`, then reads the named pipe `gate` to its end, then calculates 42. */
  slow(marker: string): string;
  /** What the pipe must contain for that. */
  readonly key: string;
  /** Begins a comment, which makes equal commands different. */
  readonly comment: string;
  readonly result?: string;
}

const edge = '(?:^|[│|┃]) *';

class Gate {
  readonly #path: string;

  constructor(directory: string) {
    this.#path = join(directory, 'gate');
    spawnSync('mkfifo', [this.#path]);
    // A failed test must not leave a thread that waits for a reader.
    onTestFinished(async () => await (await open(this.#path, constants.O_RDWR | constants.O_NONBLOCK)).close());
  }

  /** Resolves when a program has begun to read. */
  async waitForReader(): Promise<FileHandle> {
    return await open(this.#path, 'w');
  }
}

/** An interpreter in a host, which runs the same command again and again. */
export class RepeatedCommands {
  readonly server = new TestServer();
  readonly #host: ShellHost;
  readonly #interpreter: Interpreter;
  readonly #gate = new Gate(this.server.directory);
  readonly #result: SelectorInput;
  #number = 0;

  private constructor(host: ShellHost, interpreter: Interpreter) {
    this.#host = host;
    this.#interpreter = interpreter;
    // Emacs sometimes leaves the preview of a result next to it.
    this.#result = regex(interpreter.result ?? `${edge}(?:42 )?42 *(?:$|[│|┃])`);
    onTestFinished(() => quitHost(host, this.server.directory));
  }

  /** Starts an interpreter in the shell of a host, or without one. */
  static async start(host: ShellHost, interpreter: Interpreter, isInShell: boolean): Promise<RepeatedCommands> {
    const commands = new RepeatedCommands(host, interpreter);
    const { server } = commands;
    const { directory } = server;
    const shell = prepareHost(directory);
    const [command, ...args] = isInShell ? host.start(shell) : interpreter.command;
    await server.request('initialize', { terminalCols: 80, terminalRows: 24, timeoutSeconds: 20 });
    const env = { ...hostEnvironment(directory), PS1: '$ ' };
    const prompt = regex(edge + (isInShell ? '\\$' : interpreter.prompt));
    await server.request('launch', { command, args, cwd: directory, env, readySelector: prompt });
    await server.request('waitForStable', { debounceMs: 300 });
    if (isInShell && interpreter.command[0] !== 'bash') {
      const expectAfter = regex(edge + interpreter.prompt);
      await server.request('sendLine', { text: interpreter.command.join(' '), expectAfter });
      await server.request('waitForStable', { debounceMs: 300 });
    }
    await server.request('viewSubscribe', { debounceMs: 0, includeText: true });
    return commands;
  }

  /** Runs the command many times. Every tenth time it waits for a pipe, and five commands later it does so again. */
  async run(count: number): Promise<void> {
    for (this.#number = 1; this.#number <= count; this.#number += 1) {
      if (this.#number % 10 === 5) await this.#expectPending();
      else if (this.#number % 10 === 0) await this.#expectNothingNew();
      else await this.#send(this.#interpreter.quick, this.#result);
    }
  }

  /** Ends everything. No process may remain. */
  async end(): Promise<void> {
    quitHost(this.#host, this.server.directory);
    await this.server.end();
    await pollUntil(() => findProcessesIn(this.server.directory).length === 0);
  }

  async #send(text: string, expectAfter?: SelectorInput): Promise<void> {
    const comment = this.#host.isRedrawn ? ` ${this.#interpreter.comment}${this.#number}` : '';
    await this.server.request('sendLine', { text: text + comment, ...(expectAfter && { expectAfter }) });
  }

  /** A wait that is pending while the program redraws is not met before the result is printed. */
  async #expectPending(): Promise<void> {
    const { inbox } = this.server;
    inbox.clear();
    const marker = `w${this.#number}`;
    let isPending = true;
    const sent = this.#send(this.#interpreter.slow(marker), this.#result).finally(() => {
      isPending = false;
    });
    const reader = await Promise.race([this.#gate.waitForReader(), sent.then(() => undefined)]);
    if (reader === undefined) throw new Error(`${marker}: a result was found before it was printed`);
    const displayed = new RegExp(`${edge}${marker}(?!\\d)`, 'm');
    await Promise.race([inbox.waitForNotification('view.changed', ({ text }) => displayed.test(String(text))), sent]);
    await this.server.request('server.ping');
    expect(isPending, `${marker}: no result before it is printed`).toBe(true);
    await reader.writeFile(this.#interpreter.key);
    await reader.close();
    await sent;
  }

  /** A wait that begins after the program has redrawn is not met before the result is printed. */
  async #expectNothingNew(): Promise<void> {
    await this.#send(this.#interpreter.slow(`w${this.#number}`));
    const reader = await this.#gate.waitForReader();
    await this.server.request('waitForStable', { debounceMs: 30 });
    const wait = { selector: this.#result, since: 'lastInput' };
    const { data } = await failureOf(this.server.request('waitForText', { ...wait, timeoutMs: 0 }));
    expect(data['kind']).toBe('timeout');
    await reader.writeFile(this.#interpreter.key);
    await reader.close();
    await this.server.request('waitForText', wait);
  }
}
