import type { ConnectionState } from './connection.js';
import { create, createButton, createIcon } from './dom.js';

/** How a state of the connection is shown. */
interface StateDescription {
  readonly label: string;
  readonly tone: 'good' | 'busy' | 'bad';
  /** What has happened and what to do; empty if there is nothing to say. */
  readonly text: string;
  readonly canRetry: boolean;
}

const kept = 'What has been shown until now remains below.';
const printedUrl = 'Open the URL that the server has printed; it contains the token.';

/** Describes a state of the connection in words. */
function describeState(state: ConnectionState): StateDescription {
  switch (state.kind) {
    case 'live':
      return { label: 'Connected', tone: 'good', text: '', canRetry: false };
    case 'connecting':
      return { label: 'Connecting…', tone: 'busy', text: '', canRetry: false };
    case 'lost':
      return {
        label: 'Reconnecting…',
        tone: 'busy',
        text: `The connection to the server is lost. The page reconnects as soon as it can. ${kept}`,
        canRetry: true,
      };
    case 'slow':
      return {
        label: 'Reconnecting…',
        tone: 'busy',
        text: 'This page was too slow to receive everything, so the server has disconnected it. It reconnects.',
        canRetry: true,
      };
    case 'too-fast':
      return {
        label: 'Reconnecting…',
        tone: 'busy',
        text: 'This page has sent too many messages, so the server has disconnected it. It reconnects.',
        canRetry: true,
      };
    case 'full':
      return {
        label: 'Waiting…',
        tone: 'busy',
        text: 'Too many pages show this session. This one connects when another one is closed.',
        canRetry: true,
      };
    case 'ended':
      return { label: 'Ended', tone: 'bad', text: `The server has ended. ${kept}`, canRetry: true };
    case 'no-token':
      return { label: 'Not connected', tone: 'bad', text: `The address has no token. ${printedUrl}`, canRetry: false };
    case 'wrong-token':
      return {
        label: 'Not connected',
        tone: 'bad',
        text: `The token in the address is not valid: it belongs to another server or to an earlier view. ${printedUrl}`,
        canRetry: true,
      };
    case 'not-allowed':
      return {
        label: 'Not connected',
        tone: 'bad',
        text: `The server refuses this page. ${state.message}`.trim(),
        canRetry: true,
      };
  }
}

const iconColors = { good: '#30a46c', busy: '#f5a524', bad: '#e5484d' } as const;

/** Shows a tone as the icon of the page. */
function showIcon(tone: keyof typeof iconColors): void {
  const square = `<rect width="16" height="16" rx="4" fill="${iconColors[tone]}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${square}</svg>`;
  document.querySelector('link[rel="icon"]')?.setAttribute('href', `data:image/svg+xml,${encodeURIComponent(svg)}`);
}

/** Shows the state of the connection: a label at the top, and a sentence above the screen. */
export class ConnectionStatus {
  readonly label = create('span', { class: 'connection', role: 'status' });
  readonly notice = create('div', { class: 'notice', role: 'status' });
  readonly #text = create('span', {});
  readonly #retry: HTMLButtonElement;
  #isReconnecting = false;

  /** `retry` connects again. */
  constructor(retry: () => void) {
    this.#retry = createButton('Try again', 'Try again', retry);
    this.notice.append(createIcon('link'), this.#text, this.#retry);
  }

  show(state: ConnectionState): void {
    // While the page reconnects, it says why.
    if (state.kind === 'connecting' && this.#isReconnecting) return;
    this.#isReconnecting = 'retryInMs' in state;
    const { label, tone, text, canRetry } = describeState(state);
    if (this.label.textContent !== label) this.label.textContent = label;
    showIcon(tone);
    this.label.className = `connection ${tone}`;
    this.notice.className = `notice ${tone}`;
    this.notice.hidden = text === '';
    if (this.#text.textContent !== text) this.#text.textContent = text;
    this.#retry.hidden = !canRetry;
  }
}
