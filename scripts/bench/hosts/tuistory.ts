// tuistory as a library: its session, and its own wait for text.
import { writeFileSync } from 'node:fs';
import { serve } from './serve.js';

interface Session {
  writeRaw(text: string): void;
  waitForText(text: string, options: object): Promise<unknown>;
  text(options: object): Promise<string>;
  getTerminalData(): unknown;
  close(): void;
}
interface TuistoryModule {
  launchTerminal(options: object): Promise<Session>;
}
interface ImageModule {
  renderTerminalToImage(data: unknown, options: object): Promise<Uint8Array>;
}

const inPeers = async (path: string): Promise<unknown> =>
  await import(new URL(`node_modules/${path}`, import.meta.url).href);
const { launchTerminal } = (await inPeers('tuistory/dist/index.js')) as TuistoryModule;
let images: ImageModule | undefined;
let session: Session | undefined;

async function open(program: object): Promise<object> {
  session = await launchTerminal({ ...program, waitForData: false });
  return {};
}

async function wait({ texts, timeoutMs }: { texts: readonly [string]; timeoutMs: number }): Promise<object> {
  await session?.waitForText(texts[0], { timeout: timeoutMs });
  return { seenAt: String(process.hrtime.bigint()) };
}

async function picture({ path }: { path: string }): Promise<object> {
  images ??= (await inPeers('ghostty-opentui/dist/image.js')) as ImageModule;
  writeFileSync(path, await images.renderTerminalToImage(session?.getTerminalData(), { format: 'png' }));
  return {};
}

serve(
  {
    open,
    wait,
    picture,
    write: (params: { text: string }) => session?.writeRaw(params.text),
    look: async () => ({ text: await session?.text({ immediate: true }) }),
  },
  () => session?.close(),
);
