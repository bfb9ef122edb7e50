/** An element of a document: its text is all text inside it. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

const attribute = /([a-z][a-zA-Z:-]*)="((?:[^"<&]|&(?:amp|lt|gt|quot|#39);)*)"/g;
const token =
  /<(?<name>[a-z][a-z0-9]*)(?<attributes>(?: [a-z][a-zA-Z:-]*="(?:[^"<&]|&(?:amp|lt|gt|quot|#39);)*")*)(?<empty>\/?)>|<\/(?<end>[a-z][a-z0-9]*)>|(?<text>(?:[^<&>]|&(?:amp|lt|gt|quot|#39);)+)/gy;
// Tab and line feed, then the characters that XML 1.0 allows, without the controls that it discourages.
const allowed = /^[\t\n\x20-\x7e\u{a0}-\u{d7ff}\u{e000}-\u{fdcf}\u{fdf0}-\u{fffd}\u{10000}-\u{10ffff}]*$/u;

/** Lists the elements of a document in order; throws if it is not well-formed XML of the simplest kind. */
export function parseElements(document: string): Element[] {
  const elements: Element[] = [];
  const open: Element[] = [];
  for (const { name, attributes = '', empty, end, text = '' } of parseTokens(
    document.replace(/^<!DOCTYPE html>\n/, ''),
  )) {
    for (const element of open) element.text += decodeEntities(text);
    if (end !== undefined && open.pop()?.name !== end) throw new Error(`</${end}> has no start tag`);
    if (name === undefined) continue;
    if (open.length === 0 && elements.length > 0) throw new Error('more than one root element');
    const element = { name, attributes: parseAttributes(attributes), text: '' };
    elements.push(element);
    if (empty === '') open.push(element);
  }
  if (open.length > 0 || elements.length === 0) throw new Error('an element has no end tag');
  return elements;
}

function* parseTokens(source: string): Generator<Record<string, string | undefined>> {
  if (!allowed.test(source)) throw new Error('a forbidden character');
  let end = 0;
  for (const { index, 0: whole, groups } of source.matchAll(token)) {
    end = index + whole.length;
    yield groups as Record<string, string | undefined>;
  }
  if (end < source.length) throw new Error(`not well-formed: ${source.slice(end, end + 60)}`);
}

function parseAttributes(source: string): Record<string, string> {
  const pairs = [...source.matchAll(attribute)].map(
    ([, name, value]) => [name as string, decodeEntities(value as string)] as const,
  );
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length) throw new Error(`duplicate attribute: ${source}`);
  return Object.fromEntries(pairs);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const decodeEntities = (text: string): string =>
  text.replace(/&([a-z#0-9]+);/g, (_, name: string) => entities[name] as string);
