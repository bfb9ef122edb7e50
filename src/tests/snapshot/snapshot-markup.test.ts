import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseElements } from '../support/markup.js';
import { ScriptedProgram } from '../support/scripted-program.js';

test.each([
  ['svg', 'svgPath', 'text'],
  ['html', 'htmlPath', 'span'],
] as const)('a run of equal style is one text element in %s [7.markup-runs]', async (format, member, element) => {
  const program = await ScriptedProgram.startRaw(30, 3);
  await program.show('\x1b[?25l\x1b[31mtwo \x1b[31mwords\x1b[0m\r\n\x1b[1;32m日本 & <b>\x1b[0m\r\n\x1b[4mlast\x1b[0m');
  const dump = await program.server.request('dumpView', { name: 'x', format });
  const elements = parseElements(readFileSync(dump[member] as string, 'utf8'));
  const texts = elements.filter(({ name }) => name === element).map(({ text }) => text);
  expect(texts).toEqual(['two words', '日本 & <b>', 'last']);
});
