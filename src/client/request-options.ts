/** Options of one request. */
export interface RequestOptions {
  /** Cancels the request when aborted. */
  readonly signal?: AbortSignal | undefined;
}
