// Creates dist/THIRD-PARTY-LICENSES.txt: the licenses of the code, the fonts and the data in the package.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unicodeVersion } from '../src/base/unicode/generated/kinds.js';
import { fontFiles } from './generate/fonts.js';

/** A third-party component of the package. */
interface Component {
  readonly title: string;
  readonly use: string;
  readonly notice?: string | undefined;
  readonly license: string;
}

// Fonts that are stored in the tree, because their packages are large.
const fontFolder = 'src/pictures/render/fonts';
// ajv's compiled validators contain parts of its run time; esbuild writes their paths into the generated file.
const validators = 'src/protocol/generated/validators.js';
// Packages published without a license file; the text is from their repository.
const missingTexts: Readonly<Record<string, string>> = { '@xterm/headless': 'scripts/licenses/xterm.txt' };
// The license files of these font packages lack the copyright notice.
const missingNotices: Readonly<Record<string, string>> = {
  '@fontsource/cascadia-mono':
    'Copyright (c) 2019 - Present, Microsoft Corporation, with Reserved Font Name Cascadia Code.',
  '@fontsource/unifont': 'Copyright the GNU Unifont Authors (https://unifoundry.com/unifont/index.html)',
};

/** Returns the text of the file, for a program bundled from the given source files. */
export function formatLicenses(bundledPaths: readonly string[]): string {
  const code = findPackages([...bundledPaths, ...findPaths(readFileSync(validators, 'utf8'))]);
  const components = [
    ...code.map((name) => describePackage(name, 'Code in dist/*.js or in the libraries.')),
    ...findPackages(fontFiles.map(({ source }) => source)).map((name) => describePackage(name, describeFontUse(name))),
    {
      title: 'Noto Sans JP, KR and SC',
      use: `Fonts:\n${fontFiles
        .filter(({ source }) => source.startsWith(fontFolder))
        .map(({ file }) => `  ${file}`)
        .join('\n')}`,
      license: readFileSync(join(fontFolder, 'OFL.txt'), 'utf8'),
    },
    {
      title: `Unicode Character Database ${unicodeVersion}`,
      use: 'Tables of widths and grapheme clusters in program.js, derived from its data files.',
      license: readFileSync('scripts/licenses/unicode.txt', 'utf8'),
    },
  ];
  const introduction = 'This package contains third-party code, fonts and data under the licenses below.';
  return [introduction, ...components.map(formatSection)].join(`\n\n${'='.repeat(80)}\n\n`);
}

const findPaths = (source: string): string[] => source.match(/(?<=")node_modules\/[^"]+/g) ?? [];

function findPackages(paths: readonly string[]): string[] {
  const names = paths.map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

function describePackage(name: string, use: string): Component {
  const folder = join('node_modules', name);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const ownText = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  const text = ownText === undefined ? missingTexts[name] : join(folder, ownText);
  if (text === undefined || !existsSync(text))
    throw new Error(`No license text found for the bundled package ${name}.`);
  return { title: `${name} ${version}`, use, notice: missingNotices[name], license: readFileSync(text, 'utf8') };
}

function describeFontUse(name: string): string {
  const files = fontFiles.filter(({ source }) => findPackages([source])[0] === name).map(({ file }) => `  ${file}`);
  return `Fonts, and the glyphs in fonts/*.glyphs that are rasterized from them:\n${files.join('\n')}`;
}

const formatSection = ({ title, use, notice, license }: Component): string =>
  [title, use, notice, license.trim()].filter((part) => part !== undefined).join('\n\n');
