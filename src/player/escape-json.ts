/**
 * JSON text without control characters, and with the same meaning: the lower ones can only stand between values, the
 * others (DEL, C1) only inside of a string.
 */
export const withoutControls = (json: string): string =>
  json
    .replaceAll(/[\x00-\x1f]/g, ' ')
    .replaceAll(/[\x7f-\x9f]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
