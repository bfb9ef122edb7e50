import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';

/** A file of schemas/mcp, with checks. */
interface McpSchema {
  readonly name: string;
  readonly caps: string | undefined;
  readonly hasResult: boolean;
  readonly examples: readonly unknown[];
  /** Throws if a result is not valid. */
  checkResult(result: unknown): void;
  /** Throws if arguments are not valid. */
  checkInput(args: unknown): void;
}

const ajv = new Ajv({ strict: false, allErrors: true });

/** Returns the schema of a tool. */
export function mcpSchema(name: string): McpSchema {
  const { caps, input, result, examples } = JSON.parse(readFileSync(`schemas/mcp/${name}.json`, 'utf8')) as {
    caps?: string;
    input: object;
    result?: object;
    examples: unknown[];
  };
  const check = (schema: object | undefined, value: unknown): void => {
    if (schema === undefined) throw new Error(`${name} has no such schema.`);
    const validate = ajv.compile(schema);
    if (!validate(value)) throw new Error(`${name}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`);
  };
  return {
    name,
    caps,
    hasResult: result !== undefined,
    examples,
    checkResult: (value) => check(result, value),
    checkInput: (value) => check(input, value),
  };
}

/** Returns the schemas of all tools. */
export const mcpSchemas = (): McpSchema[] =>
  readdirSync('schemas/mcp').map((file) => mcpSchema(file.replace(/\.json$/, '')));
