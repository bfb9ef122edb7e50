import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { EventData } from '../../viewer/format.js';
import { describeMainParam, toJsonLines, toMarkdown } from '../../viewer/messages.js';
import { RecordingModel } from '../../viewer/recording-model.js';
import { createTemporaryDirectory, TestServer } from './client.js';
import { decodedGif } from './gif.js';
import { parseElements } from './markup.js';
import { createRecording, mutateRecording } from './mutate-recording.js';
import type { Random } from './random.js';
import { type Run, runCli } from './run.js';
import { inTrace } from './trace-page.js';

// Writes the peak memory of the process, in KiB, when it exits.
const hook =
  "process.on('exit', () => require('node:fs').writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS)))";
// A GIF of 40 million pixels takes 640.
const maxMebibytes = 800;
// What is drawn, in an asciicast: clearing, places, styles, erasing, the cursor, text.
const harmless =
  /^(?:\x1b\[2J|\x1b\[\d+;\d+H|\x1b\[\d+G|\x1b\[[\d:;]*m|\x1b\[K|\x1b\[\?25[lh]|[^\x00-\x1f\x7f-\x9f])*$/u;
const controls = /[\0-\x09\x0b-\x1f\x7f-\x9f]/;
const keys = ['Right', 'Left', 'Up', 'Down', 'Space', 'r'];
const viewerKeys = [...'npebadfim.,<>?', 'Home', 'End', 'ArrowLeft', 'ArrowRight', 'Space'];
const traceOptions = [['--no-input'], ['--title', '</title><script>1</script>'], ['--theme', 'nord']];
const exportOptions = [
  ['--scale', '2'],
  ['--speed', '0.1'],
  ['--fps', '50'],
  ['--from', '0.3'],
  ['--to', '100000'],
  ['--idle-limit', '100000'],
  ['--last-frame', '60'],
  ['--cast-version', '2'],
  ['--theme', 'nord'],
];
// Decoding larger ones takes seconds.
const maxGifBytes = 2_000_000;

/** Gives a mutated recording to every command that reads recordings, and checks what they do and write. */
export class RecordingRun {
  /** The problems found, each with its cause. */
  readonly findings: string[] = [];
  readonly path: string;
  readonly #random: Random;
  readonly #directory = createTemporaryDirectory();
  readonly #bytes: Buffer;
  #written = 0;

  constructor(random: Random) {
    this.#random = random;
    this.#bytes = mutateRecording(createRecording(random), random);
    mkdirSync(join(this.#directory, 'work'));
    this.path = join(this.#directory, 'work', 'demo.jsonl');
    writeFileSync(this.path, this.#bytes);
    writeFileSync(join(this.#directory, 'hook.cjs'), hook);
  }

  /** How many files were written. */
  get written(): number {
    return this.#written;
  }

  /** `tuispec replay` without a terminal. */
  async replay(): Promise<void> {
    const { exitCode, stdout } = await this.#run('replay', 'demo.jsonl', '--speed', 'as-fast-as-possible');
    if (exitCode === 0 && !/^Replayed \d+ frames\n$/m.test(stdout)) this.#report(`replay printed ${stdout}`);
    this.#checkFiles([]);
  }

  /** `tuispec replay` on a terminal, with random keys. */
  async play(): Promise<void> {
    const server = new TestServer();
    const speed = this.#random.pick(['real-time', 'as-fast-as-possible']);
    const cli = [resolve('dist/cli.js'), 'replay', this.path, '--show-input', '--speed', speed];
    const command = [process.execPath, ...cli].map((word) => `'${word}'`).join(' ');
    const script = `${command} 2>errors; echo "exit $?" > ended`;
    await server.launch(
      'sh',
      ['-c', `trap : INT; ${script}`],
      { cwd: this.#directory },
      { terminalCols: this.#random.pick([40, 160]), terminalRows: 12 },
    );
    // A person watches, skips, quits, and interrupts a player that does not show frames.
    await server.request('waitForChange', { stableMs: 0, timeoutMs: 20_000 }).catch(() => {});
    for (let count = this.#random.below(8); count > 0; count -= 1)
      await server.request('sendKey', { key: this.#random.pick(keys) }).catch(() => {});
    await server.request('sendKey', { key: 'q' }).catch(() => {});
    await server.request('sendKey', { key: 'Ctrl+C' }).catch(() => {});
    await server.request('waitForExit', { timeoutMs: 60_000 });
    const state = await server.request('terminalState');
    const { clipboard, title, altScreen } = state as unknown as Record<string, unknown>;
    if ((clipboard ?? null) !== null || (title ?? '') !== '' || altScreen === true)
      this.#report(`the player left ${JSON.stringify({ clipboard, title, altScreen })}`);
    const read = (name: string): string => readFileSync(join(this.#directory, name), 'utf8');
    const [exit, stderr] = [read('ended'), read('errors')];
    if (!/^exit (0|1|130)\n$/.test(exit)) this.#report(`the player ended with ${exit}`);
    this.#checkErrors('replay on a terminal', stderr);
  }

  /** `tuispec trace`: what it embeds can be decoded and described. */
  async trace(): Promise<void> {
    const { exitCode, stdout } = await this.#run(
      'trace',
      'demo.jsonl',
      '--out',
      'out.html',
      ...this.#pickOptions(traceOptions),
    );
    this.#checkFiles(exitCode === 0 ? ['out.html'] : []);
    if (exitCode === 0) this.#check('trace', () => this.#checkTrace(stdout));
  }

  /** A browser that shows the trace, if there is one. */
  async view(): Promise<void> {
    if (!this.#seen.has('out.html')) return;
    try {
      await inTrace(join(this.#directory, 'work', 'out.html'), async ({ page, problems }) => {
        const title = await page.title();
        for (let count = 0; count < 20; count += 1) await page.keyboard.press(this.#random.pick(viewerKeys));
        if ((await page.title()) !== title) this.#report(`the title is ${await page.title()}`);
        if (problems.length > 0) this.#report(`the page reported ${problems.join('\n')}`);
      });
    } catch (error) {
      this.#report(`the page failed: ${String(error)}`);
    }
  }

  /** `tuispec export` to each format. */
  async export(): Promise<void> {
    for (const extension of ['cast', 'gif', 'svg'] as const) {
      const out = `out.${extension}`;
      const { exitCode, stdout, stderr } = await this.#run(
        'export',
        'demo.jsonl',
        '--out',
        out,
        ...this.#pickOptions(exportOptions),
      );
      // Invalid lines are reported after the export.
      const isWritten = exitCode === 0 || stderr.includes('could not be read and');
      if (stdout !== (isWritten ? `${out}\n` : '')) this.#report(`export printed ${stdout}`);
      this.#checkFiles(isWritten ? [out] : []);
      if (isWritten) this.#check(out, () => checkers[extension](readFileSync(join(this.#directory, 'work', out))));
    }
  }

  #pickOptions(options: readonly (readonly string[])[]): string[] {
    return options.filter(() => this.#random.chance(0.15)).flat();
  }

  async #run(...args: string[]): Promise<Run> {
    const peakFile = join(this.#directory, 'peak');
    const [home, tmp] = [join(this.#directory, 'home'), join(this.#directory, 'tmp')];
    const env = { HOME: home, TMPDIR: tmp, NODE_OPTIONS: `--require=${join(this.#directory, 'hook.cjs')}` };
    const cwd = join(this.#directory, 'work');
    const run = await runCli(args, { cwd, env: { ...env, PEAK_FILE: peakFile, NODE_DISABLE_COMPILE_CACHE: '1' } });
    const what = args.join(' ');
    if (run.exitCode !== 0 && run.exitCode !== 1) this.#report(`${what}: exit code ${run.exitCode}`);
    if (run.exitCode === 1 && run.stderr === '') this.#report(`${what}: exit code 1 without a message`);
    if (controls.test(run.stdout)) this.#report(`${what} printed ${JSON.stringify(run.stdout)}`);
    this.#checkErrors(what, run.stderr);
    const mebibytes = Number(readFileSync(peakFile, 'utf8')) / 1024;
    if (mebibytes > maxMebibytes) this.#report(`${what}: ${mebibytes} MiB of memory`);
    return run;
  }

  /** Each message is one line. */
  #checkErrors(what: string, stderr: string): void {
    const lines = stderr.split('\n').slice(0, -1);
    const isFine = lines.every((line) => /^tuispec: \S.*\S$/.test(line)) && lines.length <= 3;
    if (!isFine || controls.test(stderr)) this.#report(`${what}: ${stderr.slice(0, 3000)}`);
  }

  /** Nothing has been written but some files, which are then removed from the list. */
  #checkFiles(expected: readonly string[]): void {
    const known = ['demo.jsonl', ...this.#seen, ...expected].sort();
    const found = readdirSync(join(this.#directory, 'work')).sort();
    if (found.join() !== [...new Set(known)].join()) this.#report(`files: ${found.join()} instead of ${known.join()}`);
    const others = readdirSync(this.#directory).filter((name) => ['home', 'tmp'].includes(name));
    if (others.length > 0) this.#report(`something was written to ${others.join()}`);
    if (!readFileSync(this.path).equals(this.#bytes)) this.#report('the recording was changed');
    for (const name of expected) this.#seen.add(name);
    this.#written += expected.length;
  }

  readonly #seen = new Set<string>();

  #checkTrace(stdout: string): void {
    const page = readFileSync(join(this.#directory, 'work', 'out.html'), 'utf8');
    const blocks = [...page.matchAll(/<script type="application\/gzip\+base64">([A-Za-z0-9+/=]*)<\/script>/g)];
    const header = /<script type="application\/json" id="header">([^<]*)<\/script>/.exec(page)?.[1] ?? '';
    const [starts, ends] = [page.match(/<script/g), page.match(/<\/script/g)];
    // The header and the script of the page.
    if (starts?.length !== blocks.length + 2 || ends?.length !== blocks.length + 2) throw new Error('more scripts');
    const { title } = JSON.parse(header) as { title: string };
    const staticPart = /<main id="static">\n[\s\S]*?\n<\/main>/.exec(page)?.[0] ?? '';
    parseElements(staticPart);
    const model = new RecordingModel();
    for (const [, packed = ''] of blocks)
      for (const line of gunzipSync(Buffer.from(packed, 'base64')).toString().split('\n'))
        model.append(parseTimed(line), line.length);
    for (const call of model.calls) {
      if (describeMainParam(call).includes('\n')) throw new Error(`more than a line: ${describeMainParam(call)}`);
      toMarkdown(title, call.at, call, model);
    }
    toJsonLines(model.end, model);
    for (const { rows, cols } of model.frames) if (rows.length > 1000 || cols > 1000) throw new Error('a huge screen');
    if (!/^out\.html\n(?:✗ request \d+: [^\n]*\n)?$/.test(stdout)) throw new Error(`trace printed ${stdout}`);
  }

  #check(what: string, check: () => void): void {
    try {
      check();
    } catch (error) {
      this.#report(`${what}: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }

  #report(what: string): void {
    this.findings.push(what);
  }
}

function parseTimed(line: string): EventData {
  const event = JSON.parse(line) as EventData;
  if (typeof event.at !== 'number' || event.at < 0) throw new Error(`invalid time: ${line}`);
  return event;
}

const checkers = {
  cast: (file: Buffer): void => {
    const [header = '', ...lines] = file.toString().trimEnd().split('\n');
    JSON.parse(header);
    for (const line of lines) {
      const [time, kind, text] = JSON.parse(line) as [number, string, string];
      if (typeof time !== 'number' || time < 0 || typeof kind !== 'string') throw new Error(line);
      if (kind === 'o' ? !harmless.test(text) : controls.test(text)) throw new Error(`escape sequences: ${line}`);
    }
  },
  gif: (file: Buffer): void => {
    if (file.length < maxGifBytes && decodedGif(file).images.length === 0) throw new Error('no images');
  },
  svg: (file: Buffer): void => {
    const text = file.toString();
    if (/NaN|Infinity/.test(/<style>[^<]*/.exec(text)?.[0] ?? '')) throw new Error('an invalid number');
    const forbidden = /<script|<foreignObject|<image|<[^>]*href="[^#]|[\x00-\x08\x0b-\x1f\x7f]/.exec(text);
    if (forbidden !== null) throw new Error(`forbidden: ${forbidden[0]}`);
  },
};
