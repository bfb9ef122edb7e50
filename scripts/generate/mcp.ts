import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { propertiesOf, type Schema } from './contract.js';

/** A file of schemas/mcp: a tool of the MCP server. */
export interface ToolSchema {
  readonly name: string;
  /** Its place in `tools/list`. */
  readonly order: number;
  /** The value of `--caps` that enables it; undefined if it is always enabled. */
  readonly caps?: string;
  readonly description: string;
  readonly annotations: Readonly<Record<string, unknown>>;
  readonly input: Schema;
  /** The JSON result; undefined if the tool returns text or a picture. */
  readonly result?: Schema;
  readonly examples: readonly unknown[];
}

/** Reads schemas/mcp of the project in `root`, in the order of `tools/list`. */
export function readTools(root: string): ToolSchema[] {
  const folder = join(root, 'schemas/mcp');
  const tools = readdirSync(folder).map((file) => {
    const body = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Omit<ToolSchema, 'name'>;
    return { ...body, name: basename(file, '.json') };
  });
  return tools.sort((left, right) => left.order - right.order);
}

/** Generates the module with the definitions that `tools/list` returns. */
export function generateDefinitions(tools: readonly ToolSchema[]): string {
  const rows = tools.map(({ name, caps, description, annotations, input }) => ({
    ...(caps === undefined ? {} : { caps }),
    definition: { name, description, inputSchema: shortenSchema(input), annotations },
  }));
  return `import type { ToolName } from './types.js';

/** A tool as \`tools/list\` returns it. */
export interface ToolDefinition {
  readonly name: ToolName;
  readonly description: string;
  readonly inputSchema: { readonly properties: Readonly<Record<string, { readonly type?: string; readonly [keyword: string]: unknown }>>; readonly [keyword: string]: unknown };
  readonly annotations: Readonly<Record<string, boolean>>;
}
/** A tool, and the value of \`--caps\` that enables it. */
export interface ToolEntry {
  readonly caps?: string;
  readonly definition: ToolDefinition;
}
/** All tools. */
export const toolEntries: readonly ToolEntry[] = ${JSON.stringify(rows, null, 1)};
`;
}

const limits = ['minimum', 'maximum', 'minLength', 'maxLength', 'maxItems', 'pattern'];

/** The schema without limits and defaults that are empty. Every token of a definition costs context; violations are reported in words. */
function shortenSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shortenSchema);
  if (typeof value !== 'object' || value === null) return value;
  const isLimit = (name: string, child: unknown): boolean => limits.includes(name) && typeof child !== 'object';
  const isEmpty = (name: string, child: unknown): boolean => name === 'default' && (child === false || child === '');
  const isNothing = (name: string, child: unknown): boolean => name === 'required' && (child as unknown[]).length === 0;
  const kept = Object.entries(value).filter(
    ([name, child]) => !isLimit(name, child) && !isEmpty(name, child) && !isNothing(name, child),
  );
  return Object.fromEntries(kept.map(([name, child]) => [name, shortenSchema(child)]));
}

/** The declarations of the generated validators. */
export const toolValidatorTypes = `import type { SchemaError } from '../../protocol/describe-error.js';
import type { ToolName } from './types.js';

/** Validates arguments and fills in their defaults; errors are stored on the function. */
export interface Validator {
  (params: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}
/** The validator of each tool. */
export declare const validators: Readonly<Record<ToolName, Validator>>;
`;

const [start, end] = ['<!-- tools: generated from schemas/mcp by `npm run generate` -->', '<!-- /tools -->'];

/** Replaces the table of tools in a page. */
export function addToolTable(page: string, tools: readonly ToolSchema[]): string {
  const [before = '', rest = ''] = page.split(start);
  const rows = tools.map(({ name, caps, description, input, result }) => {
    const required = (input['required'] ?? []) as readonly string[];
    const params = Object.entries(propertiesOf(input)).map(([param, schema]) => {
      const fallback = schema['default'];
      const preset = fallback === undefined || fallback === false || fallback === '' ? '' : `=${String(fallback)}`;
      return required.includes(param) ? `**${param}**` : `${param}${preset}`;
    });
    const members = result === undefined ? 'text or picture' : Object.keys(propertiesOf(result)).join(', ');
    const flag = caps === undefined ? '' : ` (\`--caps ${caps}\`)`;
    return `| \`${name}\`${flag} | ${description} | ${params.join(', ')} | ${members} |`;
  });
  const table = ['| tool | what it does | parameters | result |', '|---|---|---|---|', ...rows].join('\n');
  return `${before}${start}\n${table}\n${end}${rest.split(end)[1] ?? ''}`;
}
