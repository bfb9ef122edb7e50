// The project's benchmark: npm run bench -- --help
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fullAmounts, quickAmounts } from './amounts.js';
import { floorName, ownName } from './contender.js';
import { openContenders } from './contenders/all.js';
import { describeMachine, formatMachine } from './machine.js';
import { formatTable } from './markdown.js';
import { type BenchOptions, readOptions } from './options.js';
import { run } from './run.js';
import { createTables } from './tables.js';

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};
const tell = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

async function runBenchmarks(
  { works, rounds, json, peers, doors, quick }: BenchOptions,
  argv: readonly string[],
): Promise<number> {
  const surroundings = describeMachine(argv);
  const { contenders, absent } = await openContenders(peers, doors);
  const amounts = quick ? quickAmounts : fullAmounts;
  const results = await run({ works, contenders, rounds, amounts }, tell);
  const measured = createTables(works, contenders, amounts, results);
  const tables = measured.filter(({ columns }) => columns.length > 0);
  const { failures, slow } = results;
  if (quick) print('Quick run: checks that every benchmark runs. The figures are meaningless.');

  print(
    `${formatMachine(surroundings)}\n\nIn parentheses: the ratio to the floor, a minimal server. Rounds: ${rounds}.\n`,
  );
  for (const table of tables) print(formatTable(table));
  for (const { name, version } of contenders) print(`- ${name}: ${version}`);
  for (const [name, reason] of Object.entries(absent)) print(`- ${name}: not measured, ${reason}`);
  for (const { work, contender } of slow) print(`- ${contender}, ${work}: measured only once because it is slow`);
  for (const { work, contender, round, reason } of failures) {
    print(`- ${contender}, ${work}, round ${round}: failed, ${reason}`);
  }

  mkdirSync(dirname(json), { recursive: true });
  const versions = Object.fromEntries(contenders.map(({ name, version }) => [name, version]));
  const kept = { ...surroundings, rounds, quick, contenders: versions, absent, slow, failures, tables };
  writeFileSync(json, `${JSON.stringify(kept, null, 1)}\n`);
  return failures.some(({ contender }) => contender === ownName || contender === floorName) ? 1 : 0;
}

const argv = process.argv.slice(2);
try {
  const options = readOptions(argv);
  if (typeof options === 'string') print(options);
  else process.exitCode = await runBenchmarks(options, argv);
} catch (error) {
  tell(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
