import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { type Contract, listSchemas, type Schema } from './contract.js';

const toPascalCase = (name: string): string =>
  name
    .split('.')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

/** Generates the types of the contract: params as handlers receive them, with defaults, and results. */
export async function generateTypes(contract: Contract): Promise<string> {
  const definitions = definitionsOf(contract, withDefaultsRequired);
  const { $defs, ...event } = contract.recording;
  // Other members of a line are not checked.
  definitions['RecordingEvent'] = { ...event, additionalProperties: false };
  for (const [name, shape] of Object.entries($defs)) definitions[toPascalCase(name)] = shape;
  return `${await compileTypes(definitions)}\n${generateTypeTables(contract)}export type { FailureKind } from '../../base/generated/contract.js';\n`;
}

/** Generates the types of the contract as a client sends them: params that have a default are optional. */
export async function clientTypesOf(contract: Contract): Promise<string> {
  const body = await compileTypes(definitionsOf(contract, withDefaultsOptional));
  return `${body}\n${generateTypeTables(contract)}${kindsOf(contract)}`;
}

/** Generates the types of the arguments and results of the MCP tools. */
export async function generateToolTypes(
  tools: readonly { readonly name: string; readonly input: Schema; readonly result?: Schema }[],
): Promise<string> {
  const definitions: Record<string, Schema> = {};
  for (const { name, input, result } of tools) {
    definitions[`${toCamelCase(name)}Arguments`] = withDefaultsRequired(input);
    if (result !== undefined) definitions[`${toCamelCase(name)}Result`] = result;
  }
  const rows = tools.map(({ name }) => `  ${name}: ${toCamelCase(name)}Arguments;`);
  const results = tools.map(
    ({ name, result }) => `  ${name}: ${result === undefined ? 'undefined' : `${toCamelCase(name)}Result`};`,
  );
  return `${await compileTypes(definitions)}
/** The arguments of each tool, with defaults. */
export interface ToolArguments {\n${rows.join('\n')}\n}
/** The JSON result of each tool; undefined if it returns text or a picture. */
export interface ToolResults {\n${results.join('\n')}\n}
/** The name of a tool. */
export type ToolName = keyof ToolArguments;
`;
}

const toCamelCase = (name: string): string => name.split('_').map(toPascalCase).join('');

function definitionsOf(contract: Contract, convert: (schema: Schema) => Schema): Record<string, Schema> {
  const definitions: Record<string, Schema> = {};
  for (const [name, shape] of Object.entries(contract.shapes)) definitions[toPascalCase(name)] = convert(shape);
  for (const method of contract.methods) {
    definitions[`${toPascalCase(method.name)}Params`] = convert(method.params);
    definitions[`${toPascalCase(method.name)}Result`] = convert(method.result);
  }
  for (const notification of contract.notifications)
    definitions[`${toPascalCase(notification.name)}Notification`] = notification.params;
  return definitions;
}

async function compileTypes(definitions: Record<string, Schema>): Promise<string> {
  const root = JSON.parse(
    JSON.stringify({ type: 'object', additionalProperties: false, properties: {}, definitions }).replaceAll(
      /"#\/\$defs\/(\w+)"/g,
      (_, name: string) => `"#/definitions/${toPascalCase(name)}"`,
    ),
  ) as JSONSchema;
  const body = await compile(root, 'Unused', {
    bannerComment: '',
    unreachableDefinitions: true,
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 120 },
  });
  return body
    .replace(/export interface Unused \{[^}]*\}\n*/, '')
    .replaceAll(/\/\*\*\n \* This interface was referenced by .*\n \* via the `definition` .*\n \*\/\n/g, '')
    .replaceAll(/ \*\n \* This interface was referenced by .*\n \* via the `definition` .*\n/g, '');
}

function generateTypeTables(contract: Contract): string {
  const formatRows = (kind: string): string =>
    contract.methods.map(({ name }) => `  ${JSON.stringify(name)}: ${toPascalCase(name)}${kind};`).join('\n');
  const notifications = contract.notifications
    .map(({ name }) => `  ${JSON.stringify(name)}: ${toPascalCase(name)}Notification;`)
    .join('\n');
  return `/** The params of each method. */
export interface MethodParams {\n${formatRows('Params')}\n}
/** The result of each method. */
export interface MethodResults {\n${formatRows('Result')}\n}
/** The params of each notification the server sends. */
export interface Notifications {\n${notifications}\n}
/** The name of a method. */
export type MethodName = keyof MethodParams;
`;
}

/** Generates the type of the kinds of failures. */
function kindsOf(contract: Contract): string {
  const kinds = Object.keys(contract.errors.kinds)
    .map((kind) => JSON.stringify(kind))
    .join(' | ');
  return `/** How a method failed: \`data.kind\` of error -32004. */\nexport type FailureKind = ${kinds};\n`;
}

/** Generates the names of the contract that the areas below `protocol` know, too. */
export function namesOf(contract: Contract): string {
  const { oneOf } = contract.shapes['selector'] as { readonly oneOf: readonly { readonly $ref: string }[] };
  const types = oneOf.flatMap(({ $ref }) => {
    const shape = contract.shapes[$ref.slice($ref.lastIndexOf('/') + 1)] as {
      properties?: { type: { const: string } };
    };
    return shape.properties === undefined ? [] : [shape.properties.type.const];
  });
  return `${kindsOf(contract)}/** The types of selectors. */\nexport const selectorTypes = ${JSON.stringify(types)} as const;\n`;
}

// A default or a description next to a $ref would create a second type of the same shape.
function withDefaultsOptional(schema: Schema): Schema {
  const copy = structuredClone(schema);
  for (const inner of listSchemas(copy)) {
    const properties = (inner['properties'] ?? {}) as Record<string, Schema>;
    for (const [name, property] of Object.entries(properties))
      if (property['$ref'] !== undefined) properties[name] = { $ref: property['$ref'] };
  }
  return copy;
}

function withDefaultsRequired(schema: Schema): Schema {
  const copy = structuredClone(schema);
  for (const inner of listSchemas(copy)) {
    const properties = inner['properties'] as Record<string, Schema> | undefined;
    if (properties === undefined) continue;
    const filled = Object.keys(properties).filter((name) => properties[name]?.['default'] !== undefined);
    inner['required'] = [...new Set([...((inner['required'] as string[] | undefined) ?? []), ...filled])];
    // A description next to a $ref would create a second type of the same shape.
    for (const property of Object.values(properties))
      if (property['$ref'] !== undefined) delete property['description'];
  }
  return copy;
}
