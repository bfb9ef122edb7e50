import { encodeSgr } from '../../screen/style.js';
import { onReset } from '../osc.js';
import type { SequenceParser } from '../xterm/terminal.js';
import { type CsiQuery, csiQueries } from './csi.js';
import { colorSequences, createColorReport, type ProgramColors, parseColorRequests } from './program-colors.js';
import { createCapabilityReports, type QueryParams, type TerminalState } from './terminal-state.js';

// Keyed by the final characters of the sequence that sets the setting; the reply contains that sequence.
const settings: Readonly<Record<string, (state: TerminalState) => string>> = {
  m: ({ style }) => ['0', encodeSgr(style)].filter(Boolean).join(';'),
  r: ({ region }) => `${region.top + 1};${region.bottom + 1}`,
  t: ({ rows }) => String(rows),
  '$|': ({ cols }) => String(cols),
  '*|': ({ rows }) => String(rows),
  ' q': ({ cursorStyle }) => String(cursorStyle),
  '"q': ({ isProtected }) => (isProtected ? '1' : '0'),
  // A VT220 with 7-bit controls.
  '"p': () => '62;1',
  // There is no status line.
  '$}': () => '0',
  '$~': () => '0',
};

/** The reply to DECRQSS, which reports a setting as the sequence that would set it. */
function createSettingReport(requested: string, state: TerminalState): string {
  if (!Object.hasOwn(settings, requested)) return '\x1bP0$r\x1b\\';
  return `\x1bP1$r${settings[requested]?.(state)}${requested}\x1b\\`;
}

/** Records a query that was not answered: the sequence, such as `CSI > q`, and what it requests. */
type Note = (sequence: string, meaning: string) => void;

interface UnsupportedQuery {
  readonly meaning: string;
  /** Whether the data of the sequence is a query. */
  isQuery(data: string): boolean;
}

const createMarkedQuery = (meaning: string): UnsupportedQuery => ({ meaning, isQuery: (data) => data.endsWith('?') });
const createQuery = (meaning: string): UnsupportedQuery => ({ meaning, isQuery: () => true });

/** OSC queries that are not answered. */
const unsupportedOsc: Readonly<Record<number, UnsupportedQuery>> = {
  5: createMarkedQuery('a special color'),
  13: createMarkedQuery('the color of the pointer'),
  14: createMarkedQuery('the background of the pointer'),
  17: createMarkedQuery('the selection background'),
  19: createMarkedQuery('the selection color'),
  21: createMarkedQuery('colors (kitty)'),
  22: { meaning: 'shape of the pointer', isQuery: (data) => data.startsWith('?') },
  50: createMarkedQuery('the font'),
  52: createMarkedQuery('the clipboard'),
  60: createQuery('what is allowed (XTQALLOWED)'),
  61: createQuery('what is not allowed (XTQDISALLOWED)'),
  99: { meaning: 'support of notifications (kitty)', isQuery: (data) => /^[^;]*\bp=\?/.test(data) },
  1337: { meaning: 'a report (iTerm2)', isQuery: (data) => /^(?:Report|Capabilities)/.test(data) },
};

/** Records OSC and DCS queries that are not answered. */
function noteUnsupportedQueries(parser: SequenceParser, note: Note): void {
  parser.registerDcsHandler({ intermediates: '+', final: 'Q' }, (data) => {
    note(`DCS + Q ${data}`, 'X resources (XTGETXRES)');
    return true;
  });
  for (const [number, { meaning, isQuery }] of Object.entries(unsupportedOsc))
    parser.registerOscHandler(Number(number), (data) => {
      if (isQuery(data)) note(data === '' ? `OSC ${number}` : `OSC ${number} ; ${data}`, meaning);
      return false;
    });
}

/** Records a command (APC) that queries support of pictures. */
function noteCommand(text: string, note: Note): void {
  if (/^G[^;]*\ba=q\b/.test(text)) note(`APC ${text}`, 'support of pictures (kitty graphics)');
}

/** A query that was not answered. */
interface Query {
  /** As in `CSI > q`. */
  readonly sequence: string;
  readonly meaning: string;
}

/** Access to the terminal that receives the queries. */
interface QueryContext {
  readonly parser: SequenceParser;
  readonly state: TerminalState;
  readonly colors: ProgramColors;
  /** The terminator of the string that is being handled. */
  getTerminator(): string;
  /** Sends a reply to the program; returns false when there is no room. */
  reply(text: string): unknown;
}

