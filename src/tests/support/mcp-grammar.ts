import { readdirSync, readFileSync } from 'node:fs';
import { createHostileLine } from './hostile-lines.js';
import { mutateLine, mutateTree, pickStrangeValue, toJsonText } from './mutate-json.js';
import type { Random } from './random.js';
import type { JsonSchema } from './schemas.js';
import { ValidParams } from './valid-params.js';
import { programs } from './vocabulary.js';

type Request = Record<string, unknown>;

const tools = readdirSync('schemas/mcp').map((file) => {
  const { input } = JSON.parse(readFileSync(`schemas/mcp/${file}`, 'utf8')) as { input: JsonSchema };
  return { name: file.replace(/\.json$/, ''), input };
});
/** The names of the sessions that requests start and use. */
const sessionNames = ['one', 'one', 'one', 'two', 'two', 'three', 'four'];
const commandLines = [
  'cat',
  'seq 1 300',
  'echo "READY',
  'stty -echo; echo READY; cat',
  'printf "\\033[?1003h\\033[?1006h\\033[?2004hREADY"; cat',
  'while :; do printf "\\033[H\\033[2Jframe READY"; sleep 0.01; done',
  'trap "" HUP TERM INT; echo up; while :; do sleep 0.05; done',
  'echo bye; exit 3',
  'nowhere',
  '|',
];
const methods = ['ping', 'tools/list', 'server/discover', 'initialize', 'tools/call', 'resources/list', 'constructor'];
const revisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28', '2026-07-28', '', null, 1];
const strangeIds = [0, -1, 1.5, '', ' ', null, 'x'.repeat(500), '\ud800', '__proto__', '\x9b', 2 ** 60, '1', true, {}];
// Above the limit of 16 MiB.
const tooLong = Buffer.alloc(17 * 1024 * 1024, 'x');

/** Creates the lines of a client of an MCP server: valid calls of its tools, and every kind of invalid line. */
export class McpGrammar {
  readonly #random: Random;
  readonly #params: ValidParams;
  #lastId = 0;

  constructor(random: Random) {
    this.#random = random;
    this.#params = new ValidParams(random);
  }

  /** Creates one or more lines, each with its newline. */
  createLines(): Buffer {
    if (this.#random.chance(0.04)) return createHostileLine(this.#random);
    if (this.#random.chance(0.002)) return endLine(tooLong);
    // Most calls need a session.
    const line = this.#random.chance(0.1) ? this.#start() : this.#line();
    const kind = this.#random.below(100);
    if (kind < 12) return endLine(mutateLine(line, this.#random));
    if (kind < 14) return endLine(Buffer.concat([line, this.#line()]));
    if (kind < 15) return Buffer.concat([line, Buffer.from('\r\n\r\n \n')]);
    return endLine(line);
  }

  /** Creates a line without its end. */
  createTruncatedLine(): Buffer {
    const line = this.#line();
    return line.subarray(0, this.#random.below(line.length + 1));
  }

  #start(): Buffer {
    const name = this.#random.pick(sessionNames);
    const params = { name: 'spawn_tui', arguments: { name, ...this.#program() } };
    return Buffer.from(toJsonText({ jsonrpc: '2.0', id: this.#id(), method: 'tools/call', params }));
  }

  #line(): Buffer {
    if (this.#random.chance(0.1)) return Buffer.from(toJsonText(this.#cancellation()));
    if (!this.#random.chance(0.06)) return Buffer.from(toJsonText(this.#request()));
    const batch = Array.from({ length: this.#random.below(6) }, () =>
      this.#random.chance(0.15) ? pickStrangeValue(this.#random) : this.#request(),
    );
    return Buffer.from(toJsonText(batch));
  }

  #request(): Request {
    const isCall = this.#random.chance(0.85);
    const params = isCall ? this.#call() : {};
    const method = isCall ? 'tools/call' : this.#random.pick(methods);
    if (method === 'initialize') params['protocolVersion'] = this.#random.pick(revisions);
    if (this.#random.chance(0.1)) params['_meta'] = this.#meta();
    const request: Request = { jsonrpc: '2.0', id: this.#id(), method, params };
    if (this.#random.chance(0.04)) delete request['id'];
    if (this.#random.chance(0.3))
      for (let count = this.#random.below(3); count >= 0; count -= 1) mutateTree(params, this.#random);
    if (this.#random.chance(0.05)) mutateTree(request, this.#random);
    return request;
  }

  #call(): Request {
    const { name, input } = this.#random.chance(0.2) ? spawnTool : this.#random.pick(tools);
    if (['close_session', 'attach_tmux'].includes(name) && this.#random.chance(0.5)) return this.#call();
    const args = this.#params.createParams(input, name);
    if ('session_id' in args && this.#random.chance(0.95)) args['session_id'] = this.#random.pick(sessionNames);
    if (name !== 'spawn_tui') return { name, arguments: args };
    return { name, arguments: { ...args, ...this.#program(), name: this.#random.pick(sessionNames) } };
  }

  #program(): object {
    return this.#random.chance(0.5)
      ? { command: this.#random.pick(commandLines), args: undefined }
      : structuredClone(this.#random.pick(programs));
  }

  #meta(): Request {
    return {
      'io.modelcontextprotocol/protocolVersion': this.#random.pick(revisions),
      progressToken: this.#random.pick([1, 'token', pickStrangeValue(this.#random)]),
    };
  }

  #cancellation(): Request {
    const back = this.#random.below(6);
    const requestId = this.#random.chance(0.9) ? this.#lastId - back : pickStrangeValue(this.#random);
    return { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, reason: 'no longer needed' } };
  }

  #id(): unknown {
    if (this.#random.chance(0.05)) return this.#random.pick(strangeIds);
    if (this.#random.chance(0.03)) return this.#lastId;
    this.#lastId += 1;
    return this.#lastId;
  }
}

const spawnTool = tools.find(({ name }) => name === 'spawn_tui') as (typeof tools)[number];

const endLine = (line: Buffer): Buffer => Buffer.concat([line, Buffer.from('\n')]);
