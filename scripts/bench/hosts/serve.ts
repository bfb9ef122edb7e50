interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: unknown;
}

/** Handlers for the requests of the bench. */
export type Handlers = Readonly<Record<string, (params: never) => unknown>>;

/** Serves JSON-RPC lines on standard input and output, without validation; ends with its input. */
export function serve(handlers: Handlers, end: () => void): void {
  let rest = '';
  let answers: string[] = [];
  const handleMessage = (message: object): void => {
    if (answers.length === 0) {
      queueMicrotask(() => {
        process.stdout.write(answers.join(''));
        answers = [];
      });
    }
    answers.push(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  const run = async ({ id, method, params }: Request): Promise<void> => {
    try {
      handleMessage({ id, result: await handlers[method]?.(params as never) });
    } catch (error) {
      handleMessage({ id, error: { code: -32603, message: String(error) } });
    }
  };
  process.stdin.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) void run(JSON.parse(line) as Request);
  });
  process.stdin.on('end', () => {
    end();
    process.exit(0);
  });
}
