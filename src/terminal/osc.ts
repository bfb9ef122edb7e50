// What programs report and xterm.js does not keep: clipboard, working directory, titles, and what line editors and shells
// say about the lines that they read.
import { Emitter } from '../base/emitter.js';
import type { Link } from '../screen/cells.js';
import { cutText, type EventLog, maxEventText } from './events.js';
import type { Core } from './xterm/internals.js';
import type { SequenceParser } from './xterm/terminal.js';

/** Calls back just before private modes are switched (DECSET, DECRST). */
export function onPrivateModes(
  parser: SequenceParser,
  listener: (modes: readonly (number | number[])[], isOn: boolean) => void,
): void {
  for (const [final, isOn] of [
    ['h', true],
    ['l', false],
  ] as const)
    parser.registerCsiHandler({ prefix: '?', final }, (modes) => {
      listener(modes, isOn);
      return false;
    });
}

/** Calls back just before a full reset (RIS). */
export function onReset(parser: SequenceParser, listener: () => void): void {
  parser.registerEscHandler({ final: 'c' }, () => {
    listener();
    return false;
  });
}

/** Calls back just before a soft reset (DECSTR). */
export function onSoftReset(parser: SequenceParser, listener: () => void): void {
  parser.registerCsiHandler({ intermediates: '!', final: 'p' }, () => {
    listener();
    return false;
  });
}

/** Calls back just before the lines that have scrolled off are cleared (ED 3, RIS). */
export function onScrollbackCleared(parser: SequenceParser, listener: () => void): void {
  onReset(parser, listener);
  parser.registerCsiHandler({ final: 'J' }, ([kind]) => {
    if (kind === 3) listener();
    return false;
  });
}

/** The clipboard content that a program has set. */
interface Clipboard {
  readonly selection: string;
  readonly text: string;
}

const maxLinkLength = 4096;
const maxLinks = 1000;

/** The links of cells (OSC 8). xterm.js would retain each one as long as its line; these are limited. */
export class Links {
  readonly #core: Core;
  readonly #byNumber = new Map<number, Link>();
  readonly #numbers = new Map<string, number>();
  #last = 0;

  constructor(core: Core) {
    this.#core = core;
  }

  /** The link with a number; undefined if newer ones have replaced it. */
  readonly find = (number: number): Link | undefined => this.#byNumber.get(number);

  /** Gives the next characters this link; undefined ends it. */
  use(url: string | undefined): void {
    const { _curAttrData: attributes } = this.#core._inputHandler;
    attributes.extended = attributes.extended.clone();
    attributes.extended.urlId = url === undefined ? 0 : this.#numberOf(url);
    attributes.updateExtended();
  }

  #numberOf(url: string): number {
    const known = this.#numbers.get(url);
    if (known !== undefined) return known;
    this.#last += 1;
    this.#numbers.set(url, this.#last);
    this.#byNumber.set(this.#last, { url });
    const [oldest] = this.#numbers.keys();
    if (this.#numbers.size > maxLinks && oldest !== undefined) this.#forget(oldest);
    return this.#last;
  }

  // Screens that were captured before no longer know it either.
  #forget(url: string): void {
    const number = this.#numbers.get(url) as number;
    const link = this.#byNumber.get(number);
    if (link !== undefined) link.url = undefined;
    this.#byNumber.delete(number);
    this.#numbers.delete(url);
  }
}

const progressStates = ['', 'normal', 'error', 'indeterminate', 'paused'];

function describeProgress(state: number, percent: string | undefined): string {
  const name = progressStates[state] ?? `state ${state}`;
  return percent === undefined || name === 'indeterminate' ? name : `${name}, ${Number(percent)} %`;
}

// Responses contain the whole clipboard, or none of it.
const maxClipboardBytes = 1024 * 1024;
// Linux paths have at most 4096 bytes, each of which may be percent-encoded as three.
const maxUrlLength = 3 * 4096;
const bracketedPaste = 2004;
// Sent by shells when they run a command (FinalTerm, and VS Code's variant).
const shellIntegrations = [133, 633];

