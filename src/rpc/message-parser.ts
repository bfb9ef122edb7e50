import { describeReason, type Message, parseMessage } from './message.js';

/** Parses the lines of one stream; errors name the line, counted from 1. */
export class MessageParser {
  #hasHinted = false;

  parse(text: string, line: number): Message {
    return parseMessage(
      text,
      (error) => `Line ${line} is not valid JSON: ${describeReason(error)}.${this.#createHint(text)}`,
    );
  }

  // Formatted JSON has an error in each of its lines: one hint is enough.
  #createHint(text: string): string {
    if (this.#hasHinted || !/[{[,]\s*$/.test(text)) return '';
    this.#hasHinted = true;
    return ' A message must be on a single line; formatted JSON is not accepted.';
  }
}
