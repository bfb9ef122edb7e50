/** A client's regular expression. */
export interface Pattern {
  readonly pattern: string;
  readonly flags: string;
  /** Where it stands in the params (a JSON pointer), for complaints. */
  readonly pointer?: string;
  /** Only the first match is sought, and that may be empty. */
  readonly isFirstOnly?: true;
}

const expressions = new WeakMap<Pattern, RegExp>();

/** A client's pattern as an expression that finds every match; throws when it is none. */
export function expressionOf(pattern: Pattern): RegExp {
  let expression = expressions.get(pattern);
  if (expression === undefined) {
    expression = new RegExp(pattern.pattern.normalize('NFC'), `${pattern.flags}g`);
    expressions.set(pattern, expression);
  }
  return expression;
}

/** Why the engine refuses an expression, without the expression and the flag that is ours. */
export function reasonOf(error: unknown): string {
  const reason = isAboutFlags(error)
    ? 'these flags do not go together'
    : (error as Error).message.replace(/^.*: /s, '');
  return `invalid regular expression: ${reason}`;
}

/** Whether it is the flags that the engine refuses. */
export const isAboutFlags = (error: unknown): boolean => (error as Error).message.startsWith('Invalid flags');