/** State that a program reports with OSC sequences and that is not visible on the screen. */
export class OscState {
  clipboard: Clipboard | undefined;
  /** Its working directory. */
  cwd: string | undefined;
  /** The URL of the link that has begun and not ended (OSC 8). */
  link: string | undefined;
  /** The progress that it displays (OSC 9;4): its state, and the percentage if it has one. */
  progress: string | undefined;
  /** How often it has enabled bracketed paste, as line editors do when they begin to read a line. */
  lineStarts = 0;
  /** How often it has disabled bracketed paste, as line editors do when they accept a line. */
  lineEnds = 0;
  /** How often a shell has reported that it runs a command (OSC 133;C or 633;C). */
  commandStarts = 0;
  /** Fires while a mark of a shell about its commands is parsed, such as `D;0`. */
  readonly shellMarks = new Emitter<[data: string]>();

  constructor(parser: SequenceParser, links: Links, log: EventLog) {
    parser.registerOscHandler(52, (data) => {
      const clipboard = clipboardFrom(data);
      if (clipboard === undefined) return true;
      this.clipboard = clipboard;
      log.add({ type: 'clipboard', selection: clipboard.selection, text: cutText(clipboard.text, maxEventText) });
      return true;
    });
    parser.registerOscHandler(8, (data) => {
      const url = data.slice(data.indexOf(';') + 1);
      this.link = url === '' ? undefined : url.slice(0, maxLinkLength);
      links.use(this.link);
      return true;
    });
    parser.registerOscHandler(9, (data) => {
      const [, state = '0', percent] = /^4;(\d)(?:;(\d{1,3}))?/.exec(data) ?? [];
      if (data.startsWith('4;')) this.progress = state === '0' ? undefined : describeProgress(Number(state), percent);
      return false;
    });
    onReset(parser, () => {
      this.link = undefined;
      this.progress = undefined;
    });
    parser.registerOscHandler(7, (data) => {
      this.cwd = directoryFrom(data) ?? this.cwd;
      return true;
    });
    for (const number of shellIntegrations)
      parser.registerOscHandler(number, (data) => {
        if (/^C(?:;|$)/.test(data)) this.commandStarts += 1;
        this.shellMarks.fire(data);
        return true;
      });
    onPrivateModes(parser, (modes, isOn) => {
      if (!modes.includes(bracketedPaste)) return;
      if (isOn) this.lineStarts += 1;
      else this.lineEnds += 1;
    });
  }
}

// `c;aGVsbG8=` sets the clipboard; `c;?` is a query, which is never answered.
function clipboardFrom(data: string): Clipboard | undefined {
  const [, selection = '', payload = '?'] = /^([a-z0-9]{0,16});(.*)$/s.exec(data) ?? [];
  if (payload === '?') return undefined;
  const bytes = Buffer.from(payload, 'base64');
  return bytes.length > maxClipboardBytes ? undefined : { selection, text: bytes.toString('utf8') };
}

function directoryFrom(data: string): string | undefined {
  const path = data.length > maxUrlLength ? undefined : /^file:\/\/[^/]*(\/.*)$/s.exec(data)?.[1];
  try {
    return path === undefined ? undefined : decodeURIComponent(path);
  } catch {
    return path;
  }
}

// Every response may contain the title, so limit its length.
const maxTitleLength = 4096;
// The limit of xterm.
const maxSavedTitles = 10;
const [save, restore] = [22, 23];
// 1 is the icon title, which is not shown.
const iconOnly = 1;

/** The title that a program has set, and its stack of saved titles. */
export class Titles {
  current = '';
  readonly #saved: string[] = [];
  readonly #log: EventLog;

  constructor(parser: SequenceParser, log: EventLog) {
    this.#log = log;
    for (const number of [0, 2])
      parser.registerOscHandler(number, (data) => {
        this.#set(cutText(data, maxTitleLength));
        return true;
      });
    parser.registerOscHandler(iconOnly, () => true);
    parser.registerCsiHandler({ final: 't' }, ([action, which]) => {
      if (which !== iconOnly) this.#move(action);
      return false;
    });
  }

  #set(title: string): void {
    if (title === this.current) return;
    this.current = title;
    this.#log.add({ type: 'title', title });
  }

  #move(action: unknown): void {
    if (action === save) this.#saved.push(this.current);
    if (action === restore) this.#set(this.#saved.pop() ?? this.current);
    if (this.#saved.length > maxSavedTitles) this.#saved.shift();
  }
}
