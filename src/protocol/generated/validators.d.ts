// Generated from schemas/ by `npm run generate`; do not edit.
import type { SchemaError } from '../describe-error.js';
import type { FrameDelta, MethodName, RecordingEvent } from './types.js';

/** Validates params and fills in their defaults; errors are stored on the function. */
export interface Validator {
  (params: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}
/** The validator of each method. */
export declare const validators: Readonly<Record<MethodName, Validator>>;
/** The validators of a line of a recording, and of the messages in it. */
export declare const recordingValidators: {
  readonly event: (value: unknown) => value is RecordingEvent;
  readonly frameDelta: (value: unknown) => value is FrameDelta;
};
