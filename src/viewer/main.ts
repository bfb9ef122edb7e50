import { App } from './app.js';
import type { EventData, HeaderData } from './format.js';

/** Provides a recording. */
interface Source {
  readonly header: HeaderData;
  /** Calls `listener` with events as they become available; resolves when all available events have been delivered. */
  subscribe(listener: (events: readonly EventData[]) => void): Promise<void>;
}

/** Reads the recording that is embedded in the page. */
function readEmbeddedSource(document: Document): Source {
  const header = JSON.parse(document.querySelector('#header')?.textContent ?? '') as HeaderData;
  const blocks = [...document.querySelectorAll('script[type="application/gzip+base64"]')];
  return {
    header,
    subscribe: async (listener) => {
      for (const block of blocks) {
        listener(parseLines(await inflate(block.textContent ?? '')));
        block.remove();
      }
    },
  };
}

async function inflate(base64: string): Promise<string> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

const parseLines = (text: string): EventData[] => text.split('\n').map((line) => JSON.parse(line) as EventData);

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
