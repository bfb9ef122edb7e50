import type { SequenceParser } from '../../xterm/terminal.js';
import { onReset } from '../parser-hooks.js';
import { capabilityReports } from './capabilities.js';
import { type CsiQuestion, csiQuestions } from './csi.js';
import { colorReport, colorRequests, colorSequences, type ProgramColors } from './program-colors.js';
import { settingReport } from './status.js';
import type { QueryParams, TerminalState } from './terminal-state.js';
import { hearStrange, type Note, noteCommand } from './unsupported.js';

/** Something that a program asked its terminal and got no answer to. */
export interface Query {
  /** As in `CSI > q`. */
  readonly sequence: string;
  readonly meaning: string;
}

/** A terminal that is asked. */
export interface Asked {
  readonly parser: SequenceParser;
  readonly situation: TerminalState;
  readonly colors: ProgramColors;
  /** How the string ended that is being handled. */
  terminator(): string;
  /** Takes an answer to the program; false when there is no room for it. */
  answer(text: string): unknown;
}

// A program that asks for everything shall not fill the memory.
const maxQueries = 100;
const maxQuery = 80;

/** Answers a program at the byte that ends its question, and remembers what nobody answered. */
export class Queries {
  readonly #asked: Asked;
  readonly #unanswered = new Map<string, Query>();

  readonly #note: Note = (sequence, meaning) => {
    const query = { sequence: sequence.slice(0, maxQuery), meaning };
    if (this.#unanswered.size < maxQueries) this.#unanswered.set(query.sequence, query);
  };

  constructor(asked: Asked) {
    this.#asked = asked;
    for (const question of csiQuestions) this.#hear(question);
    this.#hearStrings();
    this.#hearColors();
    hearStrange(asked.parser, this.#note);
  }

  /** What the program asked and nobody answered, each once. */
  get unanswered(): readonly Query[] {
    return [...this.#unanswered.values()];
  }

  /** The answerback message (ENQ) is empty. */
  readonly enquiry = (): void => this.#note('ENQ', 'the answerback message');

  readonly command = (text: string): void => noteCommand(text, this.#note);

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

  #hearColors(): void {
    const { parser, colors } = this.#asked;
    for (const number of colorSequences)
      parser.registerOscHandler(number, (data) => {
        this.#repaint(number, data);
        return true;
      });
    onReset(parser, () => colors.resetAll());
  }

  #repaint(number: number, data: string): void {
    const { colors, terminator } = this.#asked;
    const requests = colorRequests(number, data);
    if (requests.length === 0 && data.endsWith('?')) this.#note(`OSC ${number} ; ${data}`, 'a color');
    for (const request of requests) {
      if (request.kind === 'set') colors.set(request.place, request.color);
      else if (request.kind === 'reset') colors.reset(request.place);
      else if (!this.#answer(`${colorReport(request.place, colors.at(request.place))}${terminator()}`)) {
        this.#note(`OSC ${number} ; ${data}`, 'a color');
        return;
      }
    }
  }

  #answer(text: string): boolean {
    return this.#asked.answer(text) !== false;
  }
}

// To be ignored there, but the parser does so only at the beginning of a chunk.
const withoutDelete = (text: string): string => text.replaceAll('\x7f', '');
const numbersOf = (params: QueryParams): string => params.join(';').replace(/^0$/, '');
