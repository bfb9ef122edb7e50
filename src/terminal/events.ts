// What a program sends to its terminal without changing a cell: bells, notifications, pictures, the commands of shells.
import { Emitter } from '../base/emitter.js';
import { joinList } from '../base/text.js';
import type { LinePlace } from '../screen/logical-line.js';
import type { PictureProtocol } from './xterm/limits.js';
import type { SequenceParser } from './xterm/terminal.js';

/** The kinds of events. */
export const eventTypes = ['bell', 'notification', 'progress', 'clipboard', 'title', 'image', 'command'] as const;
export type EventType = (typeof eventTypes)[number];
/** The states of a progress (OSC 9;4), by number. */
const progressStates = ['none', 'normal', 'error', 'indeterminate', 'paused'] as const;
type ProgressState = (typeof progressStates)[number];

/** Something that a program has sent. Rows and columns are 0-based. */
export type TerminalEvent =
  | { readonly type: 'bell' }
  | { readonly type: 'notification'; readonly title: string; readonly body: string }
  | { readonly type: 'progress'; readonly state: ProgressState; readonly percent: number | null }
  | { readonly type: 'clipboard'; readonly selection: string; readonly text: string }
  | { readonly type: 'title'; readonly title: string }
  | {
      readonly type: 'image';
      readonly protocol: PictureProtocol;
      readonly row: number;
      readonly col: number;
      readonly bytes: number;
    }
  | { readonly type: 'command'; readonly text: string; readonly exitCode: number | null; readonly output: string };
export type EventOf<T extends EventType> = Extract<TerminalEvent, { type: T }>;

const maxEvents = 1000;
/** UTF-16 units of the text of a clipboard and of the output of a command. */
export const maxEventText = 65_536;
// All events together, so that a program cannot fill the memory with texts.
const maxTotalText = 16 * 1024 * 1024;
const maxShortText = 4096;

/** Cuts a text, without half a character at its end. */
export const cutText = (text: string, max = maxShortText): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\ud800-\udbff]$/, '');

/** The events of one program, in order. The newest ones are kept; totals and the last event of each kind always. */
export class EventLog {
  /** Fires while the byte that ends an event is being parsed. */
  readonly added = new Emitter<[event: TerminalEvent]>();
  readonly #events: TerminalEvent[] = [];
  readonly #totals = new Map<EventType, number>();
  readonly #last = new Map<EventType, TerminalEvent>();
  #count = 0;
  #textLength = 0;

  /** How many events there have been. */
  get count(): number {
    return this.#count;
  }

