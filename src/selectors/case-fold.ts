const folded = new Map<string, string>();

/**
 * A text without upper and lower case, for comparing. Each character folds by itself and keeps its length, so that places
 * in the text stay where they are: what changes its length (İ, ß in capitals) stays as it is.
 */
export function fold(text: string): string {
  const isAscii = /^[\x00-\x7f]*$/.test(text);
  return isAscii ? text.toLowerCase() : Array.from(text, foldCharacter).join('');
}

function foldCharacter(character: string): string {
  let result = folded.get(character);
  if (result === undefined) {
    // By way of the capital: a final sigma and a long s are their letters too.
    result = ifAsLong(character, character.toUpperCase());
    result = ifAsLong(result, result.toLowerCase());
    folded.set(character, result);
  }
  return result;
}

const ifAsLong = (text: string, other: string): string => (other.length === text.length ? other : text);
