import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';

/** A JSON schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;
/** A method as defined in its file under schemas/methods. */
export interface MethodSchema {
  readonly name: string;
  readonly params: JsonSchema;
  readonly result: JsonSchema;
  readonly kinds: readonly string[];
}

const folder = 'schemas';
const read = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(path, 'utf8').replaceAll('../shapes.json#/', '#/'));
const { $defs: shapes } = read(join(folder, 'shapes.json')) as { $defs: Record<string, JsonSchema> };

/** Every method. */
export const methodSchemas: readonly MethodSchema[] = readSchemas('methods').map(
  ([name, body]) => ({ kinds: [], ...body, name }) as unknown as MethodSchema,
);

function readSchemas(kind: 'methods' | 'notifications'): [name: string, body: Record<string, unknown>][] {
  const files = readdirSync(join(folder, kind)).sort();
  return files.map((file) => [basename(file, '.json'), read(join(folder, kind, file))]);
}

/** Resolves a schema: the definition that it refers to, merged with its own members. */
export function resolveSchema(schema: JsonSchema): JsonSchema {
  const name = /^#\/\$defs\/(.+)$/.exec(String(schema['$ref']))?.[1];
  return name === undefined ? schema : { ...resolveSchema(shapes[name] as JsonSchema), ...schema, $ref: undefined };
}

let compiled: Map<string, ValidateFunction> | undefined;

/** Describes what is wrong with the result of a method or the params of a notification; undefined if nothing is. */
export function findSchemaProblem(name: string, value: unknown): string | undefined {
  compiled ??= compile();
  const validate = compiled.get(name);
  if (validate === undefined) return `unknown method or notification ${name}`;
  return validate(value) ? undefined : `${name}: ${JSON.stringify(validate.errors)}`;
}

function compile(): Map<string, ValidateFunction> {
  const ajv = new Ajv({ strict: false, discriminator: true });
  const answers = [
    ...methodSchemas.map(({ name, result }) => [name, result] as const),
    ...readSchemas('notifications').map(([name, { params }]) => [name, params as JsonSchema] as const),
  ];
  return new Map(answers.map(([name, schema]) => [name, ajv.compile({ ...schema, $defs: shapes })]));
}
