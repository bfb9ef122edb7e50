import { oneLine } from '../text/one-line.js';
import type { FailureKind } from './generated/types.js';

/** A method that could not do what was asked; `facts` are what a reader needs to see why. */
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

/** Something in the request that is wrong whatever the program does, found only now. */
export class InvalidParamError extends Error {
  override readonly name = 'Unacceptable';
  /** JSON pointer to the member of params. */
  readonly pointer: string;

  constructor(pointer: string, reason: string) {
    super(oneLine(reason));
    this.pointer = pointer;
  }
}
