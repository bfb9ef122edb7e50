// The project's benchmark: npm run bench -- --help
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fullAmounts, quickAmounts } from './amounts.js';
import { floorName, ownName } from './contender.js';
import { gather } from './contenders/all.js';
import { environment, told } from './environment.js';
import { markdown } from './markdown.js';
import { type Options, readOptions } from './options.js';
import { run } from './run.js';
import { tablesOf } from './tables.js';

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};
const tell = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

async function bench({ works, rounds, json, peers, quick }: Options, argv: readonly string[]): Promise<number> {
  const surroundings = environment(argv);
  const { contenders, absent } = await gather(peers);
  const amounts = quick ? quickAmounts : fullAmounts;
  const results = await run({ works, contenders, rounds, amounts }, tell);
  const tables = tablesOf(works, contenders, amounts, results);
  const { failures, slow } = results;
  if (quick) print('Quick run: checks that every benchmark runs. The figures are meaningless.');

  print(`${told(surroundings)}\n\nIn parentheses: the ratio to the floor, a minimal server. Rounds: ${rounds}.\n`);
  for (const table of tables.filter(({ columns }) => columns.length > 0)) print(markdown(table));
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
  else process.exitCode = await bench(options, argv);
} catch (error) {
  tell(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
