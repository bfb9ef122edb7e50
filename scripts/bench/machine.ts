import { cpus, loadavg } from 'node:os';

/** Where and when the figures were measured. */
export interface MachineDescription {
  readonly date: string;
  readonly command: string;
  readonly node: string;
  readonly cpus: number;
  readonly cpu: string;
  /** The load average of the last minute, at the start. */
  readonly load: number;
}

/** Describes the current machine and time, with the command that measures. */
export function describeMachine(argv: readonly string[]): MachineDescription {
  const processors = cpus();
  return {
    date: new Date().toISOString(),
    command: ['npm run bench', ...(argv.length > 0 ? ['--', ...argv] : [])].join(' '),
    node: process.version,
    cpus: processors.length,
    cpu: processors[0]?.model ?? 'unknown',
    load: loadavg()[0] ?? Number.NaN,
  };
}

/** Formats the environment in a sentence or two. */
export function formatMachine({ date, command, node, cpus: count, cpu, load }: MachineDescription): string {
  const sentence = `\`${command}\`, ${date.slice(0, 16).replace('T', ' ')} UTC, Node ${node}, ${count} × ${cpu}, load ${load.toFixed(1)} at the start.`;
  return load > count ? `${sentence} The machine was busy: only the ratios are meaningful.` : sentence;
}
