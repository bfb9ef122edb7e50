import { escapeControls, toOneLine } from '../base/text.js';
import {
  type Command,
  defineOption,
  file,
  type ProcessHost,
  parseArguments,
  parseBoolean,
  parseNonEmpty,
  print,
  UsageError,
} from './options.js';
import { Progress } from './progress.js';

function choosePagePath(text: string): string {
  if (!/\.html?$/.test(text)) throw new UsageError('must end in .html');
  return text;
}

const traceOptions = {
  out: defineOption<string | undefined>({
    placeholder: 'FILE',
    help: 'path of the HTML file (default: an .html file next to the recording)',
    parse: choosePagePath,
    default: undefined,
  }),
  title: defineOption<string | undefined>({
    placeholder: 'TEXT',
    help: 'title of the page (default: name of the recording)',
    parse: parseNonEmpty,
    default: undefined,
  }),
  theme: defineOption({
    placeholder: 'THEME',
    help: 'theme of the terminal: a name, or the path of a JSON file',
    parse: parseNonEmpty,
    default: 'auto',
    variable: 'TUISPEC_SNAPSHOT_THEME',
  }),
  'no-input': defineOption({
    help: 'replace typed text with dots; screens are not changed',
    parse: parseBoolean,
    default: false,
  }),
};

/** `tuispec trace`. */
export const traceCommand: Command = {
  what: 'write a recording as an HTML file with a viewer',
  explanation: `Writes one self-contained HTML file that shows the recording: screens, requests
and failures over time. It opens in any browser, without a server or network, at
the first failed request. Prints its path and the failed request, if any; what
takes longer than a few seconds is reported on standard error, in percent.
A recording contains everything that was typed; --no-input leaves it out.`,
  operands: [file],
  options: traceOptions,
  examples: [
    ['Create demo.html next to the recording:', 'tuispec trace demo.jsonl'],
    ['Choose the file, and leave out what was typed:', 'tuispec trace demo.jsonl --no-input --out report.html'],
  ],
  run: runTrace,
};

async function runTrace(args: readonly string[], host: ProcessHost): Promise<number> {
  const { values, operands } = parseArguments(traceOptions, [file], args, host.variables);
  const [path = ''] = operands;
  const out = values.out ?? `${path.replace(/\.jsonl$/, '')}.html`;
  const { loadTheme } = await import('../pictures/options.js');
  const theme = loadTheme(values.theme, host.variables['COLORFGBG']);
  const { writeTrace } = await import('../recordings/trace/write-trace.js');
  using progress = new Progress(host, out);
  const failure = await writeTrace(path, {
    out,
    title: values.title,
    theme,
    hidesInput: values['no-input'],
    onProgress: (share) => progress.update(share),
  });
  progress[Symbol.dispose]();
  const failed =
    failure === undefined ? '' : `✗ request ${failure.id}: ${escapeControls(toOneLine(failure.message))}\n`;
  return await print(`${out}\n${failed}`, host);
}
