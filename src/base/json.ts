// JSON that is not trusted.

/** The members of a JSON object. */
export type Members = Readonly<Record<string, unknown>>;

/** Whether a value of JSON is an object. */
export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object, or one without members if the value is none. */
export const objectFrom = (value: unknown): Members => (isObject(value) ? value : {});

/** Parses JSON; undefined if it is not valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
