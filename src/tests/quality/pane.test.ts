import { expect } from 'vitest';
import { failureOf } from '../support/failure-of.js';
import { needing } from '../support/packages.js';
import { TmuxServer } from '../support/tmux-server.js';

const test = needing('tmux');

test('in a tmux pane, lines and contrast are checked, size and colors are not [19.pane] (needs tmux)', async () => {
  const tmux = new TmuxServer(['sh', '-c', 'echo one; echo READY; exec cat']);
  await tmux.waitForText('READY');
  const { server } = await tmux.attach();
  expect(await server.request('expectLines', { lines: ['one', 'READY'] })).toMatchObject({ found: 2 });
  await server.request('expectContrast');
  for (const [method, params] of [
    ['expectSurvivesResize', { sizes: [[30, 8]] }],
    ['expectColors', {}],
    ['measure.start', {}],
    ['measure.stop', {}],
  ] as const)
    expect((await failureOf(server.request(method, params))).data).toMatchObject({ kind: 'foreign-terminal' });
});
