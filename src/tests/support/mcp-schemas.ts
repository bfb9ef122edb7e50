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

interface SessionResult {
  readonly tools?: readonly string[];
  readonly more?: object;
  readonly result?: object;
}

/** Checks what a command for sessions prints with `--json`, as `schemas/sessions.json` says; throws if it is not valid. */
export function checkSessionResult(command: string, tool: string | undefined, value: unknown): void {
  const { everyResult, commands } = JSON.parse(readFileSync('schemas/sessions.json', 'utf8')) as {
    readonly everyResult: object;
    readonly commands: Readonly<Record<string, SessionResult>>;
  };
  const { tools = [], more, result } = commands[command] ?? {};
  if (tool !== undefined && !tools.includes(tool)) throw new Error(`${command} does not print the result of ${tool}.`);
  const schema =
    tool === undefined
      ? result
      : (JSON.parse(readFileSync(`schemas/mcp/${tool}.json`, 'utf8')) as SessionResult).result;
  const { properties } = schema as { readonly properties?: object };
  const whole =
    properties === undefined ? schema : { ...schema, properties: { ...properties, ...more, ...everyResult } };
  check(command, whole, value);
}

function check(name: string, schema: object | undefined, value: unknown): void {
  if (schema === undefined) throw new Error(`${name} has no such schema.`);
  const validate = ajv.compile(schema);
  if (!validate(value)) throw new Error(`${name}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`);
}

/** Returns the schema of a tool. */
export function mcpSchema(name: string): McpSchema {
  const { caps, input, result, examples } = JSON.parse(readFileSync(`schemas/mcp/${name}.json`, 'utf8')) as {
    caps?: string;
    input: object;
    result?: object;
    examples: unknown[];
  };
  return {
    name,
    caps,
    hasResult: result !== undefined,
    examples,
    checkResult: (value) => check(name, result, value),
    checkInput: (value) => check(name, input, value),
  };
}

/** Returns the schemas of all tools. */
export const mcpSchemas = (): McpSchema[] =>
  readdirSync('schemas/mcp').map((file) => mcpSchema(file.replace(/\.json$/, '')));
