import { createHostileOutput } from './hostile-output.js';
import type { Random } from './random.js';
import { type JsonSchema, methodSchemas, resolveSchema } from './schemas.js';
import { programs, texts, valuesByMember } from './vocabulary.js';

// Maximum depth of nested batches and selectors.
const maxDepth = 4;
// Methods that end the run.
const isFinal = /^(close|signal|server\.shutdown)$/;
const times = [0, 1, 5, 20, 60];

/** Creates params that conform to the schema of a method. */
export class ValidParams {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** A method and params for it. */
  createCall(depth = 0): { method: string; params: Record<string, unknown> } {
    const { name, params } = this.#random.pick(methodSchemas);
    if (isFinal.test(name) && !this.#random.chance(0.2)) return this.createCall(depth);
    const made = this.#value(params, `${name}.params`, depth) as Record<string, unknown>;
    // Never attach to the tmux server of a person.
    if (name === 'attach')
      return { method: name, params: { ...made, socketPath: null, socketName: 'tuispec-test-absent' } };
    return {
      method: name,
      params: name === 'launch' ? { ...made, ...structuredClone(this.#random.pick(programs)) } : made,
    };
  }

  /** Params that conform to a schema; `path` is the name of what they belong to. */
  createParams(schema: JsonSchema, path: string): Record<string, unknown> {
    return this.#value(schema, path, 0) as Record<string, unknown>;
  }

  #value(schema: JsonSchema, path: string, depth: number): unknown {
    const whole = resolveSchema(schema);
    const name = path.slice(path.lastIndexOf('.') + 1);
    const words = valuesByMember[path] ?? valuesByMember[name];
    if (words !== undefined && whole['type'] !== 'object') return structuredClone(this.#random.pick(words));
    if (/Ms$|_ms$/.test(name)) return this.#random.pick(times);
    if ('const' in whole) return whole['const'];
    if ('enum' in whole) return this.#random.pick(whole['enum'] as unknown[]);
    if ('oneOf' in whole) return this.#oneOf(whole['oneOf'] as JsonSchema[], path, depth);
    if ('then' in whole) return this.#oneOf([whole['else'], whole['then']] as JsonSchema[], path, depth);
    return this.#typed(whole, this.#random.pick([whole['type']].flat()), path, depth);
  }

  // The first ones are not recursive.
  #oneOf(schemas: readonly JsonSchema[], path: string, depth: number): unknown {
    return this.#value(
      this.#random.pick(depth < maxDepth ? schemas : schemas.slice(0, Math.min(3, schemas.length))),
      path,
      depth + 1,
    );
  }

  #typed(schema: JsonSchema, type: unknown, path: string, depth: number): unknown {
    if (type === 'boolean') return this.#random.chance(0.5);
    if (type === 'null') return null;
    if (type === 'integer' || type === 'number') return this.#number(schema);
    if (type === 'string') return this.#string(schema, path);
    if (type === 'array') return this.#array(schema, path, depth);
    return this.#object(schema, path, depth);
  }

  #number({ minimum = 0, maximum = 1000 }: { minimum?: number; maximum?: number }): number {
    const value = this.#random.pick([minimum, minimum + 1, 2, 3, 7, 20, 40, this.#random.below(100), maximum]);
    return Math.min(maximum, Math.max(minimum, value));
  }

  #string({ maxLength = 1000 }: { maxLength?: number }, path: string): string {
    if (path.endsWith('base64')) return createHostileOutput(this.#random, this.#random.below(20)).toString('base64');
    const text = this.#random.chance(0.2)
      ? createHostileOutput(this.#random, 8).toString('utf8').replaceAll('\0', '')
      : this.#random.pick(texts);
    return [...text].slice(0, maxLength).join('') || 'x';
  }

  #array(schema: JsonSchema, path: string, depth: number): unknown[] {
    const {
      minItems = 0,
      maxItems = 4,
      items = {},
      uniqueItems,
    } = schema as { minItems?: number; maxItems?: number; items?: JsonSchema; uniqueItems?: boolean };
    const length = Math.min(maxItems, minItems + this.#random.below(4));
    const made = Array.from({ length }, () =>
      path === 'batch.params.steps' ? this.#step(depth) : this.#value(items, path, depth + 1),
    );
    return uniqueItems === true ? [...new Set(made)] : made;
  }

  #step(depth: number): object {
    return depth < maxDepth ? this.createCall(depth + 1) : { method: 'server.ping' };
  }

  #object(schema: JsonSchema, path: string, depth: number): Record<string, unknown> {
    const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
    return Object.fromEntries(
      [...this.#members(schema, Object.keys(properties))].map((name) => [
        name,
        this.#value(properties[name] ?? {}, `${path}.${name}`, depth + 1),
      ]),
    );
  }

  #members(schema: JsonSchema, names: readonly string[]): Set<string> {
    const lists = (name: string): string[] => (schema[name] ?? []) as string[];
    const [oneOf, mostOneOf] = [lists('exactlyOne'), lists('atMostOne')];
    const dependencies = Object.entries((schema['dependencies'] ?? {}) as Record<string, string[]>);
    // These are added only together with the members that need them.
    const others = new Set([...oneOf, ...mostOneOf, ...dependencies.flatMap(([, needed]) => needed)]);
    const chosen = new Set(lists('required'));
    for (const name of names) if (!others.has(name) && this.#random.chance(0.3)) chosen.add(name);
    if (oneOf.length > 0) chosen.add(this.#random.pick(oneOf));
    if (mostOneOf.length > 0 && this.#random.chance(0.5)) chosen.add(this.#random.pick(mostOneOf));
    for (const [name, needed] of dependencies) if (chosen.has(name)) for (const each of needed) chosen.add(each);
    return chosen;
  }
}
