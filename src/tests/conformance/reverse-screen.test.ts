import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { failureOf } from '../support/failure-of.js';
import { decodePng } from '../support/png.js';
import { ScriptedProgram } from '../support/scripted-program.js';

// In nord: the text color and its background.
const [light, dark] = [0xd8dee9, 0x2e3440];
const start = async (): Promise<ScriptedProgram> => {
  const program = await ScriptedProgram.startRaw(20, 4, { snapshotTheme: 'nord' }, { env: { CI: undefined } });
  await program.show('plain \x1b[7minverse\x1b[0m');
  return program;
};

async function backgroundOf({ server }: ScriptedProgram): Promise<number> {
  const { pngPath } = await server.request('renderView', { name: 'picture' });
  return decodePng(readFileSync(pngPath)).rgbAt(0, 0);
}

test('pictures show a reverse screen until the program resets it [7.reverse]', async () => {
  const program = await start();
  expect(await backgroundOf(program)).toBe(dark);
  const { revision, text } = await program.view();
  await program.show('\x1b[?5h');
  const after = await program.view();
  expect(after.revision).toBeGreaterThan(revision);
  expect(after.text).toBe(text);
  expect((await program.server.request('terminalState')).modes).toMatchObject({ reverseScreen: true });
  expect(await backgroundOf(program)).toBe(light);
  const { pngPath = '' } = await program.server.request('renderView', { name: 'larger', cols: 30, rows: 8 });
  const { rgbAt, width, height } = decodePng(readFileSync(pngPath));
  expect(rgbAt(width - 1, height - 1)).toBe(light);
  await program.show('\x1b[?5l');
  expect(await backgroundOf(program)).toBe(dark);
});

test('the ANSI file of a reverse screen preserves it, and it differs from the baseline of a normal screen [7.reverse]', async () => {
  const program = await start();
  const { server } = program;
  await server.request('expectSnapshot', { name: 'screen', timeoutMs: 0, stableMs: 0 });
  const plain = await server.request('dumpView', { name: 'plain', format: 'ansi' });
  await program.show('\x1b[?5h');
  const inverse = await server.request('dumpView', { name: 'inverse', format: 'ansi' });
  expect(readFileSync(inverse.snapshotPath, 'utf8')).toBe(`\x1b[?5h${readFileSync(plain.snapshotPath, 'utf8')}`);
  const { data } = await failureOf(server.request('expectSnapshot', { name: 'screen', timeoutMs: 0 }));
  expect(data).toMatchObject({ kind: 'snapshot-mismatch', changedLines: 1 });
  expect(data['diff']).toContain('+␛[?5hplain ');
  const paths = { leftPath: plain.snapshotPath, rightPath: inverse.snapshotPath };
  expect(await server.request('diffView', { ...paths, mode: 'styled' })).toMatchObject({ changed: true });
  expect(await server.request('diffView', { ...paths, mode: 'text' })).toMatchObject({ changed: false });
  // Reading it back gives the same screen.
  await program.show(`\x1b[?5l\x1b[H\x1b[2J\x1b[H${readFileSync(inverse.snapshotPath, 'utf8')}`);
  const again = await server.request('dumpView', { name: 'again', format: 'ansi' });
  expect(readFileSync(again.snapshotPath)).toEqual(readFileSync(inverse.snapshotPath));
});
