import type { SequenceParser } from '../xterm/terminal.js';

/** What a program wrote to the clipboard. */
export interface Clipboard {
  readonly selection: string;
  readonly text: string;
}

// A clipboard is shown whole in answers, or not at all.
const maxClipboard = 1024 * 1024;
// Paths of Linux have at most 4096 bytes, each of which may be written as three.
const maxUrl = 3 * 4096;

/** What a program tells its terminal that cannot be seen on the screen. */
export class OscState {
  clipboard: Clipboard | undefined;
  /** Its working directory. */
  cwd: string | undefined;

  constructor(parser: SequenceParser) {
    parser.registerOscHandler(52, (data) => {
      this.clipboard = clipboardFrom(data) ?? this.clipboard;
      return true;
    });
    // Links are not shown; xterm would keep each of them for as long as its line.
    parser.registerOscHandler(8, () => true);
    parser.registerOscHandler(7, (data) => {
      this.cwd = directoryFrom(data) ?? this.cwd;
      return true;
    });
  }
}

// `c;aGVsbG8=` writes; `c;?` asks for it, which is never answered.
function clipboardFrom(data: string): Clipboard | undefined {
  const [, selection = '', payload = '?'] = /^([a-z0-9]{0,16});(.*)$/s.exec(data) ?? [];
  if (payload === '?') return undefined;
  const bytes = Buffer.from(payload, 'base64');
  return bytes.length > maxClipboard ? undefined : { selection, text: bytes.toString('utf8') };
}

function directoryFrom(data: string): string | undefined {
  const path = data.length > maxUrl ? undefined : /^file:\/\/[^/]*(\/.*)$/s.exec(data)?.[1];
  try {
    return path === undefined ? undefined : decodeURIComponent(path);
  } catch {
    return path;
  }
}
