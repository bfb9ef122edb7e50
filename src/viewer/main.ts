import { App } from './app.js';
import { embeddedSource, type Source } from './source.js';

/** Shows a recording in place of the static content of the page. */
async function showRecording(source: Source): Promise<void> {
  const app = new App(source);
  await source.subscribe((events) => app.append(events));
  document.querySelector('#static')?.remove();
  document.body.append(app.element);
  app.open(location.hash);
  addEventListener('hashchange', () => app.open(location.hash));
  // The width of a cell is known once the fonts are.
  await document.fonts.ready;
  app.fit();
  document.documentElement.dataset['ready'] = '';
}

void showRecording(embeddedSource(document));
