import { LivePage } from './live-page.js';

const storageKey = 'tuispec.token';

/** Returns the token in the address, or that of the page before it was reloaded. */
function findToken(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  try {
    if (token !== '') sessionStorage.setItem(storageKey, token);
    return token || (sessionStorage.getItem(storageKey) ?? undefined);
  } catch {
    // Storage may be disabled.
    return token || undefined;
  }
}

/** Shows the live session. */
async function showSession(): Promise<void> {
  const page = new LivePage();
  document.body.append(page.app.element);
  page.connect(findToken());
  addEventListener('hashchange', () => page.connect(findToken()));
  addEventListener('online', () => page.wake());
  document.addEventListener('visibilitychange', () => page.wake());
  // The width of a cell depends on the fonts.
  await document.fonts.ready;
  page.app.window.fit();
  document.documentElement.dataset['ready'] = '';
}

void showSession();
