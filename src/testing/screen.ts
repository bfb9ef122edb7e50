import type { TestServer } from './client.js';

// Long enough for any machine; within what a test may take, so that the screen can be told.
const maxMs = 20_000;
const betweenLooksMs = 50;

/** Resolves with the visible text once it holds all that is wanted. */
export async function shown(server: TestServer, ...wanted: readonly (string | RegExp)[]): Promise<string> {
  const end = performance.now() + maxMs;
  for (;;) {
    const { text } = await server.request('currentView');
    const missing = wanted.filter((one) => (typeof one === 'string' ? !text.includes(one) : !one.test(text)));
    if (missing.length === 0) return text;
    if (performance.now() > end) throw new Error(`${missing.join(' and ')} is not on the screen:\n${text}`);
    // Answered at the program's next output; no text is no input.
    await server.request('sendText', { text: '', settleMs: betweenLooksMs });
  }
}
