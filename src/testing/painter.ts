import type { TestServer } from './client.js';

// Prints its input, byte for byte, and nothing else.
const script = 'stty raw -echo; printf "\\033[2J\\033[HREADY"; exec cat';
let paintings = 0;

/** Starts a program that prints its input, on a screen with the text READY; resolves with the pid. */
export async function launchPainter(server: TestServer, session: object = {}): Promise<number> {
  const size = { terminalCols: 40, terminalRows: 8 };
  const readySelector = { type: 'exact', text: 'READY' };
  return await server.launch('sh', ['-c', script], { readySelector }, { ...size, ...session });
}

/** Makes it print text, and waits until the server has parsed it, which the title indicates. */
export async function paint(server: TestServer, output: string): Promise<void> {
  paintings += 1;
  await server.request('sendText', { text: `${output}\x1b]0;painted ${paintings}\x07`, settleMs: 0 });
  await server.request('waitFor', { anyOf: [{ title: `^painted ${paintings}$` }] });
}
