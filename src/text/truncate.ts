// Longer than any valid name; the client knows the full text that it sent.
const maxNameLength = 100;

/** Truncates a name for use in a message. */
export const truncate = (name: string): string =>
  name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name;
