// @microsoft/tui-test without its runner: its terminal, and its own wait for visible text.
import { EventEmitter } from 'node:events';
import { serve } from './serve.js';

interface Locator {
  readonly brand: 'locator';
}
interface TuiTestTerminal {
  write(text: string): void;
  kill(): void;
  getByText(text: string, options: object): Locator;
  getViewableBuffer(): string[][];
}
interface TerminalModule {
  spawn(options: object, trace: boolean, emitter: EventEmitter): Promise<TuiTestTerminal>;
}
interface TestModule {
  expect(locator: Locator): { toBeVisible(options: object): Promise<void> };
}

const library = 'node_modules/@microsoft/tui-test/lib';
const importPeer = async (path: string): Promise<unknown> => await import(new URL(path, import.meta.url).href);
const { spawn } = (await importPeer(`${library}/terminal/term.js`)) as TerminalModule;
const { expect } = (await importPeer(`${library}/test/test.js`)) as TestModule;
let terminal: TuiTestTerminal | undefined;

interface Opening {
  readonly command: string;
  readonly args: readonly string[];
  readonly cols: number;
  readonly rows: number;
}

async function open({ command, args, cols, rows }: Opening): Promise<object> {
  const options = { rows, cols, shell: 'bash', program: { file: command, args }, env: process.env };
  terminal = await spawn(options, false, new EventEmitter());
  return {};
}

async function wait({ texts, timeoutMs }: { texts: readonly [string]; timeoutMs: number }): Promise<object> {
  if (terminal === undefined) throw new Error('no terminal is open');
  await expect(terminal.getByText(texts[0], { strict: false })).toBeVisible({ timeout: timeoutMs });
  return { seenAt: String(process.hrtime.bigint()) };
}

serve(
  {
    open,
    wait,
    write: (params: { text: string }) => terminal?.write(params.text),
    look: () => ({ text: terminal?.getViewableBuffer().map((row) => row.join('')) }),
  },
  () => terminal?.kill(),
);
