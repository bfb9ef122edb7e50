import { connect, type Socket } from 'node:net';
import { type CommandRequest, maxInputBytes, type Question, type SessionLine } from './conversation.js';

/** Connects to the session in a directory. A relative path, because the path of a socket is limited to 107 bytes, on macOS to 103. */
export function connectTo(place: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    process.chdir(place);
    const socket = connect('s');
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

async function readInput(isLine: boolean): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxInputBytes || (isLine && chunk.includes(10))) break;
  }
  process.stdin.destroy();
  const text = Buffer.concat(chunks).toString();
  return isLine ? text.replace(/\r?\n[\s\S]*$/, '') : text;
}

async function answer(question: Question): Promise<unknown> {
  if (question.ask === 'variable') return process.env[question.name] ?? null;
  return question.ask === 'environment' ? { ...process.env } : await readInput(question.isLine);
}

/** Where the texts of a session go. */
interface Printer {
  readonly stdout: { write(text: string | Uint8Array): unknown };
  readonly stderr: { write(text: string): unknown };
}

/** Performs a command in its session; resolves with the exit code, or undefined if the session has ended before. */
export async function converse(
  socket: Socket,
  request: CommandRequest,
  { stdout, stderr }: Printer = process,
): Promise<number | undefined> {
  socket.write(`${JSON.stringify(request)}\n`);
  let code: number | undefined;
  let rest = '';
  socket.setEncoding('utf8');
  const handle = (line: SessionLine): void => {
    if ('out' in line) stdout.write(line.out);
    else if ('bytes' in line) stdout.write(Buffer.from(line.bytes, 'base64'));
    else if ('error' in line) stderr.write(line.error);
    else if ('code' in line) code = line.code;
    else void answer(line).then((value) => socket.write(`${JSON.stringify({ answer: value })}\n`));
  };
  return await new Promise((resolve) => {
    socket.on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) handle(JSON.parse(line) as SessionLine);
    });
    socket.on('error', () => {});
    // The last thing that a session does: its name is free then.
    socket.on('close', () => resolve(code));
  });
}
