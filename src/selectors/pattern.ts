/** A client's regular expression. */
export interface Pattern {
  readonly pattern: string;
  readonly flags: string;
  /** Its JSON pointer in the params, for errors. */
  readonly pointer?: string;
  /** Only the first match is needed, and it may be empty. */
  readonly isFirstOnly?: true;
}

// state: keyed weakly by the pattern of one request.
const expressions = new WeakMap<Pattern, RegExp>();

/** Compiles a pattern to an expression that finds every match. Throws if the pattern is invalid. */
export function compilePattern(pattern: Pattern): RegExp {
  let expression = expressions.get(pattern);
  if (expression === undefined) {
    expression = new RegExp(pattern.pattern.normalize('NFC'), `${pattern.flags}g`);
    expressions.set(pattern, expression);
  }
  return expression;
}

/** Why the engine rejects a pattern, without the pattern and without the flag `g` that the server adds. */
export function describePatternError(error: unknown): string {
  const reason = isAboutFlags(error)
    ? 'these `flags` cannot be combined'
    : (error as Error).message.replace(/^.*: /s, '');
  return `Invalid regular expression: ${reason}.`;
}

/** Whether the engine rejects the flags, not the pattern. */
export const isAboutFlags = (error: unknown): boolean => (error as Error).message.startsWith('Invalid flags');
