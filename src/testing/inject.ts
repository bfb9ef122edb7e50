import { PassThrough } from 'node:stream';
import { parseOptions } from '../commands/options.js';
import { serve } from '../commands/server.js';
import { serverOptions } from '../commands/server-options.js';
import { temporaryDirectory } from './client.js';
import { Inbox, type Message } from './inbox.js';

/** What lines sent to a server in this process were answered with, in order, notifications included. */
export async function inject(
  lines: readonly (string | object)[],
  flags: readonly string[] = [],
): Promise<(Message | Message[])[]> {
  const input = new PassThrough();
  const output = new PassThrough();
  const inbox = new Inbox();
  output.setEncoding('utf8').on('data', (text: string) => inbox.push(text));
  const options = parseOptions(serverOptions, ['--artifact-dir', temporaryDirectory(), ...flags], {});
  const server = serve(options, { input, output, log: () => {}, variables: process.env });
  for (const line of lines) input.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
  input.end();
  await server.ended;
  return inbox.messages;
}
