/** Something that a program asked its terminal and got no answer to. */
export interface Query {
  /** As in `CSI > q`. */
  readonly sequence: string;
  readonly meaning: string;
}

type Params = readonly (number | readonly number[])[];
interface SequenceId {
  readonly prefix?: string;
  readonly intermediates?: string;
  readonly final: string;
}
/** The part of an emulator's parser that lets others see sequences. */
export interface SequenceParser {
  registerCsiHandler(id: SequenceId, handler: (params: (number | number[])[]) => boolean): unknown;
  registerDcsHandler(id: SequenceId, handler: (data: string) => boolean): unknown;
  registerOscHandler(number: number, handler: (data: string) => boolean): unknown;
}

interface CsiQuestion {
  readonly prefix?: string;
  readonly final: string;
  /** What it asks for; undefined when it is no question. */
  meaning(params: Params): string | undefined;
}

const sizes: Readonly<Record<number, string>> = {
  14: 'window size in pixels',
  15: 'screen size in pixels',
  16: 'cell size in pixels',
  18: 'window size in cells',
  19: 'screen size in cells',
  20: 'icon title',
  21: 'window title',
};
const csiQuestions: readonly CsiQuestion[] = [
  { prefix: '=', final: 'c', meaning: () => 'tertiary device attributes (DA3)' },
  { prefix: '>', final: 'q', meaning: () => 'name and version of the terminal (XTVERSION)' },
  { prefix: '?', final: 'm', meaning: () => 'key modifier options (XTQMODKEYS)' },
  { prefix: '?', final: 'n', meaning: ([what]) => (what === 996 ? 'colour scheme' : undefined) },
  { final: 't', meaning: ([what]) => sizes[Number(what)] },
  { final: 'x', meaning: () => 'terminal parameters (DECREQTPARM)' },
];
const colours: Readonly<Record<number, string>> = {
  4: 'a palette colour',
  5: 'a special colour',
  10: 'the text colour',
  11: 'the background colour',
  12: 'the cursor colour',
  17: 'the selection background',
  19: 'the selection colour',
};

/** Tells of every question that the emulator does not answer, at the byte that ends it. */
export function watchQueries(parser: SequenceParser, note: (query: Query) => void): void {
  for (const { prefix, final, meaning } of csiQuestions) {
    parser.registerCsiHandler(prefix === undefined ? { final } : { prefix, final }, (params) => {
      const asked = meaning(params);
      const sequence = ['CSI', prefix, params.join(';').replace(/^0$/, ''), final].filter(Boolean).join(' ');
      if (asked !== undefined) note({ sequence, meaning: asked });
      return false;
    });
  }
  for (const [number, meaning] of Object.entries(colours)) {
    parser.registerOscHandler(Number(number), (data) => {
      if (data.endsWith('?')) note({ sequence: `OSC ${number} ; ${data.slice(0, 40)}`, meaning });
      return false;
    });
  }
  parser.registerDcsHandler({ intermediates: '+', final: 'q' }, (data) => {
    note({ sequence: `DCS + q ${data.slice(0, 80)}`, meaning: 'terminfo capabilities (XTGETTCAP)' });
    return false;
  });
}
