// Generated from schemas/ by `npm run generate`; do not edit.
import type { SchemaError } from '../../protocol/describe-error.js';
import type { ToolName } from './types.js';

/** Validates arguments and fills in their defaults; errors are stored on the function. */
export interface Validator {
  (params: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}
/** The validator of each tool. */
export declare const validators: Readonly<Record<ToolName, Validator>>;
