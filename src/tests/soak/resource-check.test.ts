import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { recordingPathOf } from '../support/recordings.js';
import { ResourceCheck } from '../support/resource-check.js';
import { hasProc } from '../support/soak.js';

test.skipIf(!hasProc)('a check of resources fails if one descriptor remains open (needs /proc)', async () => {
  const server = new TestServer({ isNew: true });
  await server.launch('true');
  const resources = await ResourceCheck.start(server);
  await resources.verify();
  await server.request('recording.start', { path: recordingPathOf(server) });
  await expect(resources.verify({ closeTimeoutMs: 0 })).rejects.toThrow('to match object');
  await server.request('recording.stop');
  await resources.verify();
});
