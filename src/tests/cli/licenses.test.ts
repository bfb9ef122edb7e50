import { readdirSync, readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { programBundling } from '../../../scripts/bundling.js';
import { unicodeVersion } from '../../base/unicode/generated/kinds.js';

const licenses = readFileSync('dist/THIRD-PARTY-LICENSES.txt', 'utf8');
const sections = licenses.split(/\n=+\n/).map((section) => section.trim());
const sectionOf = (name: string): string | undefined => sections.find((section) => section.startsWith(`${name} `));
const findPackages = (text: string): string[] => [
  ...new Set([...text.matchAll(/node_modules\/((?:@[^/]+\/)?[^/"]+)/g)].map(([, name]) => name ?? '')),
];

test('every package whose code is bundled is listed with its version and license', async () => {
  const { metafile } = await build({ ...programBundling, write: false });
  const generated = readFileSync('src/protocol/generated/validators.js', 'utf8');
  const bundled = findPackages([...Object.keys(metafile.inputs), generated].join('\n'));
  expect(bundled).toContain('@xterm/headless');
  expect(bundled).toContain('ajv');
  for (const name of bundled) {
    const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { version: string };
    expect(sectionOf(name), name).toMatch(
      new RegExp(`^${name} ${version}\n.*Copyright.*Permission is hereby granted`, 's'),
    );
  }
});

test('every font is listed with its copyright notice and the Open Font License', () => {
  const fonts = readdirSync('dist/fonts').filter((file) => file.endsWith('.woff2'));
  expect(fonts.length).toBeGreaterThan(0);
  for (const font of fonts) {
    const section = sections.find((text) => text.includes(`\n  ${font}\n`));
    expect(section, font).toMatch(/Copyright.*SIL OPEN FONT LICENSE Version 1\.1/s);
  }
});

test('the tables derived from Unicode data are listed with the license of the data', () => {
  expect(sectionOf('Unicode Character Database')).toMatch(
    new RegExp(`^Unicode Character Database ${unicodeVersion}\n.*UNICODE LICENSE V3`, 's'),
  );
});
