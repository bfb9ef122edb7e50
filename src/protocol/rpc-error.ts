import type { ErrorCodes, ResponseMessage } from 'vscode-jsonrpc';

/** All error codes; the first five are defined by JSON-RPC. */
export const codes = {
  parseError: -32700 satisfies typeof ErrorCodes.ParseError,
  invalidRequest: -32600 satisfies typeof ErrorCodes.InvalidRequest,
  methodNotFound: -32601 satisfies typeof ErrorCodes.MethodNotFound,
  invalidParams: -32602 satisfies typeof ErrorCodes.InvalidParams,
  internalError: -32603 satisfies typeof ErrorCodes.InternalError,
  noSession: -32001,
  sessionActive: -32002,
  failed: -32004,
  notInBatch: -32020,
  cancelled: -32800,
} as const;

/** An error that is sent to the client. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: object | undefined;

  constructor(code: number, message: string, data?: object) {
    super(message);
    this.code = code;
    this.data = data;
  }

  toJSON(): NonNullable<ResponseMessage['error']> {
    const { code, message, data } = this;
    return data === undefined ? { code, message } : { code, message, data };
  }
}

/** -32602 with one finding at `pointer`, a JSON pointer into params. `reason` is a sentence. */
export function createInvalidParamsError(pointer: string, reason: string): RpcError {
  return new RpcError(codes.invalidParams, `Invalid params: ${reason}`, { errors: [{ pointer, reason }] });
}

/** -32800. */
export const createCancelledError = (): RpcError => new RpcError(codes.cancelled, 'The request was cancelled.');
