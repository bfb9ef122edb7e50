import {
  type Command,
  defineOption,
  file,
  type Option,
  type ProcessHost,
  parseArguments,
  parseBoolean,
  parseNonEmpty,
  parseNumberIn,
  print,
  UsageError,
} from './options.js';

const defineSize = (help: string, min: number): Option<number | undefined> =>
  defineOption<number | undefined>({ placeholder: 'N', help, parse: parseNumberIn(min, 1000), default: undefined });

function parsePicturePath(text: string): string {
  if (!/\.(png|svg|html)$/.test(text)) throw new UsageError('must end in .png, .svg or .html');
  return text;
}

/** Options of commands that draw pictures. */
export const drawingOptions = {
  theme: defineOption({
    placeholder: 'THEME',
    help: 'theme name, or path of a JSON theme file',
    parse: parseNonEmpty,
    default: 'auto',
    variable: 'TUISPEC_SNAPSHOT_THEME',
  }),
  font: defineOption<string | undefined>({
    placeholder: 'FILE',
    help: 'font file that is searched before the bundled fonts',
    parse: parseNonEmpty,
    default: undefined,
    variable: 'TUISPEC_FONT_PATH',
  }),
  scale: defineOption({
    placeholder: 'N',
    help: 'scale of the picture, from 1 to 4; glyphs are rendered at that size',
    parse: parseNumberIn(1, 4),
    default: 1,
  }),
};
const renderOptions = {
  out: defineOption<string | undefined>({
    placeholder: 'FILE',
    help: 'path of the picture, a .png, .svg or .html file (default: a .png file next to the input)',
    parse: parsePicturePath,
    default: undefined,
  }),
  theme: drawingOptions.theme,
  font: drawingOptions.font,
  cols: defineSize('width in cells (default: width of the snapshot or the text)', 2),
  rows: defineSize('height in lines (default: height of the snapshot or the text)', 1),
  scale: drawingOptions.scale,
  padding: defineOption({
    placeholder: 'N',
    help: 'empty border around the cells, in pixels, multiplied by the scale',
    parse: parseNumberIn(0, 100),
    default: 1,
  }),
  'embed-font': defineOption({
    help: 'embed the required bundled fonts in an SVG or HTML file, so that it renders identically everywhere',
    parse: parseBoolean,
    default: false,
  }),
};
const textOptions = {
  out: defineOption({
    placeholder: 'FILE',
    help: 'path of the text file; - is standard output',
    parse: parseNonEmpty,
    default: '-',
  }),
};

/** `tuispec render`. */
export const renderCommand: Command = {
  what: 'draw an ANSI snapshot as a picture',
  explanation: `Draws a snapshot written by dumpView or expectSnapshot, or any terminal output
in a file, and prints the path of the picture. --cols and --rows crop or extend a
snapshot on the right and at the bottom, like dumpView. Other output (a file that
is not named .ansi.txt) is displayed in a terminal of that size.`,
  operands: [file],
  options: renderOptions,
  examples: [
    ['Draw menu.png next to the snapshot:', 'tuispec render menu.ansi.txt'],
    ['Create a web page with another theme:', 'tuispec render menu.ansi.txt --theme dracula --out menu.html'],
    ['Double the size and add a border:', 'tuispec render menu.ansi.txt --scale 2 --padding 8'],
    [
      'Draw the output of any program:',
      'ls --color=always > files.txt && tuispec render files.txt --cols 80 --out files.svg',
    ],
  ],
  run: render,
};

export const renderTextCommand: Command = {
  what: 'print an ANSI snapshot as plain text',
  explanation: `Prints the text of the screen line by line, without colors and styles. Files
with more than 1000 lines or columns are rejected.`,
  operands: [file],
  options: textOptions,
  examples: [
    ['Print a snapshot:', 'tuispec render-text menu.ansi.txt'],
    ['Compare a snapshot with the expected text:', 'tuispec render-text menu.ansi.txt | diff - expected.txt'],
    ['Save the text:', 'tuispec render-text menu.ansi.txt --out menu.txt'],
  ],
  run: runRenderText,
};

async function render(args: readonly string[], host: ProcessHost): Promise<number> {
  const { values, operands } = parseArguments(renderOptions, [file], args, host.variables);
  const [path = ''] = operands;
  const { cols, rows, font, scale, padding, 'embed-font': embedFont } = values;
  const out = values.out ?? `${path.replace(/(\.ansi)?\.txt$/, '')}.png`;
  const { drawFile } = await import('../pictures/options.js');
  const colorFgBg = host.variables['COLORFGBG'];
  const missing = await drawFile(
    path,
    out,
    { cols, rows },
    { theme: values.theme, font, colorFgBg, scale, padding, embedFont },
  );
  if (missing.length > 0) host.writeError(`tuispec: No font contains ${missing.join(' ')}\n`);
  return await print(`${out}\n`, host);
}

async function runRenderText(args: readonly string[], host: ProcessHost): Promise<number> {
  const { values, operands } = parseArguments(textOptions, [file], args, host.variables);
  const { renderPlainText } = await import('../pictures/ansi.js');
  const text = renderPlainText(operands[0] ?? '', values.out === '-' ? undefined : values.out);
  return values.out === '-' ? await print(text, host) : 0;
}
