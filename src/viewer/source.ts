import type { EventData, HeaderData } from './format.js';

/** Provides a recording. */
export interface Source {
  readonly header: HeaderData;
  /** Calls `listener` with events as they become available; resolves when all available events have been delivered. */
  subscribe(listener: (events: readonly EventData[]) => void): Promise<void>;
}

/** Reads the recording that is embedded in the page. */
export function readEmbeddedSource(document: Document): Source {
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
