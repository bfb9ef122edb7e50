// The types of requests and results, as the library sends and receives them.
export type * from './generated/wire.js';

/** The params of a request in which optional members may also be undefined. */
export type Loose<T> = { [K in keyof T]: T[K] | undefined };

/** The text on the screen that is closest to the one that was searched for; `row` and `col` are 1-based. */
export interface ClosestText {
  readonly text: string;
  readonly row: number;
  readonly col: number;
}

/** Options of one request. */
export interface RequestOptions {
  /** Cancels the request when aborted. */
  readonly signal?: AbortSignal | undefined;
}

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Removes the members that are undefined. */
export function omitUndefined<T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}