  add(event: TerminalEvent): void {
    this.#count += 1;
    this.#totals.set(event.type, this.total(event.type) + 1);
    this.#last.set(event.type, event);
    this.#events.push(event);
    this.#textLength += textLengthOf(event);
    while (this.#events.length > maxEvents || this.#textLength > maxTotalText)
      this.#textLength -= textLengthOf(this.#events.shift() as TerminalEvent);
    this.added.fire(event);
  }

  total(type: EventType): number {
    return this.#totals.get(type) ?? 0;
  }

  last<T extends EventType>(type: T): EventOf<T> | undefined {
    return this.#last.get(type) as EventOf<T> | undefined;
  }

  /** The events after the first `count`, as far as they are kept. */
  since(count: number): readonly TerminalEvent[] {
    const dropped = this.#count - this.#events.length;
    return this.#events.slice(Math.max(0, count - dropped));
  }
}

function textLengthOf(event: TerminalEvent): number {
  let length = 0;
  for (const value of Object.values(event)) if (typeof value === 'string') length += value.length;
  return length;
}

const maxDescribed = 3;
const maxDescribedText = 80;

/** A sentence about the last events of these types, or else of any, for failures. */
export function describeLastEvents(log: EventLog, types: readonly EventType[]): string {
  const all = log.since(0);
  const awaited = all.filter(({ type }) => types.includes(type));
  const events = (awaited.length > 0 ? awaited : all).slice(-maxDescribed);
  if (events.length === 0) return 'The program has sent no event.';
  const such = awaited.length > 0 ? 'such ' : '';
  return `The last ${such}${events.length === 1 ? 'event was' : 'events were'} ${joinList(events.map(describeEvent))}.`;
}

function describeEvent(event: TerminalEvent): string {
  switch (event.type) {
    case 'notification':
      return `notification ${[event.title, event.body].filter(Boolean).map(quoteShort).join(' ')}`.trim();
    case 'progress':
      return `progress ${event.state}${event.percent === null ? '' : ` ${event.percent} %`}`;
    case 'clipboard':
      return `clipboard ${quoteShort(event.text)}`;
    case 'title':
      return `title ${quoteShort(event.title)}`;
    case 'command':
      return `command ${quoteShort(event.text)} (exit code ${event.exitCode ?? 'unknown'})`;
    default:
      return event.type;
  }
}

const quoteShort = (text: string): string =>
  JSON.stringify(text.length > maxDescribedText ? `${cutText(text, maxDescribedText)}…` : text);

const [oscMessage, oscNotify, oscKitty] = [9, 777, 99];
// ConEmu's commands, of which `4` is the progress; all other text is a notification.
const conEmu = /^\d{1,2};/;
const progress = /^4;([0-4])(?:;(\d{1,3}))?(?:;|$)/;
// Notifications of kitty whose last part never comes.
const maxUnfinished = 100;

/** Handles notifications (OSC 9, 777 and 99) and progress (OSC 9;4). */
export function logNotifications(parser: SequenceParser, log: EventLog): void {
  const notify = (title: string, body: string): void =>
    log.add({ type: 'notification', title: cutText(title), body: cutText(body) });
  parser.registerOscHandler(oscMessage, (data) => {
    const [, state, percent] = progress.exec(data) ?? [];
    if (state !== undefined) log.add(createProgress(Number(state), percent));
    else if (!conEmu.test(data)) notify('', data);
    return false;
  });
  parser.registerOscHandler(oscNotify, (data) => {
    const [, title, body = ''] = /^notify;([^;]*)(?:;(.*))?$/s.exec(data) ?? [];
    if (title !== undefined) notify(title, body);
    return false;
  });
  const assembly = new NotificationAssembly(notify);
  parser.registerOscHandler(oscKitty, (data) => {
    assembly.add(data);
    return false;
  });
}

function createProgress(number: number, percent: string | undefined): TerminalEvent {
  const state = progressStates[number] as ProgressState;
  const isMeasured = percent !== undefined && state !== 'none' && state !== 'indeterminate';
  return { type: 'progress', state, percent: isMeasured ? Math.min(100, Number(percent)) : null };
}

/** The parts of a notification, as bytes (one character per byte): a part may end inside a character. */
interface NotificationParts {
  title: string;
  body: string;
}

/** Assembles the parts of notifications of kitty (OSC 99), which may be interleaved. */
class NotificationAssembly {
  readonly #notify: (title: string, body: string) => void;
  readonly #unfinished = new Map<string, NotificationParts>();

  constructor(notify: (title: string, body: string) => void) {
    this.#notify = notify;
  }

