type Method = (this: unknown, ...args: unknown[]) => unknown;

/**
 * Makes `override` and `scoped` of a test API merge `terminalOptions` with those of the enclosing suites, key by key:
 * vitest replaces the value of a fixture.
 */
export function mergeOverrides<T extends object>(api: T): T {
  const methods = api as Record<string, Method | undefined>;
  for (const name of ['override', 'scoped']) {
    const method = methods[name];
    if (method === undefined) continue;
    methods[name] = function (first, ...others) {
      return method.call(this, ...withMerging(first, others));
    };
  }
  const { extend } = methods;
  methods['extend'] = function (...args) {
    return mergeOverrides(extend?.apply(this, args) as object);
  };
  return api;
}

/** The arguments `({ terminalOptions })` or `('terminalOptions', value)`, with a fixture that depends on itself. */
function withMerging(first: unknown, others: unknown[]): unknown[] {
  if (first === 'terminalOptions' && isOptions(others[0])) return [{ terminalOptions: mergeWith(others[0]) }];
  const { terminalOptions } = first as { readonly terminalOptions?: unknown };
  if (!isOptions(terminalOptions)) return [first, ...others];
  return [{ ...(first as object), terminalOptions: mergeWith(terminalOptions) }, ...others];
}

const isOptions = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Outer {
  readonly terminalOptions: { readonly env?: object };
}

const mergeWith =
  (options: { readonly env?: object }) =>
  async ({ terminalOptions }: Outer, use: (value: object) => Promise<void>): Promise<void> => {
    const env = { ...terminalOptions.env, ...options.env };
    await use({ ...terminalOptions, ...options, env });
  };
