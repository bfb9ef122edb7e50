import { expect, test } from 'vitest';
import type { ViewChangedNotification } from '../../protocol/generated/types.js';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import type { ReceivedMessage } from '../support/inbox.js';
import { ScriptedProgram } from '../support/scripted-program.js';

const everyRow = [1, 2, 3, 4, 5, 6];
const subscribed = { debounceMs: 0, includeText: true };

const viewsOf = (server: TestServer): ReceivedMessage[] => server.inbox.listNotifications('view.changed');
const positionOf = (server: TestServer, wants: (message: ReceivedMessage) => boolean): number =>
  server.inbox.messages.findIndex((message) => wants(message as ReceivedMessage));

/** Waits for the notification with a text. */
async function waitForView(server: TestServer, text: string): Promise<ReceivedMessage> {
  return await server.inbox.waitForNotification('view.changed', (params) => String(params['text']).includes(text));
}

test('view.changed is sent once on subscribing, before the response [8.first]', async () => {
  const { server, begin } = await ScriptedProgram.startWith('one\r\ntwo');
  const view = await server.request('currentView');
  await begin('subscribe', 'viewSubscribe', { includeText: true });
  expect(await server.inbox.waitForResult('subscribe')).toEqual({ ok: true, debounceMs: 100, includeText: true });
  const { revision, text } = view;
  expect(viewsOf(server)).toEqual([{ rows: 6, cols: 20, revision, changedRows: everyRow, text }]);
  const at = positionOf(server, ({ method }) => method === 'view.changed');
  expect(at).toBeLessThan(positionOf(server, ({ id }) => id === 'subscribe'));
});

test('view.changed has no text without includeText [8.text]', async () => {
  const { server, print } = await ScriptedProgram.startWith('one');
  await server.request('viewSubscribe', { debounceMs: 0 });
  print('\x1b[3;1Hthree');
  const { revision, ...news } = await server.inbox.waitForNotification('view.changed', ({ changedRows }) => {
    return (changedRows as number[]).length === 1;
  });
  expect(news).toEqual({ rows: 6, cols: 20, changedRows: [3] });
  expect(revision).toBe((await server.request('currentView')).revision);
});

test('view.changed is sent without a request [8.any-time]', async () => {
  const { server, print } = await ScriptedProgram.start();
  await server.request('viewSubscribe', subscribed);
  print('news');
  expect(await waitForView(server, 'news')).toMatchObject({ text: 'news\n\n\n\n\n' });
});

test('view.changed is sent while a wait is pending [8.pending]', async () => {
  const { server, print, begin } = await ScriptedProgram.start();
  await server.request('viewSubscribe', subscribed);
  await begin('wait', 'waitForText', { selector: { type: 'exact', text: 'never' }, timeoutMs: 600_000 });
  print('news');
  await waitForView(server, 'news');
  expect(server.inbox.messages).not.toContainEqual(expect.objectContaining({ id: 'wait' }));
});

// Each row: the initial screen, the text printed in one write, and the rows that it changed.
test.each([
  ['a row', 'a\r\nb\r\nc', '\x1b[2;1HB', [2]],
  ['some rows', 'a\r\nb\r\nc', '\x1b[1;1HA\x1b[6;1HF', [1, 6]],
  ['all rows scroll', 'a\r\nb\r\nc\r\nd\r\ne\r\nf', '\r\ng', everyRow],
  ['equal rows scroll', 'a\r\na\r\na\r\na\r\na\r\nb', '\r\nb', [5]],
  ['the alternate screen', 'a\r\nb', '\x1b[?1049h\x1b[2;1Hb', [1]],
  ['trailing blanks are ignored', 'a\r\nb', '   \x1b[3;1Hc', [3]],
])('changedRows lists the changed rows: %s [8.rows]', async (_, before, text, rows) => {
  const { server, print } = await ScriptedProgram.startWith(before);
  await server.request('viewSubscribe', { debounceMs: 50 });
  print(`\x1b[?2026h${text}\x1b[?2026l`);
  const isNew = ({ changedRows }: ReceivedMessage): boolean => viewsOf(server)[0]?.['changedRows'] !== changedRows;
  expect((await server.inbox.waitForNotification('view.changed', isNew))['changedRows']).toEqual(rows);
});

