import { App } from './app.js';
import { readEmbeddedSource, type Source } from './source.js';

/** Replaces the static content of the page with the viewer. */
async function showRecording(source: Source): Promise<void> {
  const app = new App(source.header);
  await source.subscribe((events) => app.append(events));
  document.querySelector('#static')?.remove();
  document.body.append(app.element);
  app.open(location.hash);
  addEventListener('hashchange', () => app.open(location.hash));
  // The width of a cell depends on the fonts.
  await document.fonts.ready;
  app.window.fit();
  document.documentElement.dataset['ready'] = '';
}

void showRecording(readEmbeddedSource(document));
