import { type Contract, listSchemas, type Method, propertiesOf, type Schema } from './contract.js';

/** Creates the OpenRPC 1.3 document that rpc.discover returns. */
export function generateOpenRpc(contract: Contract): unknown {
  return {
    openrpc: '1.3.2',
    info: {
      title: 'tuispec',
      version: contract.version,
      description: 'Drives one terminal program over JSON-RPC 2.0.',
    },
    methods: contract.methods.map((method) => toOpenRpcMethod(contract, method)),
    components: {
      schemas: toStandardSchema(contract.shapes),
      errors: Object.fromEntries(
        Object.entries(contract.errors.codes).map(([code, message]) => [code, { code: Number(code), message }]),
      ),
    },
    'x-notifications': contract.notifications.map(({ name, description, params }) => ({
      name,
      description,
      params: toStandardSchema(params),
    })),
  };
}

function toOpenRpcMethod(contract: Contract, method: Method): unknown {
  const required = (method.params['required'] ?? []) as string[];
  return {
    name: method.name,
    description: method.description,
    paramStructure: 'by-name',
    params: Object.entries(propertiesOf(method.params)).map(([name, schema]) => ({
      name,
      description: findDescription(contract, schema),
      required: required.includes(name),
      schema: toStandardSchema(schema),
    })),
    result: { name: 'result', schema: toStandardSchema(method.result) },
    errors: listErrorCodes(method).map((code) => ({ $ref: `#/components/errors/${code}` })),
    'x-kinds': method.kinds,
    'x-needs': method.needs,
    ...toConstraints(method.params),
  };
}

// Expresses our own keywords in standard JSON Schema.
const toConstraints = (params: Schema): object => ({
  ...(params['exactlyOne'] === undefined ? {} : { 'x-exactlyOne': params['exactlyOne'] }),
  ...(params['atMostOne'] === undefined ? {} : { 'x-atMostOne': params['atMostOne'] }),
});

/** Every error code of a method. */
export function listErrorCodes(method: Method): number[] {
  const session = method.needs === 'nothing' ? [] : [-32001];
  const failure = method.kinds.length > 0 ? [-32004] : [];
  return [...new Set([-32602, ...method.codes, ...session, ...failure])];
}

/** A member's own description, or else that of the schema it refers to. */
export function findDescription(contract: Contract, schema: Schema): string {
  const shape = contract.shapes[String(schema['$ref']).replace('#/$defs/', '')];
  return String(schema['description'] ?? shape?.['description'] ?? '');
}

function toStandardSchema(value: unknown): unknown {
  const copy = JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as unknown;
  for (const schema of listSchemas(copy)) {
    const exactlyOne = schema['exactlyOne'] as string[] | undefined;
    if (exactlyOne !== undefined) schema['oneOf'] = exactlyOne.map((name) => ({ required: [name] }));
    delete schema['exactlyOne'];
    delete schema['atMostOne'];
    delete schema['tsType'];
  }
  return copy;
}
