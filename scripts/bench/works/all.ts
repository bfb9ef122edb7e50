import type { Work } from '../work.js';
import { exports } from './exports.js';
import { idle } from './idle.js';
import { open } from './open.js';
import { pictures } from './pictures.js';
import { recordings } from './recordings.js';
import { sizes } from './sizes.js';
import { start } from './start.js';
import { storm } from './storm.js';
import { throughput } from './throughput.js';
import { tools } from './tools.js';
import { traces } from './traces.js';
import { viewers } from './viewers.js';
import { wait } from './wait.js';
import { waits } from './waits.js';

/** All benchmarks, in the order of the tables. */
export const works: readonly Work[] = [
  wait,
  throughput,
  storm,
  pictures,
  start,
  open,
  idle,
  sizes,
  waits,
  recordings,
  viewers,
  tools,
  traces,
  exports,
];
