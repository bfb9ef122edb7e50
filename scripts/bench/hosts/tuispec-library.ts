// The library tuispec: its terminal, and its own assertion for visible text.
import { serve } from './serve.js';

type Library = typeof import('../../../src/client/index.js');

const { expect, launch } = (await import(new URL('../../dist/index.mjs', import.meta.url).href)) as Library;
let terminal: Awaited<ReturnType<Library['launch']>> | undefined;

interface Opening {
  readonly command: string;
  readonly args: readonly string[];
  readonly cols: number;
  readonly rows: number;
}

async function open({ command, ...options }: Opening): Promise<object> {
  terminal = await launch(command, { ...options, ambiguity: 'first' });
  return {};
}

async function wait({ texts, timeoutMs }: { texts: readonly [string]; timeoutMs: number }): Promise<object> {
  if (terminal === undefined) throw new Error('no terminal is open');
  await expect(terminal.getByText(texts[0])).toBeVisible({ timeout: timeoutMs });
  return { seenAt: String(process.hrtime.bigint()) };
}

serve(
  {
    open,
    wait,
    write: async (params: { text: string }) => await terminal?.request('sendText', { ...params, settleMs: 0 }),
    look: async () => ({ text: await terminal?.text() }),
  },
  () => {},
);
