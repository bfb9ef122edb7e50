import type { TestServer } from './client.js';

// Enough for a slow machine, but less than the test timeout, so that the failure includes the screen.
const maxMs = 100_000;
const checkIntervalMs = 50;

/** Resolves with the visible text once it contains all of the texts. */
export async function waitForScreen(server: TestServer, ...texts: readonly (string | RegExp)[]): Promise<string> {
  const end = performance.now() + maxMs;
  for (;;) {
    const { text } = await server.request('currentView');
    const missing = texts.filter((one) => (typeof one === 'string' ? !text.includes(one) : !one.test(text)));
    if (missing.length === 0) return text;
    if (performance.now() > end) throw new Error(`${missing.join(' and ')} is not on the screen:\n${text}`);
    // Returns at the program's next output; empty text is not an input.
    await server.request('sendText', { text: '', settleMs: checkIntervalMs });
  }
}
