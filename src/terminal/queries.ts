import { capabilityReports } from '../answers/capabilities.js';
import { colourReport, colourRequests, colourSequences, type ProgramColours } from '../answers/colours.js';
import { type CsiQuestion, csiQuestions } from '../answers/csi.js';
import type { Params, Situation } from '../answers/situation.js';
import { settingReport } from '../answers/status.js';
import type { SequenceParser } from '../xterm/terminal.js';
import { onReset } from './notices.js';

/** Something that a program asked its terminal and got no answer to. */
export interface Query {
  /** As in `CSI > q`. */
  readonly sequence: string;
  readonly meaning: string;
}

/** A terminal that is asked. */
export interface Asked {
  readonly parser: SequenceParser;
  readonly situation: Situation;
  readonly colours: ProgramColours;
  /** How the string ended that is being handled. */
  terminator(): string;
  /** Takes an answer to the program; false when there is no room for it. */
  answer(text: string): unknown;
}

// A program that asks for everything shall not fill the memory.
const mostQueries = 100;
const longestQuery = 80;
const strangeColours: Readonly<Record<number, string>> = {
  5: 'a special colour',
  13: 'the colour of the pointer',
  14: 'the background of the pointer',
  17: 'the selection background',
  19: 'the selection colour',
  21: 'colours (kitty)',
  22: 'shape of the pointer',
  50: 'the font',
  52: 'the clipboard',
};

/** Answers a program at the byte that ends its question, and remembers what nobody answered. */
export class Queries {
  readonly #asked: Asked;
  readonly #unanswered = new Map<string, Query>();

  constructor(asked: Asked) {
    this.#asked = asked;
    for (const question of csiQuestions) this.#hear(question);
    this.#hearStrings();
    this.#hearColours();
    this.#hearStrange();
  }

  /** What the program asked and nobody answered, each once. */
  get unanswered(): readonly Query[] {
    return [...this.#unanswered.values()];
  }

  #hear({ prefix, intermediates, final, meaning, answer }: CsiQuestion): void {
    const { parser, situation } = this.#asked;
    const id = {
      ...(prefix === undefined ? {} : { prefix }),
      ...(intermediates === undefined ? {} : { intermediates }),
    };
    parser.registerCsiHandler({ ...id, final }, (params) => {
      const asked = meaning(params);
      if (asked === undefined) return false;
      const reply = answer?.(params, situation);
      const end = `${intermediates ?? ''}${final}`;
      if (reply === undefined || !this.#answer(reply))
        this.#note(['CSI', prefix, numbersOf(params), end].filter(Boolean).join(' '), asked);
      return reply !== undefined;
    });
  }

  #hearStrings(): void {
    const { parser, situation } = this.#asked;
    // DECID, an older DA1.
    parser.registerEscHandler({ final: 'Z' }, () => {
      const [attributes] = csiQuestions;
      if (!this.#answer(attributes?.answer?.([0], situation) ?? '')) this.#note('ESC Z', 'identification (DECID)');
      return true;
    });
    parser.registerDcsHandler({ intermediates: '$', final: 'q' }, (text) => {
      const data = withoutDelete(text);
      if (!this.#answer(settingReport(data, situation))) this.#note(`DCS $ q ${data}`, 'a setting (DECRQSS)');
      return true;
    });
    parser.registerDcsHandler({ intermediates: '+', final: 'q' }, (text) => {
      const data = withoutDelete(text);
      for (const report of capabilityReports(data, situation))
        if (!this.#answer(report)) {
          this.#note(`DCS + q ${data}`, 'terminfo capabilities (XTGETTCAP)');
          break;
        }
      return true;
    });
  }

  // Nobody answers these.
  #hearStrange(): void {
    const { parser } = this.#asked;
    parser.registerDcsHandler({ intermediates: '+', final: 'Q' }, (data) => {
      this.#note(`DCS + Q ${data}`, 'X resources (XTGETXRES)');
      return true;
    });
    parser.registerOscHandler(1337, (data) => {
      if (data.startsWith('Report')) this.#note(`OSC 1337 ; ${data}`, 'a report (iTerm2)');
      return false;
    });
  }

  #hearColours(): void {
    const { parser, colours } = this.#asked;
    for (const number of colourSequences)
      parser.registerOscHandler(number, (data) => {
        this.#repaint(number, data);
        return true;
      });
    for (const [number, meaning] of Object.entries(strangeColours))
      parser.registerOscHandler(Number(number), (data) => {
        if (data.endsWith('?')) this.#note(`OSC ${number} ; ${data}`, meaning);
        return false;
      });
    onReset(parser, () => colours.resetAll());
  }

  #repaint(number: number, data: string): void {
    const { colours, terminator } = this.#asked;
    const requests = colourRequests(number, data);
    if (requests.length === 0 && data.endsWith('?')) this.#note(`OSC ${number} ; ${data}`, 'a colour');
    for (const request of requests) {
      if (request.kind === 'set') colours.set(request.place, request.colour);
      else if (request.kind === 'reset') colours.reset(request.place);
      else if (!this.#answer(`${colourReport(request.place, colours.at(request.place))}${terminator()}`)) {
        this.#note(`OSC ${number} ; ${data}`, 'a colour');
        return;
      }
    }
  }

  #answer(text: string): boolean {
    return this.#asked.answer(text) !== false;
  }

  #note(sequence: string, meaning: string): void {
    const query = { sequence: sequence.slice(0, longestQuery), meaning };
    if (this.#unanswered.size < mostQueries) this.#unanswered.set(query.sequence, query);
  }
}

// To be ignored there, but the parser does so only at the beginning of a chunk.
const withoutDelete = (text: string): string => text.replaceAll('\x7f', '');
const numbersOf = (params: Params): string => params.join(';').replace(/^0$/, '');
