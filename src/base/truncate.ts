// Longer than any valid name; the client knows the full text that it sent.
const maxNameLength = 100;

/** The beginning of a text, without half of a character at its end. */
export const clipText = (text: string, maxLength: number): string =>
  text.length > maxLength ? text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '') : text;

/** Truncates a name for use in a message. */
export const truncate = (name: string): string =>
  name.length > maxNameLength ? `${clipText(name, maxNameLength)}…` : name;