  /** Adds a part: `key=value:key=value;payload`. */
  add(data: string): void {
    const split = data.indexOf(';');
    const pairs = data.slice(0, split < 0 ? data.length : split).split(':');
    const keys = new Map(pairs.map((pair) => [pair.slice(0, 1), pair.slice(2)]));
    const kind = keys.get('p') ?? 'title';
    // Others are queries, answers, icons and buttons; those without `d=0` end the notification as well.
    const isText = kind === 'title' || kind === 'body';
    const id = keys.get('i') ?? '';
    const isDone = keys.get('d') !== '0';
    if (!isText && (!isDone || !this.#unfinished.has(id) || kind === '?' || kind === 'close' || kind === 'alive'))
      return;
    const parts = this.#unfinished.get(id) ?? { title: '', body: '' };
    if (isText) {
      const bytes = Buffer.from(split < 0 ? '' : data.slice(split + 1), keys.get('e') === '1' ? 'base64' : 'utf8');
      // Four bytes are one character at least.
      parts[kind] = (parts[kind] + bytes.toString('latin1')).slice(0, 4 * maxShortText);
    }
    this.#unfinished.delete(id);
    if (isDone) this.#notify(decodeBytes(parts.title), decodeBytes(parts.body));
    else this.#keep(id, parts);
  }

  #keep(id: string, parts: NotificationParts): void {
    this.#unfinished.set(id, parts);
    const [oldest] = this.#unfinished.keys();
    if (this.#unfinished.size > maxUnfinished && oldest !== undefined) this.#unfinished.delete(oldest);
  }
}

const decodeBytes = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');

/** Where a picture begins: 0-based, on the screen. */
interface PicturePlace {
  readonly row: number;
  readonly col: number;
}

// Pictures of kitty that were sent, but not displayed yet.
const maxStoredPictures = 100;

/** Announces pictures (sixel, kitty, iTerm2) when all of their data has come. */
export class PictureEvents {
  readonly #log: EventLog;
  readonly #readPlace: () => PicturePlace;
  /** A picture that comes in several parts, by protocol. */
  readonly #open = new Map<
    PictureProtocol,
    { readonly place: PicturePlace; bytes: number; id: string; shows: boolean }
  >();
  /** The sizes of pictures of kitty that were not displayed at once, by id. */
  readonly #stored = new Map<string, number>();

  constructor(log: EventLog, readPlace: () => PicturePlace) {
    this.#log = log;
    this.#readPlace = readPlace;
  }

  /** A string with a picture has ended. */
  handle(protocol: PictureProtocol, head: string, length: number): void {
    if (protocol === 'sixel') this.#announce(protocol, this.#readPlace(), length);
    else if (protocol === 'kitty') this.#handleKitty(head, length);
    else this.#handleIterm2(head, length);
  }

  // `File=name=…;inline=1:DATA`, or `MultipartFile=…;inline=1`, `FilePart=DATA` and `FileEnd`.
  #handleIterm2(head: string, length: number): void {
    const [, name, rest = ''] = /^(\w+)(?:=(.*))?$/s.exec(head) ?? [];
    const isShown = /(?:^|;)inline=1(?:;|:|$)/.test(rest);
    const open = this.#open.get('iterm2');
    if (name === 'File' && isShown && head.includes(':'))
      this.#announce('iterm2', this.#readPlace(), length - head.indexOf(':') - 1);
    else if (name === 'MultipartFile')
      this.#open.set('iterm2', { place: this.#readPlace(), bytes: 0, id: '', shows: isShown });
    else if (name === 'FilePart' && open !== undefined) open.bytes += length - 'FilePart='.length;
    else if (name === 'FileEnd' && open !== undefined) {
      this.#open.delete('iterm2');
      if (open.shows) this.#announce('iterm2', open.place, open.bytes);
    }
  }

  // `Gkey=value,key=value;DATA`; `m=1` if more data follows.
  #handleKitty(head: string, length: number): void {
    if (!head.startsWith('G')) return;
    const end = head.includes(';') ? head.indexOf(';') : head.length;
    const keys = new Map(
      head
        .slice(1, end)
        .split(',')
        .map((pair) => [pair.slice(0, 1), pair.slice(2)]),
    );
    const action = keys.get('a');
    const id = keys.get('i') ?? '';
    const bytes = Math.max(0, length - end - 1);
    let open = this.#open.get('kitty');
    if (open === undefined || action !== undefined) {
      this.#open.delete('kitty');
      if (action === 'p') this.#announce('kitty', this.#readPlace(), this.#stored.get(id) ?? 0);
      // `t` only sends it; all others send no picture.
      if (!['T', 't', undefined].includes(action)) return;
      open = { place: this.#readPlace(), bytes: 0, id, shows: action === 'T' };
    }
    open.bytes += bytes;
    if (keys.get('m') === '1') this.#open.set('kitty', open);
    else {
      this.#open.delete('kitty');
      this.#store(open.id, open.bytes);
      if (open.shows) this.#announce('kitty', open.place, open.bytes);
    }
  }

  #store(id: string, bytes: number): void {
    this.#stored.delete(id);
    this.#stored.set(id, bytes);
    const [oldest] = this.#stored.keys();
    if (this.#stored.size > maxStoredPictures && oldest !== undefined) this.#stored.delete(oldest);
  }

  #announce(protocol: PictureProtocol, place: PicturePlace, bytes: number): void {
    this.#log.add({ type: 'image', protocol, ...place, bytes });
  }
}

/** The terminal in which a shell marks its commands. */
interface MarkedTerminal {
  readonly place: LinePlace;
  readonly cols: number;
  readonly isAlternate: boolean;
  /** The displayed text between two places: at most its last `maxEventText` UTF-16 units. */
  readBetween(from: LinePlace, to: LinePlace): string;
}

/** Follows the commands of a shell by its marks (OSC 133 and 633). */
export class CommandEvents {
  readonly #log: EventLog;
  readonly #terminal: MarkedTerminal;
  /** Where the command line begins. */
  #typedFrom: (LinePlace & { readonly cols: number }) | undefined;
  /** The command line as the shell reports it. */
  #reported: string | undefined;
  #running: (LinePlace & { readonly cols: number; readonly text: string }) | undefined;

