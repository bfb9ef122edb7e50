import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { inBrowser } from '../support/browser.js';
import { needing } from '../support/packages.js';
import { parseViewUrl, startView, type ViewAddress } from '../support/view-client.js';

/** What pages of other origins attempt, with the right token. */
interface Attempts {
  readonly reads: string;
  readonly writes: string;
  readonly loads: string;
  readonly socket: string;
}
const refused: Attempts = { reads: 'error', writes: 'error', loads: 'error', socket: 'refused' };

// Runs in the browser.
const attempting = `async (base, name, secret) => {
  const read = fetch(base + '/api/state', { headers: { Authorization: 'Bearer ' + secret } });
  const body = '{"text":"injected"}';
  const write = fetch(base + '/api/respond/demo?token=' + secret, { method: 'POST', mode: 'no-cors', body });
  const script = document.createElement('script');
  const load = new Promise((resolve) => {
    script.onload = () => resolve('loaded');
    script.onerror = () => resolve('error');
  });
  script.src = base + '/live.js';
  document.documentElement.append(script);
  const connection = new Promise((resolve) => {
    const socket = new WebSocket('ws://' + name + '/ws', ['tuispec.view.v1', 'tuispec.token.' + secret]);
    socket.onopen = () => resolve('open');
    socket.onclose = () => resolve('refused');
  });
  const toStatus = (response) => response.then(({ status }) => String(status)).catch(() => 'error');
  return { reads: await toStatus(read), writes: await toStatus(write), loads: await load, socket: await connection };
}`;

/** Attempts everything in a page. */
const attempt = async (page: Page | Frame, { origin, host, token }: ViewAddress): Promise<unknown> =>
  await page.evaluate(`(${attempting})(${[origin, host, token].map((text) => JSON.stringify(text)).join()})`);

async function findFrame(page: Page, name: string): Promise<Frame> {
  const element = await page.waitForSelector(`iframe[name=${name}]`);
  return (await element.contentFrame()) as Frame;
}

async function openView(): Promise<ViewAddress & { readonly countInputs: () => Promise<number> }> {
  const { server, ...address } = await startView({ interactive: true });
  await server.launch('cat', [], {}, { name: 'demo' });
  const countInputs = async (): Promise<number> => ((await server.request('currentView')).text.trim() === '' ? 0 : 1);
  return { ...address, countInputs };
}

/** Serves one page from another port. */
async function servePage(html: string): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

needing('chromium')('a name that was rebound to this machine shows nothing, not even the page [15.host]', async () => {
  const { countInputs, ...view } = await openView();
  const { port } = new URL(view.origin);
  // Without the protection that some browsers have themselves.
  const args = ['--host-resolver-rules=MAP evil.example 127.0.0.1', '--disable-features=LocalNetworkAccessChecks'];
  await inBrowser({ files: {}, args }, async (page) => {
    const rebound = { ...view, origin: `http://evil.example:${port}`, host: `evil.example:${port}` };
    const response = await page.goto(`${rebound.origin}/#token=${view.token}`);
    expect(response?.status()).toBe(421);
    // The attacker's page was loaded before the name was rebound: to the browser, it has the origin of the view.
    await page.route(`${rebound.origin}/`, (route) => route.fulfill({ contentType: 'text/html', body: '<p>evil' }));
    await page.goto(`${rebound.origin}/`);
    expect(await attempt(page, rebound)).toEqual({ ...refused, reads: '421', writes: '421' });
    expect(await attempt(page, view)).toEqual(refused);
    expect(await countInputs()).toBe(0);
  });
});

needing('chromium')('a page of another port is refused although it has the token [15.origin]', async () => {
  const { countInputs, ...view } = await openView();
  const other = await servePage('<!doctype html><title>other</title>');
  await inBrowser({ files: {} }, async (page) => {
    await page.goto(other);
    expect(await attempt(page, view)).toEqual(refused);
    expect(await countInputs()).toBe(0);
  });
});

needing('chromium')('a sandboxed frame is refused, and the page cannot be framed [15.origin, 15.headers]', async () => {
  const { countInputs, ...view } = await openView();
  const other = await servePage(
    `<!doctype html><iframe name="a" sandbox="allow-scripts" srcdoc="<p>x</p>"></iframe><iframe name="b" src="${view.origin}/"></iframe>`,
  );
  await inBrowser({ files: {} }, async (page) => {
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    await page.goto(other);
    const [frame, framed] = await Promise.all(['a', 'b'].map((name) => findFrame(page, name)));
    expect(await frame?.evaluate('origin')).toBe('null');
    expect(await attempt(frame as Frame, view)).toEqual(refused);
    expect(await framed?.evaluate('document.title')).not.toBe('tuispec');
    expect(await countInputs()).toBe(0);
  });
});

needing('chromium')('the page works by each loopback name without a violation of its policy [15.headers]', async () => {
  const { server, ...view } = await startView({ interactive: true });
  await server.launch('sh', ['-c', String.raw`printf '\033[31mred \033]0;<b>title</b>\007<script>1</script>'; cat`]);
  const { port } = new URL(view.origin);
  for (const name of ['127.0.0.1', 'localhost'])
    await inBrowser({ files: {} }, async (page) => {
      const problems: string[] = [];
      page.on('console', (message) => problems.push(message.text()));
      page.on('pageerror', (error) => problems.push(String(error)));
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await page.goto(`http://${name}:${port}/#token=${view.token}`);
      await page.locator('.stage .row', { hasText: 'red <script>1</script>' }).waitFor();
      expect(problems).toEqual([]);
      for (const url of requests) expect(url).toMatch(new RegExp(`^(?:data:|http://${name}:${port}/)`));
      expect(requests.slice(1).join()).not.toContain(view.token);
      expect(await page.evaluate('document.cookie')).toBe('');
    });
  expect(parseViewUrl((await server.request('view.status')).url ?? '').token).toBe(view.token);
});
