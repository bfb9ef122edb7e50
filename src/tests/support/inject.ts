import { PassThrough } from 'node:stream';
import { parseOptions } from '../../cli/options.js';
import { serverOptions, toServerOptions } from '../../cli/server-options.js';
import { StdioServer } from '../../server/stdio-server.js';
import { createTemporaryDirectory } from './client.js';
import { Inbox, type ReceivedMessage } from './inbox.js';

/** Sends lines to a server in this process; returns its responses in order, including notifications. */
export async function inject(
  lines: readonly (string | object)[],
  flags: readonly string[] = [],
): Promise<(ReceivedMessage | ReceivedMessage[])[]> {
  const texts = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
  return (
    await injectBytes(
      texts.map((text) => Buffer.from(text)),
      flags,
    )
  ).messages;
}

/** Does the same with chunks of raw bytes. */
export async function injectBytes(chunks: readonly Buffer[], flags: readonly string[] = []): Promise<Inbox> {
  const input = new PassThrough();
  const output = new PassThrough();
  const inbox = new Inbox();
  output.setEncoding('utf8').on('data', (text: string) => inbox.push(text));
  const directory = createTemporaryDirectory();
  const options = toServerOptions(parseOptions(serverOptions, ['--artifact-dir', directory, ...flags], {}));
  // Random requests must not reach the tmux server of the person who runs the tests.
  const variables = { ...process.env, TMUX: undefined, TMUX_PANE: undefined, TMUX_TMPDIR: directory };
  const server = new StdioServer(options, { input, output, log: () => {}, variables }).start();
  for (const chunk of chunks) input.write(chunk);
  input.end();
  await server.ended;
  return inbox;
}
