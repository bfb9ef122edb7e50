// Compiles params schemas to standalone validators, so that nothing is compiled when a server starts.
import { _, Ajv, type Code, type KeywordCxt, stringify } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import { type Contract, listSchemas, propertiesOf, type Schema } from './contract.js';

/**
 * The compiled validators as one module: `validators[method](params)`, with errors on the function; `recordingValidators`
 * for the lines of recordings.
 */
export async function generateValidators(contract: Contract): Promise<string> {
  const ajv = createAjv();
  const $defs: Record<string, Schema> = { ...structuredClone(contract.shapes) };
  for (const method of contract.methods) $defs[`params:${method.name}`] = structuredClone(method.params);
  const { $defs: inRecordings, ...event } = structuredClone(contract.recording);
  const ofRecordings: Record<string, Schema> = { event, ...inRecordings };
  for (const [name, schema] of Object.entries(ofRecordings)) $defs[`recording:${name}`] = schema;
  for (const schema of listSchemas(Object.values($defs))) prepare(schema, contract);
  ajv.addSchema({ $id: 'contract', $defs });
  const exports = Object.fromEntries([
    ...contract.methods.map(({ name }) => [toIdentifier(name), `contract#/$defs/params:${name}`]),
    ...Object.keys(ofRecordings).map((name) => [`recording_${name}`, `contract#/$defs/recording:${name}`]),
  ]);
  const code = await bundleStandaloneCode(ajv, exports);
  const table = contract.methods.map(({ name }) => `${JSON.stringify(name)}: ${toIdentifier(name)}`).join(', ');
  const recordingTable = Object.keys(ofRecordings).map((name) => `${name}: recording_${name}`);
  return `${code}\nexport const validators = { ${table} };\nexport const recordingValidators = { ${recordingTable.join(', ')} };\n`;
}

/** Generates the validators of the arguments of the MCP tools: `validators[tool](arguments)`. */
export async function generateToolValidators(
  tools: readonly { readonly name: string; readonly input: Schema }[],
): Promise<string> {
  const ajv = createAjv();
  const $defs = Object.fromEntries(tools.map(({ name, input }) => [name, structuredClone(input)]));
  for (const schema of listSchemas(Object.values($defs))) prepareMembers(schema);
  ajv.addSchema({ $id: 'tools', $defs });
  const code = await bundleStandaloneCode(
    ajv,
    Object.fromEntries(tools.map(({ name }) => [name, `tools#/$defs/${name}`])),
  );
  return `${code}\nexport const validators = { ${tools.map(({ name }) => name).join(', ')} };\n`;
}

async function bundleStandaloneCode(ajv: Ajv, exports: Record<string, string>): Promise<string> {
  const bundled = await build({
    stdin: { contents: standalone.default(ajv, exports), resolveDir: process.cwd() },
    bundle: true,
    format: 'esm',
    platform: 'node',
    // Wherever node_modules is, the paths of its packages are the same.
    preserveSymlinks: true,
    write: false,
    legalComments: 'none',
  });
  // esbuild adds the names of its input files, whose paths differ between machines.
  return (bundled.outputFiles[0]?.text ?? '').replaceAll(/^\/\/ .*\n/gm, '');
}

function createAjv(): Ajv {
  const ajv = new Ajv({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    discriminator: true,
    allErrors: true,
    useDefaults: true,
    inlineRefs: false,
    code: { source: true, esm: true },
  });
  addCount(ajv, 'exactlyOne', (count) => _`(${count}) !== 1`);
  addCount(ajv, 'atMostOne', (count) => _`(${count}) > 1`);
  addOnlyMembers(ajv);
  return ajv;
}

// Descriptions would be compiled in; `additionalProperties: false` cannot list the known members.
function prepare(schema: Schema, contract: Contract): void {
  if (schema['discriminator'] !== undefined) separateStrings(schema, contract);
  prepareMembers(schema);
}

function prepareMembers(schema: Schema): void {
  if (typeof schema['description'] === 'string') delete schema['description'];
  // A keyword for the type generator only.
  delete schema['tsType'];
  if (schema['additionalProperties'] !== false) return;
  delete schema['additionalProperties'];
  schema['onlyMembers'] = Object.keys(propertiesOf(schema));
}

/** Validates the string branch of a tagged union separately: ajv allows objects only, and reports one error for them. */
function separateStrings(schema: Schema, { shapes }: Contract): void {
  const branches = schema['oneOf'] as readonly Schema[];
  const isString = ({ $ref }: Schema): boolean => shapes[String($ref).replace('#/$defs/', '')]?.['type'] === 'string';
  const objects = branches.filter((branch) => !isString(branch));
  const tag = (schema['discriminator'] as { readonly propertyName: string }).propertyName;
  const ifString = { if: { not: { type: 'string' } }, else: branches.find(isString) ?? {} };
  Object.assign(schema, ifString, { type: ['string', 'object'], required: [tag], oneOf: objects });
}

function addCount(ajv: Ajv, keyword: string, fails: (count: Code) => Code): void {
  ajv.addKeyword({
    keyword,
    type: 'object',
    schemaType: 'array',
    error: { message: keyword, params: ({ schema }) => _`{names: ${stringify(schema)}}` },
    code(cxt: KeywordCxt) {
      const present = (cxt.schema as string[]).map((name) => _`(${cxt.data}[${name}] === undefined ? 0 : 1)`);
      cxt.fail(fails(present.reduce((sum, one) => _`${sum} + ${one}`)));
    },
  });
}

function addOnlyMembers(ajv: Ajv): void {
  ajv.addKeyword({
    keyword: 'onlyMembers',
    type: 'object',
    schemaType: 'array',
    error: {
      message: 'unknown member',
      params: ({ params, schema }) => _`{unknown: ${params['unknown']}, known: ${stringify(schema)}}`,
    },
    code(cxt: KeywordCxt) {
      const { gen, data } = cxt;
      gen.forIn('member', data, (member) => {
        const others = (cxt.schema as string[]).map((name) => _`${member} !== ${name}`);
        gen.if(
          others.reduce((all, one) => _`${all} && ${one}`, _`true`),
          () => {
            cxt.setParams({ unknown: member });
            cxt.error();
          },
        );
      });
    },
  });
}

const toIdentifier = (method: string): string => method.replaceAll('.', '_');
