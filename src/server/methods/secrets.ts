import { InvalidParamError } from '../../base/errors.js';
import { isLongEnough } from '../../screen/redaction/text.js';
import type { Session } from '../../session/terminal-session.js';

const maxSecretLength = 1000;

/** Rejects a text that is too short or too long to be hidden; the message does not contain it. */
export function checkSecret(text: string, pointer: string): void {
  const name = `\`${pointer.slice(1).replace(/\/(\d+)$/, '[$1]')}\``;
  if (!isLongEnough(text))
    throw new InvalidParamError(
      pointer,
      `${name} is too short to be hidden. A secret has at least 4 characters, not counting blanks at its ends`,
    );
  const { length } = [...text];
  if (length > maxSecretLength)
    throw new InvalidParamError(pointer, `${name} has ${length} characters. A secret has at most ${maxSecretLength}`);
}

/** Adds a text that is going to be typed to the secrets of the session, if it is one. */
export function noteSecret({ secrets }: Session, text: string, isSecret: boolean): void {
  if (isSecret) secrets.add(text);
}
