/**
 * Removes control characters from JSON text without changing its meaning: C0 characters can only occur between values,
 * DEL and C1 characters only inside strings.
 */
export const escapeControls = (json: string): string =>
  json
    .replaceAll(/[\x00-\x1f]/g, ' ')
    .replaceAll(/[\x7f-\x9f]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
