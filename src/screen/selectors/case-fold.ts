// state: a cache of constants.
const folded = new Map<string, string>();

/**
 * Folds the case of a text for comparison. Each character is folded separately and keeps its length, so that indexes in
 * the text remain valid. Characters whose length would change (İ, ß in capitals) are not folded.
 */
export function fold(text: string): string {
  const isAscii = /^[\x00-\x7f]*$/.test(text);
  return isAscii ? text.toLowerCase() : Array.from(text, foldCharacter).join('');
}

function foldCharacter(character: string): string {
  let result = folded.get(character);
  if (result === undefined) {
    // Via upper case, so that a final sigma and a long s are folded too.
    result = chooseIfAsLong(character, character.toUpperCase());
    result = chooseIfAsLong(result, result.toLowerCase());
    folded.set(character, result);
  }
  return result;
}

const chooseIfAsLong = (text: string, other: string): string => (other.length === text.length ? other : text);
