import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A JSON Schema. */
export type Schema = { [keyword: string]: unknown };
/** A file of schemas/methods. */
export interface Method {
  readonly name: string;
  readonly group: string;
  readonly description: string;
  readonly needs: 'nothing' | 'session' | 'program';
  readonly control: boolean;
  readonly batchable: boolean;
  readonly params: Schema;
  readonly result: Schema;
  readonly codes: readonly number[];
  readonly kinds: readonly string[];
  readonly examples: readonly { params: unknown; result?: unknown }[];
}
/** A file of schemas/notifications. */
export interface Notification {
  readonly name: string;
  readonly description: string;
  readonly params: Schema;
}
/** schemas/errors.json: codes, kinds and data, each with a description. */
export interface Errors {
  readonly codes: Readonly<Record<string, string>>;
  readonly kinds: Readonly<Record<string, string>>;
  readonly data: Readonly<Record<string, string>>;
}
/** All of schemas/: the only source of all generated files. */
export interface Contract {
  readonly version: string;
  readonly methods: readonly Method[];
  readonly notifications: readonly Notification[];
  readonly shapes: Readonly<Record<string, Schema>>;
  readonly errors: Errors;
  /** The line of a recording, and under `$defs` its contents. */
  readonly recording: Schema & { readonly $defs: Readonly<Record<string, Schema>> };
}

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const readJsonFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();

/** Reads schemas/ of the project in `root`. */
export function readContract(root: string): Contract {
  const folder = join(root, 'schemas');
  const load = <T>(sub: string): T[] =>
    readJsonFiles(join(folder, sub)).map((file) => {
      const body = JSON.parse(
        readFileSync(join(folder, sub, file), 'utf8').replaceAll('../shapes.json#/', '#/'),
      ) as object;
      return { control: false, batchable: true, codes: [], kinds: [], ...body, name: basename(file, '.json') } as T;
    });
  const shapes = (read(join(folder, 'shapes.json')) as { $defs: Record<string, Schema> }).$defs;
  return hoistDefaults({
    version: (read(join(root, 'package.json')) as { version: string }).version,
    methods: load<Method>('methods'),
    notifications: load<Notification>('notifications'),
    shapes,
    errors: read(join(folder, 'errors.json')) as Errors,
    recording: read(join(folder, 'recording.json')) as Contract['recording'],
  });
}

/** Lists every schema below `value`, itself first. */
export function* listSchemas(value: unknown): Generator<Schema> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Schema;
  for (const child of Object.values(value)) yield* listSchemas(child);
}

// ajv fills a default only if the property's own schema has it, not the target of a $ref.
function hoistDefaults(contract: Contract): Contract {
  for (const schema of listSchemas([contract.methods, contract.shapes])) {
    for (const property of Object.values(propertiesOf(schema))) {
      const target = contract.shapes[String(property['$ref']).replace('#/$defs/', '')];
      if (target?.['default'] !== undefined) property['default'] ??= target['default'];
    }
  }
  for (const shape of Object.values(contract.shapes)) delete shape['default'];
  return contract;
}

/** Lists the members that a schema defines. */
export const propertiesOf = (schema: Schema): Readonly<Record<string, Schema>> =>
  (schema['properties'] ?? {}) as Record<string, Schema>;
