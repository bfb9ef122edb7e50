import { type Command, type ProcessHost, print } from './command.js';
import { file, nonEmpty, numberIn, option, truth } from './option-parsers.js';
import { type Option, parseArguments, UsageError } from './options.js';
import { withErrorReport } from './report-errors.js';

const size = (help: string, least: number): Option<number | undefined> =>
  option<number | undefined>({ placeholder: 'N', help, parse: numberIn(least, 1000), default: undefined });

function picturePath(text: string): string {
  if (!/\.(png|svg|html)$/.test(text)) throw new UsageError('must end in .png, .svg or .html');
  return text;
}

const renderOptions = {
  out: option<string | undefined>({
    placeholder: 'FILE',
    help: 'where to write the picture: a .png, .svg or .html file (beside the input, .png)',
    parse: picturePath,
    default: undefined,
  }),
  theme: option({
    placeholder: 'THEME',
    help: 'a theme, or the path of a JSON file',
    parse: nonEmpty,
    default: 'auto',
    variable: 'TUISPEC_SNAPSHOT_THEME',
  }),
  font: option<string | undefined>({
    placeholder: 'FILE',
    help: 'a font file, asked before the bundled fonts',
    parse: nonEmpty,
    default: undefined,
    variable: 'TUISPEC_FONT_PATH',
  }),
  cols: size('width in cells (that of the snapshot or of the text)', 2),
  rows: size('height in lines (that of the snapshot or of the text)', 1),
  scale: option({
    placeholder: 'N',
    help: 'size of the picture, from 1 to 4: glyphs are drawn at that size',
    parse: numberIn(1, 4),
    default: 1,
  }),
  padding: option({
    placeholder: 'N',
    help: 'empty border around the cells, in pixels, multiplied by the scale',
    parse: numberIn(0, 100),
    default: 1,
  }),
  'embed-font': option({
    help: 'embed the bundled fonts that an SVG or HTML file needs, so that it looks the same everywhere',
    parse: truth,
    default: false,
  }),
};
const textOptions = {
  out: option({
    placeholder: 'FILE',
    help: 'where to write the text; - is standard output',
    parse: nonEmpty,
    default: '-',
  }),
};

/** `tuispec render`. */
export const renderCommand: Command = {
  what: 'draw an ANSI snapshot as a picture',
  explanation: `Draws a snapshot that dumpView or expectSnapshot has written, or any terminal
output in a file, and prints where the picture is. With --cols and --rows a
snapshot is cut or extended at its right and bottom, as dumpView does it; other
output (a file that is not named .ansi.txt) is shown by a terminal of that size.`,
  operands: [file],
  options: renderOptions,
  examples: [
    ['Draw menu.png next to the snapshot:', 'tuispec render menu.ansi.txt'],
    [
      'A page to be shown in a browser, in another theme:',
      'tuispec render menu.ansi.txt --theme dracula --out menu.html',
    ],
    ['Twice as large, with a border:', 'tuispec render menu.ansi.txt --scale 2 --padding 8'],
    [
      'The output of any program:',
      'ls --color=always > files.txt && tuispec render files.txt --cols 80 --out files.svg',
    ],
  ],
  run: async (args, around) => await withErrorReport(around, async () => await render(args, around)),
};

/** `tuispec render-text`. */
export const renderTextCommand: Command = {
  what: 'print an ANSI snapshot as plain text',
  explanation: `Prints what the screen showed, line by line, without colors and styles. A text
of more than 1000 lines or columns is no screen, and is refused.`,
  operands: [file],
  options: textOptions,
  examples: [
    ['Read a snapshot:', 'tuispec render-text menu.ansi.txt'],
    ['Compare it with what it should be:', 'tuispec render-text menu.ansi.txt | diff - expected.txt'],
    ['Keep the text:', 'tuispec render-text menu.ansi.txt --out menu.txt'],
  ],
  run: async (args, around) => await withErrorReport(around, async () => await renderText(args, around)),
};

async function render(args: readonly string[], around: ProcessHost): Promise<number> {
  const { values, operands } = parseArguments(renderOptions, [file], args, around.variables);
  const [path = ''] = operands;
  const { cols, rows, font, scale, padding, 'embed-font': embedFont } = values;
  const out = values.out ?? `${path.replace(/(\.ansi)?\.txt$/, '')}.png`;
  const { drawFile } = await import('../snapshot/render-options.js');
  const colorFgBg = around.variables['COLORFGBG'];
  const missing = await drawFile(
    path,
    out,
    { cols, rows },
    { theme: values.theme, font, colorFgBg, scale, padding, embedFont },
  );
  if (missing.length > 0) around.writeError(`tuispec: no font has ${missing.join(' ')}\n`);
  return await print(`${out}\n`, around);
}

async function renderText(args: readonly string[], around: ProcessHost): Promise<number> {
  const { values, operands } = parseArguments(textOptions, [file], args, around.variables);
  const { plainTextOf } = await import('../snapshot/plain.js');
  const text = plainTextOf(operands[0] ?? '', values.out === '-' ? undefined : values.out);
  return values.out === '-' ? await print(text, around) : 0;
}
