import { parseArgs } from 'node:util';
import type { Peers } from './contenders/all.js';
import type { Work } from './work.js';
import { works } from './works/all.js';

/** The command-line options. */
export interface Options {
  readonly works: readonly Work[];
  readonly rounds: number;
  readonly json: string;
  readonly peers: Peers;
  readonly quick: boolean;
}

const usage = `npm run bench -- [--only WORK,…] [--rounds N] [--json FILE] [--peers | --alone] [--quick]

Measures tuispec beside the least possible server and beside what else a user could choose, in one run.
  --only WORK,…  of ${works.map(({ name }) => name).join(', ')} (all)
  --rounds N     how often everyone does everything (3)
  --json FILE    where the results are kept (artifacts/bench/results.json)
  --peers        install @microsoft/tui-test and tuistory into artifacts/bench/peers, and measure them too
  --alone        measure nobody but tuispec and the floor
  --quick        the least of everything: shows that it runs, measures nothing
`;

/** Parses the command line; returns a text if only help is requested. Throws if it is invalid. */
export function readOptions(argv: readonly string[]): Options | string {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      only: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      json: { type: 'string', default: 'artifacts/bench/results.json' },
      peers: { type: 'boolean', default: false },
      alone: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return usage;
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds is a number from 1, not ${values.rounds}`);
  if (values.peers && values.alone) throw new Error('--peers and --alone exclude each other');
  const peers = values.alone ? 'none' : values.peers ? 'all' : 'installed';
  return { works: chosen(values.only), rounds, json: values.json, peers, quick: values.quick };
}

function chosen(only: string | undefined): readonly Work[] {
  if (only === undefined) return works;
  const wanted = only.split(',');
  const unknown = wanted.find((name) => !works.some((work) => work.name === name));
  if (unknown !== undefined) throw new Error(`--only knows no ${unknown}`);
  return works.filter(({ name }) => wanted.includes(name));
}