// Limits the memory for a program that sends many different queries.
const maxQueries = 100;
const maxSequenceLength = 80;

/** Replies to queries at the byte that ends them, and records those that are not answered. */
export class Queries {
  readonly #context: QueryContext;
  readonly #unanswered = new Map<string, Query>();

  readonly #note: Note = (sequence, meaning) => {
    const query = { sequence: sequence.slice(0, maxSequenceLength).replace(/[\ud800-\udbff]$/, ''), meaning };
    if (this.#unanswered.size < maxQueries) this.#unanswered.set(query.sequence, query);
  };

  constructor(context: QueryContext) {
    this.#context = context;
    for (const query of csiQueries) this.#handleCsi(query);
    this.#handleStrings();
    this.#handleColors();
    noteUnsupportedQueries(context.parser, this.#note);
  }

  /** The queries that were not answered, without duplicates. */
  get unanswered(): readonly Query[] {
    return [...this.#unanswered.values()];
  }

  /** The answerback message (ENQ) is empty. */
  readonly handleEnquiry = (): void => this.#note('ENQ', 'the answerback message');

  readonly handleCommand = (text: string): void => noteCommand(text, this.#note);

  #handleCsi({ prefix, intermediates, final, meaning, reply }: CsiQuery): void {
    const { parser, state } = this.#context;
    const id = {
      ...(prefix === undefined ? {} : { prefix }),
      ...(intermediates === undefined ? {} : { intermediates }),
    };
    parser.registerCsiHandler({ ...id, final }, (params) => {
      const requested = meaning(params);
      if (requested === undefined) return false;
      const text = reply?.(params, state);
      const end = `${intermediates ?? ''}${final}`;
      if (text === undefined || !this.#reply(text))
        this.#note(['CSI', prefix, formatNumbers(params), end].filter(Boolean).join(' '), requested);
      return text !== undefined;
    });
  }

  #handleStrings(): void {
    const { parser, state } = this.#context;
    // DECID, an older DA1.
    parser.registerEscHandler({ final: 'Z' }, () => {
      const [attributes] = csiQueries;
      if (!this.#reply(attributes?.reply?.([0], state) ?? '')) this.#note('ESC Z', 'identification (DECID)');
      return true;
    });
    parser.registerDcsHandler({ intermediates: '$', final: 'q' }, (text) => {
      const data = removeDelete(text);
      if (!this.#reply(createSettingReport(data, state))) this.#note(`DCS $ q ${data}`, 'a setting (DECRQSS)');
      return true;
    });
    parser.registerDcsHandler({ intermediates: '+', final: 'q' }, (text) => {
      const data = removeDelete(text);
      for (const report of createCapabilityReports(data, state))
        if (!this.#reply(report)) {
          this.#note(`DCS + q ${data}`, 'terminfo capabilities (XTGETTCAP)');
          break;
        }
      return true;
    });
  }

  #handleColors(): void {
    const { parser, colors } = this.#context;
    for (const number of colorSequences)
      parser.registerOscHandler(number, (data) => {
        this.#handleColor(number, data);
        return true;
      });
    onReset(parser, () => colors.resetAll());
  }

  #handleColor(number: number, data: string): void {
    const { colors, getTerminator } = this.#context;
    const requests = parseColorRequests(number, data);
    if (requests.length === 0 && data.endsWith('?')) this.#note(`OSC ${number} ; ${data}`, 'a color');
    for (const request of requests) {
      if (request.kind === 'set') colors.set(request.place, request.color);
      else if (request.kind === 'reset') colors.reset(request.place);
      else if (!this.#reply(`${createColorReport(request.place, colors.getColor(request.place))}${getTerminator()}`)) {
        this.#note(`OSC ${number} ; ${data}`, 'a color');
        return;
      }
    }
  }

  #reply(text: string): boolean {
    return this.#context.reply(text) !== false;
  }
}

// DEL must be ignored inside a string, but the parser ignores it only at the start of a chunk.
const removeDelete = (text: string): string => text.replaceAll('\x7f', '');
const formatNumbers = (params: QueryParams): string => params.join(';').replace(/^0$/, '');
