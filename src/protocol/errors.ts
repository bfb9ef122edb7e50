import { oneLine } from '../text/one-line.js';
import type { FailureKind } from './generated/types.js';

/** A method failure; `facts` describe its cause. */
export class MethodError extends Error {
  override readonly name = 'Failure';
  readonly kind: FailureKind;
  readonly facts: object;

  constructor(kind: FailureKind, message: string, facts: object = {}, options?: ErrorOptions) {
    super(oneLine(message), options);
    this.kind = kind;
    this.facts = facts;
  }
}

/** An invalid parameter that the schema cannot detect. */
export class InvalidParamError extends Error {
  override readonly name = 'Unacceptable';
  /** JSON pointer to the member of params. */
  readonly pointer: string;

  constructor(pointer: string, reason: string) {
    super(oneLine(reason));
    this.pointer = pointer;
  }
}
