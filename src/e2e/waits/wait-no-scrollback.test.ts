import { expect, test } from 'vitest';
import { ScriptedProgram } from '../../testing/scripted-program.js';

test('without a scrollback a wait sees what crosses the screen in one write, and clients read nothing above it [5.nothing-missed]', async () => {
  const { server, print } = await ScriptedProgram.start({ scrollback: 0 });
  const found = server.request('waitForText', { selector: { type: 'exact', text: 'needle' } });
  print(`needle${'\r\nmore'.repeat(15)}`);
  expect((await found).match?.row).toBe(-9);
  expect((await server.request('currentView', { scrollback: 100 })).text.split('\n')).toHaveLength(6);
  const { matches } = await server.request('find', { selector: { type: 'exact', text: 'more' }, scope: 'scrollback' });
  expect(matches).toHaveLength(6);
});
