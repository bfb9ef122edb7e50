/** Escapes control characters, which a terminal might execute. Line breaks and tabs are retained. */
export const escapeControls = (text: string): string =>
  text.replaceAll(
    /[\0-\x08\x0b-\x1f\x7f-\x9f]/g,
    (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
