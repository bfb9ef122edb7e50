// The minimal server of this kind: JSON-RPC by lines, node-pty, xterm parsing synchronously, evaluation at most every 5 ms.
import { writeFileSync } from 'node:fs';
import xterm from '@xterm/headless';
import { type IPty, spawn } from 'node-pty';
import { serve } from './serve.js';

interface Wait {
  readonly texts: readonly string[];
  readonly timer: NodeJS.Timeout;
  readonly resolve: (result: object) => void;
}

const betweenLooksMs = 5;
const waits = new Set<Wait>();
let pty: IPty;
let terminal: xterm.Terminal;
let lookedAt = Number.NEGATIVE_INFINITY;
let isLookDue = false;

function open({ command, args, cols, rows }: { command: string; args: string[]; cols: number; rows: number }): object {
  terminal = new xterm.Terminal({ cols, rows, scrollback: 1000, allowProposedApi: true });
  pty = spawn(command, args, { cols, rows, name: 'xterm-256color', encoding: null });
  terminal.onData((text) => {
    if (text !== '') pty.write(text);
  });
  pty.onData((output) => {
    // Earlier input makes xterm parse within the call.
    terminal.input('', true);
    terminal.write(output);
    if (waits.size > 0) checkSoon();
  });
  return {};
}

function readText(): string {
  const { active } = terminal.buffer;
  const lines = Array.from({ length: terminal.rows }, (_, row) => active.getLine(active.baseY + row));
  return lines.map((line) => line?.translateToString(true) ?? '').join('\n');
}

function checkWaits(): void {
  lookedAt = performance.now();
  const visible = readText();
  for (const wait of waits) {
    if (!wait.texts.some((text) => visible.includes(text))) continue;
    waits.delete(wait);
    clearTimeout(wait.timer);
    wait.resolve({});
  }
}

function checkSoon(): void {
  const left = lookedAt + betweenLooksMs - performance.now();
  if (left <= 0) checkWaits();
  else if (!isLookDue) {
    isLookDue = true;
    setTimeout(checkLate, left);
  }
}

function checkLate(): void {
  isLookDue = false;
  checkWaits();
}

async function wait({ texts, timeoutMs }: { texts: string[]; timeoutMs: number }): Promise<object> {
  return await new Promise((resolve, reject) => {
    const entry: Wait = { texts, resolve, timer: setTimeout(() => giveUp(), timeoutMs) };
    const giveUp = (): void => {
      waits.delete(entry);
      reject(new Error('timeout'));
    };
    waits.add(entry);
    checkWaits();
  });
}

async function renderPicture({ path }: { path: string }): Promise<object> {
  const { draw } = await import('./floor-picture.js');
  writeFileSync(path, await draw(terminal));
  return {};
}

serve(
  {
    open,
    wait,
    picture: renderPicture,
    ping: () => ({}),
    write: (params: { text: string }) => pty.write(params.text),
    look: () => ({ text: readText() }),
  },
  () => pty?.kill('SIGKILL'),
);
