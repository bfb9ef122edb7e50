import type { ContenderTerminal } from '../contender.js';
import { measurePeakMemory } from '../process-cost.js';
import { measureBetween, openTerminal, patienceMs, usualSize } from '../program-stage.js';
import type { Work } from '../work.js';

/** The time from the start to a text on a screen. */
export const open: Work = {
  name: 'open',
  title: 'Opening',
  note: 'In a fresh process: a server with its session, or an interpreter with its library; tmux is a native server.',
  rows: [
    { key: 'seen', label: 'spawn → first text matched', unit: 'ms', statistic: 'median' },
    { key: 'memory', label: 'peak memory', unit: 'MB', statistic: 'max' },
  ],
  measure: async (contender) => {
    const [cols, rows] = usualSize;
    const startedAt = process.hrtime.bigint();
    // A shell that displays this command does not display READY.
    const program = { command: '/bin/sh', args: ['-c', 'printf REA%s DY; exec cat'], cols, rows };
    const terminal: ContenderTerminal = await openTerminal(contender, program);
    try {
      const seenAt = await terminal.waitFor('READY', patienceMs);
      return { seen: [measureBetween(startedAt, seenAt)], memory: [measurePeakMemory(terminal.memoryOf)] };
    } finally {
      await terminal.close();
    }
  },
};
