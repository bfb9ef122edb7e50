import type { MethodName, MethodParams } from './generated/types.js';
import { validators } from './generated/validators.js';
import type { Params } from './message.js';
import { createValidationError, dropNulls } from './validation.js';

/** Validates params and fills in defaults; throws -32602 with all findings. */
export function validateParams<M extends MethodName>(method: M, params: Params): MethodParams[M] {
  const validate = validators[method];
  // A null that no schema allows is the same as an absent member: remove it and validate again.
  while (!validate(params)) {
    const errors = validate.errors ?? [];
    if (!dropNulls(params, errors)) throw createValidationError(errors, params);
  }
  return params as unknown as MethodParams[M];
}
