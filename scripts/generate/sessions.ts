import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { propertiesOf, type Schema } from './contract.js';
import type { ToolSchema } from './mcp.js';

/** A command in `schemas/sessions.json`: its result is that of tools, or its own. */
interface CommandResult {
  readonly tools?: readonly string[];
  /** Members besides those of the tools. */
  readonly more?: Readonly<Record<string, Schema>>;
  readonly result?: Schema;
}
interface SessionResults {
  readonly everyResult: Readonly<Record<string, Schema>>;
  readonly commands: Readonly<Record<string, CommandResult>>;
}

const readResults = (root: string): SessionResults =>
  JSON.parse(readFileSync(join(root, 'schemas/sessions.json'), 'utf8')) as SessionResults;

/** The members of a command's result, and what they are. */
function membersOf({ tools: names = [], more = {}, result = {} }: CommandResult, tools: readonly ToolSchema[]): object {
  const schemas = names.map((name) => tools.find((tool) => tool.name === name)?.result ?? {});
  const own = result['items'] ?? result;
  const properties = [...schemas, own as Schema].map((schema) => propertiesOf(schema));
  const members: readonly Readonly<Record<string, Schema>>[] = [...properties, more];
  return Object.fromEntries(
    members.flatMap((one) => Object.entries(one).map(([name, schema]) => [name, schema['description'] ?? ''])),
  );
}

/** Generates the module with the members of each command's result, for `tuispec skill --commands`. */
export function generateSessionResults(root: string, tools: readonly ToolSchema[]): string {
  const { everyResult, commands } = readResults(root);
  const rows = Object.entries(commands).map(([name, command]) => [name, membersOf(command, tools)]);
  const table = { ...Object.fromEntries(rows), every: membersOf({ more: everyResult }, tools) };
  return `/** The members of what each command prints with \`--json\`, and under \`every\` those that each result may have. */
export const resultMembers = ${JSON.stringify(table, null, 1)} as const;
`;
}

const [start, end] = [
  '<!-- results: generated from schemas/sessions.json by `npm run generate` -->',
  '<!-- /results -->',
];

/** Replaces the table of results in a page. */
export function withResultTable(page: string, root: string, tools: readonly ToolSchema[]): string {
  const [before = '', rest = ''] = page.split(start);
  const rows = Object.entries(readResults(root).commands).map(([name, command]) => {
    const source = command.tools?.map((tool) => `\`${tool}\``).join(', ') ?? '';
    return `| \`${name}\` | ${source} | ${Object.keys(membersOf(command, tools)).join(', ')} |`;
  });
  const table = ['| command | MCP tool | members |', '|---|---|---|', ...rows].join('\n');
  return `${before}${start}\n${table}\n${end}${rest.split(end)[1] ?? ''}`;
}
