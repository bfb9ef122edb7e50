// tuistory as a library: its session, and its own wait for text.
import { writeFileSync } from 'node:fs';
import { serve } from './serve.js';

interface TuistorySession {
  writeRaw(text: string): void;
  waitForText(text: string, options: object): Promise<unknown>;
  text(options: object): Promise<string>;
  getTerminalData(): unknown;
  close(): void;
}
interface TuistoryModule {
  launchTerminal(options: object): Promise<TuistorySession>;
}
interface ImageModule {
  renderTerminalToImage(data: unknown, options: object): Promise<Uint8Array>;
}

const importPeer = async (path: string): Promise<unknown> =>
  await import(new URL(`node_modules/${path}`, import.meta.url).href);
const { launchTerminal } = (await importPeer('tuistory/dist/index.js')) as TuistoryModule;
let images: ImageModule | undefined;
let session: TuistorySession | undefined;

async function open(program: object): Promise<object> {
  session = await launchTerminal({ ...program, waitForData: false });
  return {};
}

async function wait({ texts, timeoutMs }: { texts: readonly [string]; timeoutMs: number }): Promise<object> {
  await session?.waitForText(texts[0], { timeout: timeoutMs });
  return { seenAt: String(process.hrtime.bigint()) };
}

async function renderPicture({ path }: { path: string }): Promise<object> {
  images ??= (await importPeer('ghostty-opentui/dist/image.js')) as ImageModule;
  writeFileSync(path, await images.renderTerminalToImage(session?.getTerminalData(), { format: 'png' }));
  return {};
}

serve(
  {
    open,
    wait,
    picture: renderPicture,
    write: (params: { text: string }) => session?.writeRaw(params.text),
    look: async () => ({ text: await session?.text({ immediate: true }) }),
  },
  () => session?.close(),
);
