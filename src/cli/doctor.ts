import { arch, platform } from 'node:process';
import { statusAfterSignal } from '../base/exit.js';
import { version } from '../protocol/generated/tables.js';
import {
  type Command,
  defineOption,
  type ProcessHost,
  parseBoolean,
  parseOptions,
  parseTime,
  print,
} from './options.js';

const doctorOptions = {
  timeout: defineOption({
    placeholder: 'TIME',
    help: 'how long a check may take (default: 5s)',
    parse: parseTime,
    default: 5000,
  }),
  json: defineOption({ help: 'print the results as one JSON object', parse: parseBoolean, default: false }),
};

/** `tuispec doctor`. */
export const doctorCommand: Command = {
  what: 'check whether tuispec works on this machine',
  explanation: `Checks what tuispec needs, and prints ok, warn or fail for each, with a command to paste where one helps.
Nothing is changed, and no network is used. The exit code is 1 if a check fails.`,
  operands: [],
  options: doctorOptions,
  examples: [
    ['Before a bug report:', 'tuispec doctor'],
    ['For a program:', 'tuispec doctor --json'],
  ],
  run: runDoctor,
};

export type Status = 'ok' | 'warn' | 'fail';
/** What a check has found: one sentence without its period, and a command that may help. */
export interface Finding {
  readonly status: Status;
  readonly detail: string;
  readonly command?: string;
}
/** What a check gets. It must stop what it has started when the signal comes. */
export interface CheckLimits {
  readonly host: ProcessHost;
  readonly signal: AbortSignal;
  readonly maxMs: number;
}
/** A check of the machine. */
export interface Check {
  readonly name: string;
  run(limits: CheckLimits): Finding | Promise<Finding>;
}
interface Result extends Finding {
  readonly name: string;
  readonly ms: number;
}

/** Runs a check; one that takes too long or throws has failed. */
async function runCheck(
  { name, run }: Check,
  host: ProcessHost,
  maxMs: number,
  stop: AbortController,
): Promise<Result> {
  const startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding>((resolve) => {
    timer = setTimeout(() => resolve({ status: 'fail', detail: `no result within ${maxMs / 1000} s` }), maxMs);
  });
  const result = (async () => await run({ host, signal: stop.signal, maxMs }))().catch(
    (error: unknown): Finding => ({ status: 'fail', detail: describe(error) }),
  );
  const finding = await Promise.race([result, late]);
  clearTimeout(timer);
  stop.abort();
  return { name, ...finding, ms: Math.round(performance.now() - startedAt) };
}

const describe = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');

async function runDoctor(args: readonly string[], host: ProcessHost): Promise<number> {
  const { json, timeout } = parseOptions(doctorOptions, args, host.variables);
  const { checks } = await import('./doctor-checks.js');
  const results: Result[] = [];
  // Children and timers do not keep the process alive.
  const alive = setInterval(() => {}, 2 ** 30);
  let signal: string | undefined;
  let stop = new AbortController();
  // A check removes what it has created.
  host.onSignal((name) => {
    signal = name;
    stop.abort();
  });
  async function* report(): AsyncGenerator<string> {
    if (!json) yield `tuispec ${version}, Node ${process.versions.node}, ${platform} ${arch}\n`;
    for (const check of checks) {
      stop = new AbortController();
      const result = await runCheck(check, host, timeout, stop);
      if (signal !== undefined) return;
      results.push(result);
      if (!json) yield formatResult(result);
    }
    const facts = { version, node: process.versions.node, platform, arch };
    if (json) yield `${JSON.stringify({ ok: hasPassed(results), ...facts, checks: results })}\n`;
    else yield summarize(results);
  }
  try {
    const code = await print(report(), host);
    if (signal !== undefined) return statusAfterSignal(signal);
    return code !== 0 || hasPassed(results) ? code : 1;
  } finally {
    clearInterval(alive);
  }
}

const hasPassed = (results: readonly Result[]): boolean => results.every(({ status }) => status !== 'fail');

function summarize(results: readonly Result[]): string {
  const count = (status: Status): number => results.filter((result) => result.status === status).length;
  return `${count('ok')} ok, ${count('warn')} warn, ${count('fail')} fail\n`;
}

const nameWidth = 'temporary directory'.length;

function formatResult({ name, status, detail, command }: Result): string {
  const line = `${status.padEnd(4)}  ${name.padEnd(nameWidth)}  ${detail}\n`;
  return command === undefined ? line : `${line}${' '.repeat(6 + nameWidth + 2)}$ ${command}\n`;
}
