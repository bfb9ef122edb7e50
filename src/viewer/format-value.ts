/** Returns a string unchanged and any other value as JSON. `String` throws for an object that has its own `toString`. */
export const formatValue = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
