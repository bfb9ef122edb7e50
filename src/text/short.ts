// Longer than any name there is; the client knows what it sent.
const longestName = 100;

/** A name to be said again, cut when it is longer than any name is. */
export const short = (name: string): string => (name.length > longestName ? `${name.slice(0, longestName)}…` : name);
