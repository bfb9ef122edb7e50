import { type Contract, type Method, propertiesOf, type Schema } from './contract.js';
import { codesOf, descriptionOf } from './openrpc.js';

/** Creates the reference page: schemas/README.md. */
export function referenceOf(contract: Contract): string {
  return [
    '# Method reference\n',
    'Generated from the schemas in this folder by `npm run generate`. Edit the schemas, not this page. Coordinates are 1-based, columns are cells, times are in milliseconds. Every optional member also accepts null. Defaults follow `=`.\n',
    '## Methods\n',
    contents(contract.methods),
    ...contract.methods.map((method) => methodSection(contract, method)),
    ...(contract.notifications.length > 0 ? ['## Notifications\n'] : []),
    ...contract.notifications.map(
      ({ name, description, params }) => `### ${name}\n\n${description}\n\n${members(contract, params, 'Member')}`,
    ),
    '## Shapes\n',
    ...Object.entries(contract.shapes).map(([name, shape]) => shapeSection(contract, name, shape)),
    recordingSection(contract),
    errorSection(contract),
  ].join('\n');
}

function contents(methods: readonly Method[]): string {
  const groups = [...new Set(methods.map((method) => method.group))];
  const links = (group: string): string =>
    methods
      .filter((method) => method.group === group)
      .map(({ name }) => `[${name}](#${anchor(name)})`)
      .join(' · ');
  return `${groups.map((group) => `- **${group}**: ${links(group)}`).join('\n')}\n`;
}

function methodSection(contract: Contract, method: Method): string {
  const needs = { nothing: 'Needs no session.', session: 'Needs a session.', program: 'Needs a launched program.' }[
    method.needs
  ];
  const rules = [
    ...(method.control ? ['Handled immediately, even while another request is pending.'] : []),
    ...(method.batchable ? [] : ['Not allowed in a batch.']),
    ...oneOfRule(method.params, 'exactlyOne', 'Exactly one of'),
    ...oneOfRule(method.params, 'atMostOne', 'At most one of'),
  ];
  const kinds = method.kinds.length > 0 ? ` (${method.kinds.join(', ')})` : '';
  const codes = codesOf(method).map((code) => (code === -32004 ? `${code}${kinds}` : String(code)));
  const examples = method.examples.map(({ params, result }) => {
    const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method: method.name, params });
    return result === undefined ? request : `${request}\n${JSON.stringify({ jsonrpc: '2.0', id: 1, result })}`;
  });
  return [
    `### ${method.name}\n`,
    `${[method.description, needs, ...rules].join(' ')}\n`,
    members(contract, method.params, 'Param'),
    members(contract, method.result, 'Result'),
    `Errors: ${codes.join(', ')}.\n`,
    `\`\`\`json\n${examples.join('\n')}\n\`\`\`\n`,
  ].join('\n');
}

function oneOfRule(params: Schema, keyword: string, words: string): string[] {
  const names = params[keyword] as string[] | undefined;
  return names === undefined ? [] : [`${words} ${names.map((name) => `\`${name}\``).join(', ')}.`];
}

function shapeSection(contract: Contract, name: string, shape: Schema): string {
  const head = `### ${shapeHeading(name)}\n\n${String(shape['description'])} (${typeOf(shape)})\n`;
  return shape['properties'] === undefined ? head : `${head}\n${members(contract, shape, 'Member')}`;
}

function recordingSection(contract: Contract): string {
  const { $defs, ...event } = contract.recording;
  const parts = Object.entries($defs).map(([name, shape]) => `\`${name}\`: ${String(shape['description'])}\n`);
  return ['## Recordings\n', `${String(event['description'])}\n`, members(contract, event, 'Member'), ...parts].join(
    '\n',
  );
}

function members(contract: Contract, schema: Schema, title: string): string {
  const rows = rowsOf(contract, schema, '');
  if (rows.length === 0) return title === 'Param' ? 'No params.\n' : '';
  return `| ${title} | Type | Description |\n|---|---|---|\n${rows.join('\n')}\n`;
}

function rowsOf(contract: Contract, schema: Schema, prefix: string): string[] {
  const required = (schema['required'] ?? []) as string[];
  return Object.entries(propertiesOf(schema)).flatMap(([name, property]) => {
    const label = `\`${prefix}${name}\`${required.includes(name) ? '' : '?'}`;
    const type =
      property['default'] === undefined
        ? typeOf(property)
        : `${typeOf(property)} = \`${JSON.stringify(property['default'])}\``;
    const row = `| ${label} | ${type} | ${descriptionOf(contract, property)} |`;
    return [row, ...rowsOf(contract, property, `${prefix}${name}.`)];
  });
}

function typeOf(schema: Schema): string {
  if (typeof schema['$ref'] === 'string') {
    const name = schema['$ref'].replace('#/$defs/', '');
    return `[${name}](#${anchor(shapeHeading(name))})`;
  }
  if (schema['const'] !== undefined) return `\`${JSON.stringify(schema['const'])}\``;
  if (schema['enum'] !== undefined)
    return (schema['enum'] as unknown[]).map((value) => `\`${String(value)}\``).join(' \\| ');
  if (schema['oneOf'] !== undefined) return (schema['oneOf'] as Schema[]).map(typeOf).join(' \\| ');
  if (schema['then'] !== undefined)
    return [schema['then'], schema['else']].map((one) => typeOf(one as Schema)).join(' \\| ');
  if (schema['type'] === 'array') return `${typeOf((schema['items'] ?? {}) as Schema)}[]`;
  const range = [schema['minimum'], schema['maximum']];
  const type = [schema['type'] ?? 'any'].flat().join(' \\| ');
  return range[1] === undefined ? type : `${type} ${String(range[0])}…${String(range[1])}`;
}

function errorSection(contract: Contract): string {
  const table = (title: string, rows: Readonly<Record<string, string>>): string =>
    `| ${title} | When |\n|---|---|\n${Object.entries(rows)
      .map(([name, text]) => `| \`${name}\` | ${text} |`)
      .join('\n')}\n`;
  const { codes, kinds, data } = contract.errors;
  return [
    '## Errors\n',
    '`error = { code, message, data? }`. Validation order: params, session, program.\n',
    table('Code', codes),
    '`data.kind` of -32004:\n',
    table('Kind', kinds),
    'Members of its `data` (those that apply):\n',
    table('Member', data),
  ].join('\n');
}

// A method may have the same name as a shape.
const shapeHeading = (name: string): string => `Shape ${name}`;
const anchor = (heading: string): string => heading.toLowerCase().replaceAll('.', '').replaceAll(' ', '-');
