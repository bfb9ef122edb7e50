import { parseArgs } from 'node:util';
import type { Peers } from './contenders/all.js';
import type { Work } from './work.js';
import { works } from './works/all.js';

/** The command-line options. */
export interface BenchOptions {
  readonly works: readonly Work[];
  readonly rounds: number;
  readonly json: string;
  readonly peers: Peers;
  /** Whether the library, the MCP server and exports are measured too. */
  readonly doors: boolean;
  readonly quick: boolean;
}

const usage = `npm run bench -- [--only WORK,…] [--rounds N] [--json FILE] [--doors] [--peers | --alone] [--quick]

Measures tuispec, a minimal server (the floor) and alternatives in one run.
  --only WORK,…  of ${works.map(({ name }) => name).join(', ')} (all)
  --rounds N     how often every benchmark is repeated (default: 3)
  --json FILE    file for the results (default: artifacts/bench/results.json)
  --peers        also install peers from npm in artifacts/bench/peers, and measure them
  --doors        also measure the library, the MCP server, and other libraries, MCP servers and converters
  --alone        measure only tuispec and the floor
  --quick        only check that every benchmark runs; the figures are meaningless
`;

/** Parses the command line; returns a text if only help is requested. Throws if it is invalid. */
export function readOptions(argv: readonly string[]): BenchOptions | string {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      only: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      json: { type: 'string', default: 'artifacts/bench/results.json' },
      peers: { type: 'boolean', default: false },
      doors: { type: 'boolean', default: false },
      alone: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return usage;
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error(`--rounds must be a whole number of at least 1, not "${values.rounds}".`);
  if (values.peers && values.alone) throw new Error('--peers and --alone cannot be combined.');
  const peers = values.alone ? 'none' : values.peers ? 'all' : 'installed';
  return {
    works: chooseWorks(values.only),
    rounds,
    json: values.json,
    peers,
    doors: values.doors,
    quick: values.quick,
  };
}

function chooseWorks(only: string | undefined): readonly Work[] {
  if (only === undefined) return works;
  const wanted = only.split(',');
  const unknown = wanted.find((name) => !works.some((work) => work.name === name));
  if (unknown !== undefined)
    throw new Error(`Unknown benchmark "${unknown}" in --only. Expected ${works.map(({ name }) => name).join(', ')}.`);
  return works.filter(({ name }) => wanted.includes(name));
}
