import { type Contract, type Method, propertiesOf, type Schema } from './contract.js';
import { findDescription, listErrorCodes } from './openrpc.js';

/** Creates the reference page: schemas/README.md. */
export function generateReference(contract: Contract): string {
  return [
    '# Method reference\n',
    'Generated from the schemas in this folder by `npm run generate`. Edit the schemas, not this page. Coordinates are 1-based, columns are cells, times are in milliseconds. Every optional member also accepts null. Defaults follow `=`.\n',
    '## Methods\n',
    formatContents(contract.methods),
    ...contract.methods.map((method) => formatMethod(contract, method)),
    ...(contract.notifications.length > 0 ? ['## Notifications\n'] : []),
    ...contract.notifications.map(
      ({ name, description, params }) =>
        `### ${name}\n\n${description}\n\n${formatMembers(contract, params, 'Member')}`,
    ),
    '## Shapes\n',
    ...Object.entries(contract.shapes).map(([name, shape]) => formatShape(contract, name, shape)),
    formatRecording(contract),
    formatErrors(contract),
  ].join('\n');
}

function formatContents(methods: readonly Method[]): string {
  const groups = [...new Set(methods.map((method) => method.group))];
  const formatLinks = (group: string): string =>
    methods
      .filter((method) => method.group === group)
      .map(({ name }) => `[${name}](#${toAnchor(name)})`)
      .join(' · ');
  return `${groups.map((group) => `- **${group}**: ${formatLinks(group)}`).join('\n')}\n`;
}

function formatMethod(contract: Contract, method: Method): string {
  const needs = { nothing: 'Needs no session.', session: 'Needs a session.', program: 'Needs a launched program.' }[
    method.needs
  ];
  const rules = [
    ...(method.control ? ['Handled immediately, even while another request is pending.'] : []),
    ...(method.batchable ? [] : ['Not allowed in a batch.']),
    ...formatOneOfRule(method.params, 'exactlyOne', 'Exactly one of'),
    ...formatOneOfRule(method.params, 'atMostOne', 'At most one of'),
  ];
  const kinds = method.kinds.length > 0 ? ` (${method.kinds.join(', ')})` : '';
  const codes = listErrorCodes(method).map((code) => (code === -32004 ? `${code}${kinds}` : String(code)));
  const examples = method.examples.map(({ params, result }) => {
    const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method: method.name, params });
    return result === undefined ? request : `${request}\n${JSON.stringify({ jsonrpc: '2.0', id: 1, result })}`;
  });
  return [
    `### ${method.name}\n`,
    `${[method.description, needs, ...rules].join(' ')}\n`,
    formatMembers(contract, method.params, 'Param'),
    formatMembers(contract, method.result, 'Result'),
    `Errors: ${codes.join(', ')}.\n`,
    `\`\`\`json\n${examples.join('\n')}\n\`\`\`\n`,
  ].join('\n');
}

function formatOneOfRule(params: Schema, keyword: string, words: string): string[] {
  const names = params[keyword] as string[] | undefined;
  return names === undefined ? [] : [`${words} ${names.map((name) => `\`${name}\``).join(', ')}.`];
}

function formatShape(contract: Contract, name: string, shape: Schema): string {
  const head = `### ${formatShapeHeading(name)}\n\n${String(shape['description'])} (${describeType(shape)})\n`;
  return shape['properties'] === undefined ? head : `${head}\n${formatMembers(contract, shape, 'Member')}`;
}

function formatRecording(contract: Contract): string {
  const { $defs, ...event } = contract.recording;
  const parts = Object.entries($defs).map(([name, shape]) => `\`${name}\`: ${String(shape['description'])}\n`);
  return [
    '## Recordings\n',
    `${String(event['description'])}\n`,
    formatMembers(contract, event, 'Member'),
    ...parts,
  ].join('\n');
}

function formatMembers(contract: Contract, schema: Schema, title: string): string {
  const rows = formatRows(contract, schema, '');
  if (rows.length === 0) return title === 'Param' ? 'No params.\n' : '';
  return `| ${title} | Type | Description |\n|---|---|---|\n${rows.join('\n')}\n`;
}

function formatRows(contract: Contract, schema: Schema, prefix: string): string[] {
  const required = (schema['required'] ?? []) as string[];
  return Object.entries(propertiesOf(schema)).flatMap(([name, property]) => {
    const label = `\`${prefix}${name}\`${required.includes(name) ? '' : '?'}`;
    const type =
      property['default'] === undefined
        ? describeType(property)
        : `${describeType(property)} = \`${JSON.stringify(property['default'])}\``;
    const row = `| ${label} | ${type} | ${findDescription(contract, property)} |`;
    return [row, ...formatRows(contract, property, `${prefix}${name}.`)];
  });
}

function describeType(schema: Schema): string {
  if (typeof schema['$ref'] === 'string') {
    const name = schema['$ref'].replace('#/$defs/', '');
    return `[${name}](#${toAnchor(formatShapeHeading(name))})`;
  }
  if (schema['const'] !== undefined) return `\`${JSON.stringify(schema['const'])}\``;
  if (schema['enum'] !== undefined)
    return (schema['enum'] as unknown[]).map((value) => `\`${String(value)}\``).join(' \\| ');
  if (schema['oneOf'] !== undefined) return (schema['oneOf'] as Schema[]).map(describeType).join(' \\| ');
  if (schema['then'] !== undefined)
    return [schema['then'], schema['else']].map((one) => describeType(one as Schema)).join(' \\| ');
  if (schema['type'] === 'array') return `${describeType((schema['items'] ?? {}) as Schema)}[]`;
  const range = [schema['minimum'], schema['maximum']];
  const type = [schema['type'] ?? 'any'].flat().join(' \\| ');
  return range[1] === undefined ? type : `${type} ${String(range[0])}…${String(range[1])}`;
}

function formatErrors(contract: Contract): string {
  const formatTable = (title: string, rows: Readonly<Record<string, string>>): string =>
    `| ${title} | When |\n|---|---|\n${Object.entries(rows)
      .map(([name, text]) => `| \`${name}\` | ${text} |`)
      .join('\n')}\n`;
  const { codes, kinds, data } = contract.errors;
  return [
    '## Errors\n',
    '`error = { code, message, data? }`. Validation order: params, session, program.\n',
    formatTable('Code', codes),
    '`data.kind` of -32004:\n',
    formatTable('Kind', kinds),
    'Members of its `data` (those that apply):\n',
    formatTable('Member', data),
  ].join('\n');
}

// A method may have the same name as a shape.
const formatShapeHeading = (name: string): string => `Shape ${name}`;
const toAnchor = (heading: string): string => heading.toLowerCase().replaceAll('.', '').replaceAll(' ', '-');
