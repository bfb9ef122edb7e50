/** A client's regular expression. */
export interface Pattern {
  readonly pattern: string;
  readonly flags: string;
  /** Its JSON pointer in the params, for errors. */
  readonly pointer?: string;
  /** Only the first match is needed, and it may be empty. */
  readonly isFirstOnly?: true;
  /** It is searched in all lines at once, where `^` and `$` still match at the ends of each line. */
  readonly isMultiline?: true;
}

/** The flags that a pattern is compiled with. */
export const flagsOf = ({ flags, isMultiline }: Pattern): string =>
  isMultiline === true && !flags.includes('m') ? `${flags}m` : flags;

// An escape, a class or a character. Nested classes (flag `v`) are split into classes and other characters.
const token = /\\(?:c[jJ]|x0[aA]|u000[aA]|u\{0*[aA]\}|[\s\S])|\[(\^?)((?:\\[\s\S]|[^\\\]])*)\]|[\s\S]/g;
const lineBreak = /^(?:\n|\\(?:n|c[jJ]|x0[aA]|u000[aA]|u\{0*[aA]\}))$/;
const complements = [
  ['\\s', '\\S'],
  ['\\d', '\\D'],
  ['\\w', '\\W'],
] as const;

/**
 * Whether a pattern says that its matches can contain line breaks: by the flag `s`, by a line break such as `\n`, or by a
 * class of all characters such as `[\s\S]`. Classes that merely include line breaks, such as `\s`, do not say so.
 */
export const crossesLines = (pattern: string, flags: string): boolean =>
  flags.includes('s') ||
  /(?<!\\)\(\?[im]*s/.test(pattern) ||
  Array.from(pattern.matchAll(token)).some(([source, caret, members]) => {
    if (members === undefined) return lineBreak.test(source);
    if (caret !== '') return members === '';
    const escapes = Array.from(members.matchAll(token), ([member]) => member);
    return (
      escapes.some((member) => lineBreak.test(member)) ||
      complements.some((pair) => pair.every((member) => escapes.includes(member)))
    );
  });

// state: keyed weakly by the pattern of one request.
const expressions = new WeakMap<Pattern, RegExp>();

/** Compiles a pattern to an expression that finds every match. Throws if the pattern is invalid. */
export function compilePattern(pattern: Pattern): RegExp {
  let expression = expressions.get(pattern);
  if (expression === undefined) {
    expression = new RegExp(pattern.pattern.normalize('NFC'), `${flagsOf(pattern)}g`);
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
