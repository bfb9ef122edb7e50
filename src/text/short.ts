// Longer than any name there is; the client knows what it sent.
const maxName = 100;

/** A name to be said again, cut when it is longer than any name is. */
export const short = (name: string): string => (name.length > maxName ? `${name.slice(0, maxName)}…` : name);
