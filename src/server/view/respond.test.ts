import { expect, test } from 'vitest';
import { MethodError } from '../../base/errors.js';
import type { LiveView } from './live-view.js';
import { respond } from './respond.js';

/** A view whose input fails. */
const createView = (kind: MethodError['kind']): LiveView =>
  ({
    agentId: 'demo',
    session: { settings: { name: 'demo' }, current: { program: {} } },
    host: { redaction: { noteInput: () => {} } },
    input: {
      runBetween: async (action: (cancel: AbortSignal) => Promise<void>) => await action(new AbortController().signal),
      noteText: () => {
        throw new MethodError(kind, 'The reason.');
      },
    },
  }) as unknown as LiveView;

test.each([
  ['timeout', 504, 'timeout'],
  ['exited', 400, 'no_pane_id'],
  ['no-program', 400, 'no_pane_id'],
  ['pane-not-found', 404, 'pane_not_found'],
  ['stale-pane', 404, 'pane_not_found'],
  ['not-accepted', 409, 'send_failed'],
  ['unconfirmed', 409, 'send_failed'],
  ['io', 409, 'send_failed'],
] as const)('a failure of kind %s has status %i and error_type %s [15.respond-errors]', async (kind, status, type) => {
  const response = respond(createView(kind), 'demo', { text: 'yes' });
  await expect(response).rejects.toMatchObject({ status, type, message: expect.stringContaining('The reason.') });
});