test('view.changed is not sent if only the style or the cursor changes, or the same text is written again [8.text-only]', async () => {
  const { server, show, print } = await ScriptedProgram.startWith('same');
  await server.request('viewSubscribe', subscribed);
  await show('\r\x1b[31msame\x1b[3;3H');
  await show('\x1b[1;1Hsame');
  print('\x1b[1;1Hother');
  const news = await waitForView(server, 'other');
  expect(viewsOf(server)).toHaveLength(2);
  expect(news['revision']).toBeGreaterThan(viewsOf(server)[0]?.['revision'] as number);
});

test.each([
  ['sendText', { text: 'abc' }],
  ['sendKey', { key: 'a' }],
  ['sendLine', { text: 'abc' }],
  ['sendBytes', { base64: 'YWJj' }],
])(
  'with debounceMs 0 the reaction to %s %j is always reported before its response [8.zero]',
  async (method, params) => {
    const { server, begin, show } = await ScriptedProgram.start();
    await server.request('viewSubscribe', subscribed);
    for (let round = 0; round < 20; round += 1) {
      await show('\x1b[H\x1b[2J');
      await begin(`input ${round}`, method, { ...params, settleMs: 20_000 });
      await server.inbox.waitForResult(`input ${round}`);
      const answerAt = positionOf(server, ({ id }) => id === `input ${round}`);
      const views = server.inbox.messages
        .slice(0, answerAt)
        .filter((one) => (one as ReceivedMessage)['method'] === 'view.changed');
      const { text } = (views.at(-1) as ReceivedMessage)['params'] as ViewChangedNotification;
      expect(text).toContain('a');
    }
  },
);

test('a new subscription replaces the previous one [8.replace]', async () => {
  const { server, print } = await ScriptedProgram.start();
  await server.request('viewSubscribe', { debounceMs: 0 });
  await server.request('viewSubscribe', subscribed);
  print('news');
  await waitForView(server, 'news');
  expect(viewsOf(server).map(({ text }) => text)).toEqual([undefined, '\n\n\n\n\n', 'news\n\n\n\n\n']);
});

test('viewUnsubscribe ends the subscription, and a new one starts with all rows [8.unsubscribe]', async () => {
  const { server, show } = await ScriptedProgram.start();
  await server.request('viewSubscribe', subscribed);
  expect(await server.request('viewUnsubscribe')).toEqual({ ok: true });
  await show('unseen');
  expect(viewsOf(server)).toHaveLength(1);
  await server.request('viewSubscribe', subscribed);
  expect(viewsOf(server)[1]).toMatchObject({ text: 'unseen\n\n\n\n\n', changedRows: everyRow });
});

test('viewSubscribe requires a session, viewUnsubscribe does not [8.session]', async () => {
  const server = new TestServer();
  expect(await server.request('viewUnsubscribe')).toEqual({ ok: true });
  expect((await failureOf(server.request('viewSubscribe'))).code).toBe(-32001);
});

test('a client can subscribe before any launch, and the subscription continues across programs [8.launches]', async () => {
  const server = new TestServer();
  await server.request('initialize', { terminalCols: 20, terminalRows: 6 });
  await server.request('viewSubscribe', subscribed);
  expect(viewsOf(server)).toEqual([
    { rows: 6, cols: 20, revision: expect.any(Number), changedRows: everyRow, text: '\n\n\n\n\n' },
  ]);
  for (const words of ['first', 'second', 'third']) {
    const { print } = await ScriptedProgram.launch(server);
    print(words);
    expect(await waitForView(server, words)).toMatchObject({ changedRows: [1] });
  }
  const texts = viewsOf(server).map(({ text }) => String(text).trim());
  expect(texts).toEqual(['', 'first', '', 'second', '', 'third']);
  const revisions = viewsOf(server).map(({ revision }) => revision as number);
  expect(revisions).toEqual(revisions.toSorted((left, right) => left - right));
});

test('a resize is reported with the new size [8.resize]', async () => {
  const { server } = await ScriptedProgram.startWith('text');
  await server.request('viewSubscribe', subscribed);
  await server.request('resize', { cols: 30, rows: 8 });
  const news = await server.inbox.waitForNotification('view.changed', ({ rows }) => rows === 8);
  expect(news).toMatchObject({ cols: 30, text: 'text\n\n\n\n\n\n\n', changedRows: expect.arrayContaining([7, 8]) });
  await server.request('resize', { cols: 40, rows: 8 });
  const wider = await server.inbox.waitForNotification('view.changed', ({ cols }) => cols === 40);
  expect(wider).toMatchObject({ rows: 8, text: 'text\n\n\n\n\n\n\n', changedRows: [] });
});
