/** The target of a link: a time in milliseconds, or the number of a request. */
export type LinkTarget = { readonly at: number } | { readonly id: number };

/** Parses `#t=12.3` (seconds) or `#r=57` (request). */
export function parseLink(hash: string): LinkTarget | undefined {
  const [, name, value] = /^#(t|r)=(\d+(?:\.\d+)?)$/.exec(hash) ?? [];
  if (name === undefined) return undefined;
  return name === 't' ? { at: Number(value) * 1000 } : { id: Number(value) };
}

/** Returns the link to a moment. */
export const toLink = (place: LinkTarget): string =>
  'id' in place ? `#r=${place.id}` : `#t=${Number((place.at / 1000).toFixed(3))}`;
