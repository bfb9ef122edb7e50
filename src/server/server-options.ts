import type { Defaults } from './methods/context.js';

export type { ViewSettings } from './methods/context.js';

/** Receives the raw output of programs; the bytes are only valid during the call. */
export type TakeOutput = (bytes: Uint8Array) => void;

/** How a server runs. */
export interface ServerOptions {
  readonly defaults: Omit<Defaults, 'environment' | 'takeOutput'>;
  readonly maxLineBytes: number;
  /** The first error ends the server. */
  readonly isFailFast: boolean;
  /** Each request and response is logged. */
  readonly isLoggingRequests: boolean;
}
