import { mutateLine, mutateTree, pickStrangeValue, toJsonText } from './mutate-json.js';
import type { Random } from './random.js';
import { ValidParams } from './valid-params.js';
import { programs } from './vocabulary.js';

type Request = Record<string, unknown>;

const strangeIds = [0, -1, 1.5, '', ' ', null, 'x'.repeat(500), '\ud800', '__proto__', '\x9b', 2 ** 60, '1'];
const strangeMethods = [
  '',
  'constructor',
  '__proto__',
  'toString',
  'Launch',
  'launch ',
  '$/cancelRequest',
  'x'.repeat(5000),
];

/** Creates client messages: requests that conform to the schemas, and every kind of invalid request. */
export class WireGrammar {
  readonly #random: Random;
  readonly #params: ValidParams;
  #lastId = 0;

  constructor(random: Random) {
    this.#random = random;
    this.#params = new ValidParams(random);
  }

  /** Creates one or more lines, each with its newline. */
  createLines(): Buffer {
    if (this.#random.chance(0.08)) return this.#beginning();
    const line = this.#line();
    const kind = this.#random.below(100);
    if (kind < 12) return endLine(mutateLine(line, this.#random));
    if (kind < 14) return endLine(Buffer.concat([line, this.#line()]));
    if (kind < 15) return Buffer.concat([line, Buffer.from('\r\n\r\n \n')]);
    return endLine(line);
  }

  // Most methods need a session, and a program in it.
  #beginning(): Buffer {
    const calls = [
      { method: 'initialize', params: {} },
      { method: 'launch', params: this.#random.pick(programs) },
    ];
    const lines = calls.map((call) => toJsonText({ jsonrpc: '2.0', id: this.#id(), ...call }));
    return Buffer.from(`${lines.join('\n')}\n`);
  }

  #line(): Buffer {
    if (this.#random.chance(0.07)) return Buffer.from(toJsonText(this.#cancellation()));
    if (!this.#random.chance(0.06)) return Buffer.from(toJsonText(this.#request()));
    const batch = Array.from({ length: this.#random.below(6) }, () =>
      this.#random.chance(0.15) ? pickStrangeValue(this.#random) : this.#request(),
    );
    return Buffer.from(toJsonText(batch));
  }

  #request(): Request {
    const { method, params } = this.#params.createCall();
    const request: Request = { jsonrpc: '2.0', id: this.#id(), method, params };
    if (this.#random.chance(0.06)) delete request['id'];
    if (this.#random.chance(0.02)) request['method'] = this.#random.pick(strangeMethods);
    if (this.#random.chance(0.3))
      for (let count = this.#random.below(3); count >= 0; count -= 1) mutateTree(params, this.#random);
    if (this.#random.chance(0.05)) mutateTree(request, this.#random);
    return request;
  }

  #cancellation(): Request {
    const back = this.#random.below(12);
    const id = this.#random.pick<unknown>([this.#lastId - back, this.#lastId - back, pickStrangeValue(this.#random)]);
    const request: Request = { jsonrpc: '2.0', method: '$/cancelRequest', params: { id } };
    if (this.#random.chance(0.1)) request['id'] = this.#id();
    return request;
  }

  #id(): unknown {
    if (this.#random.chance(0.05)) return this.#random.pick(strangeIds);
    if (this.#random.chance(0.03)) return this.#lastId;
    this.#lastId += 1;
    return this.#lastId;
  }
}

const endLine = (line: Buffer): Buffer => Buffer.concat([line, Buffer.from('\n')]);
