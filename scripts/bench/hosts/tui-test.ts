// @microsoft/tui-test without its runner: its terminal, and its own wait for visible text.
import { EventEmitter } from 'node:events';
import { readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
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

interface TraceModule {
  saveTrace(points: readonly object[], testId: string, attempt: number, folder: string): Promise<void>;
}

const library = 'node_modules/@microsoft/tui-test/lib';
const importPeer = async (path: string): Promise<unknown> => await import(new URL(path, import.meta.url).href);
const { spawn } = (await importPeer(`${library}/terminal/term.js`)) as TerminalModule;
const { expect } = (await importPeer(`${library}/test/test.js`)) as TestModule;
const { saveTrace } = (await importPeer(`${library}/trace/tracer.js`)) as TraceModule;
const isTraced = process.argv.includes('trace');
// As in its runner.
const points: object[] = [];
const emitter = new EventEmitter()
  .on('data', (data, time) => points.push({ data, time }))
  .on('size', (rows, cols) => points.push({ rows, cols }));
let terminal: TuiTestTerminal | undefined;

interface Opening {
  readonly command: string;
  readonly args: readonly string[];
  readonly cols: number;
  readonly rows: number;
}

async function open({ command, args, cols, rows }: Opening): Promise<object> {
  const options = { rows, cols, shell: 'bash', program: { file: command, args }, env: process.env };
  terminal = await spawn(options, isTraced, emitter);
  return {};
}

async function wait({ texts, timeoutMs }: { texts: readonly [string]; timeoutMs: number }): Promise<object> {
  if (terminal === undefined) throw new Error('no terminal is open');
  await expect(terminal.getByText(texts[0], { strict: false })).toBeVisible({ timeout: timeoutMs });
  return { seenAt: String(process.hrtime.bigint()) };
}

async function endTraced({ path }: { path: string }): Promise<object> {
  terminal?.kill();
  // The trace is named after a test of the runner.
  const test = { filePath: () => basename(path), titlePath: () => [path, '1', '1', 'traced'] };
  Object.assign(globalThis, { tests: { traced: test } });
  const folder = join(dirname(path), 'traces');
  await saveTrace(points, 'traced', 0, folder);
  renameSync(join(folder, readdirSync(folder)[0] ?? ''), path);
  return {};
}

serve(
  {
    open,
    wait,
    endTraced,
    write: (params: { text: string }) => terminal?.write(params.text),
    look: () => ({ text: terminal?.getViewableBuffer().map((row) => row.join('')) }),
  },
  () => terminal?.kill(),
);
