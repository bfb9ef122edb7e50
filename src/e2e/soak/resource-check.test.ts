import { expect, test } from 'vitest';
import { TestServer } from '../../testing/client.js';
import { recordingPathOf } from '../../testing/recordings.js';
import { ResourceCheck } from '../../testing/resource-check.js';
import { hasProc } from '../../testing/soak.js';

test.skipIf(!hasProc)('a check of resources fails if one descriptor remains open (needs /proc)', async () => {
  const server = new TestServer();
  await server.launch('true');
  const resources = await ResourceCheck.start(server);
  await resources.verify();
  await server.request('recording.start', { path: recordingPathOf(server) });
  await expect(resources.verify({ closeTimeoutMs: 0 })).rejects.toThrow('to deeply equal');
  await server.request('recording.stop');
  await resources.verify();
});
