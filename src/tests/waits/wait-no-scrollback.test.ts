import { expect, test } from 'vitest';
import { ScriptedProgram } from '../support/scripted-program.js';

test('with scrollback 0 a wait finds text that scrolls off in one write, and reads return only the screen [5.nothing-missed]', async () => {
  const { server, print } = await ScriptedProgram.start({ scrollback: 0 });
  const found = server.request('waitForText', { selector: { type: 'exact', text: 'needle' } });
  print(`needle${'\r\nmore'.repeat(15)}`);
  expect((await found).match?.row).toBe(-9);
  expect((await server.request('currentView', { scrollback: 100 })).text.split('\n')).toHaveLength(6);
  const { matches } = await server.request('find', { selector: { type: 'exact', text: 'more' }, scope: 'scrollback' });
  expect(matches).toHaveLength(6);
});