  constructor(log: EventLog, terminal: MarkedTerminal) {
    this.#log = log;
    this.#terminal = terminal;
  }

  /** Handles a mark: `A` is the prompt, `B` its end, `C` the start of a command, `D;0` its end, `E;ls` its text. */
  handle(mark: string): void {
    const kind = mark.slice(0, 1);
    const rest = mark.slice(1);
    if (rest !== '' && !rest.startsWith(';')) return;
    if (kind === 'A') this.#forget();
    else if (kind === 'B') this.#typedFrom = this.#here;
    else if (kind === 'E') this.#reported = decodeCommand(rest.slice(1));
    else if (kind === 'C') {
      this.#running = { ...this.#here, text: cutText(this.#reported ?? reportedIn(rest) ?? this.#readTyped()) };
      this.#forget();
    } else if (kind === 'D') this.#end(/^;(-?\d{1,9})(?:;|$)/.exec(rest)?.[1]);
  }

  get #here(): LinePlace & { readonly cols: number } {
    const { place, cols } = this.#terminal;
    return { ...place, cols };
  }

  #forget(): void {
    this.#typedFrom = undefined;
    this.#reported = undefined;
  }

  #readTyped(): string {
    return this.#typedFrom === undefined ? '' : this.#readFrom(this.#typedFrom).trim();
  }

  #end(exitCode: string | undefined): void {
    const running = this.#running;
    if (running === undefined) return;
    this.#running = undefined;
    const output = this.#readFrom(running).replace(/\n+$/, '');
    this.#log.add({
      type: 'command',
      text: running.text,
      exitCode: exitCode === undefined ? null : Number(exitCode),
      output,
    });
  }

  // Another width moves text to other lines, and the alternate screen has none of them.
  #readFrom(from: LinePlace & { readonly cols: number }): string {
    const { isAlternate, cols, place } = this.#terminal;
    return isAlternate || cols !== from.cols ? '' : this.#terminal.readBetween(from, place);
  }
}

/** The command line of a mark of VS Code: `\\x3b` is a semicolon, and what follows the first one is a nonce. */
const decodeCommand = (data: string): string =>
  (data.split(';', 1)[0] ?? '').replaceAll(/\\(?:x([\da-fA-F]{2})|\\)/g, (_, code: string | undefined) =>
    code === undefined ? '\\' : String.fromCharCode(Number.parseInt(code, 16)),
  );

/** The command line in a mark of kitty or fish: `;cmdline_url=ls%20-l`. */
function reportedIn(rest: string): string | undefined {
  const coded = /;cmdline_url=([^;]*)/.exec(rest)?.[1];
  try {
    return coded === undefined ? undefined : decodeURIComponent(coded);
  } catch {
    return coded;
  }
}
