import type { Locator, Position, Rect, Region, TextQuery } from './locator.js';
import type * as wire from './wire.js';

/** A text, a regular expression, a locator, or a selector of the server. */
export type TextTarget = TextQuery | Locator | Exclude<wire.Selector, string>;
/** Where a mouse action happens: on a match, or in a cell (1-based or from the end). */
export type MouseTarget = TextTarget | { readonly row: Position; readonly col: Position };
/** A modifier key. */
export type ModifierKey = 'Ctrl' | 'Alt' | 'Shift';

/** Options of requests that wait. */
export interface WaitOptions {
  /** Timeout in milliseconds (default: the `timeout` of `launch`). */
  readonly timeout?: number | undefined;
  /** Cancels the request when aborted. */
  readonly signal?: AbortSignal | undefined;
}
/** Handling of several matches. */
export interface AmbiguityOptions {
  /** What to do with several matches (default: the `ambiguity` of `launch`). */
  readonly ambiguity?: wire.AmbiguityMode | undefined;
}
/** Options of `waitForText`. */
export interface WaitForTextOptions extends WaitOptions, AmbiguityOptions {
  /** What counts: all text (`any`, the default), or only text that is new since `now`, `lastInput` or a mark. */
  readonly since?: wire.Since | undefined;
  /** Whether to wait for a match (`visible`, the default) or for its absence. */
  readonly state?: 'visible' | 'hidden' | undefined;
  /** A text that ends the wait with an error. */
  readonly failOn?: TextTarget | undefined;
}
/** Options of `waitForStable`. */
export interface WaitForStableOptions extends WaitOptions {
  /** Whether changes of style count. Default: false. */
  readonly styles?: boolean | undefined;
  /** Whether changes of the cursor count. Default: false. */
  readonly cursor?: boolean | undefined;
  /** Areas whose changes are ignored. */
  readonly ignore?: readonly (TextTarget | Rect | Region)[] | undefined;
}
/** Options of `waitForChange`. */
export interface WaitForChangeOptions extends WaitOptions {
  /** The screen to compare with: at the last input (the default), at the call (`now`), or at a mark. */
  readonly since?: wire.Since | undefined;
  /** How long the screen must then be unchanged, in milliseconds. Default: 300. */
  readonly stable?: number | undefined;
  /** Whether changes of style count. Default: false. */
  readonly styles?: boolean | undefined;
  /** Whether changes of the cursor count. Default: false. */
  readonly cursor?: boolean | undefined;
}
/** A condition of `waitFor`: the members of the request, whose texts may also be regular expressions and locators. */
export type WaitCondition = Omit<wire.Condition, 'visible' | 'hidden'> & {
  readonly visible?: TextTarget | undefined;
  readonly hidden?: TextTarget | undefined;
};
/** Conditions of `waitFor`: one of `anyOf`, or all of `allOf`. */
export interface WaitForOptions extends WaitOptions, AmbiguityOptions {
  readonly anyOf?: readonly WaitCondition[] | undefined;
  readonly allOf?: readonly WaitCondition[] | undefined;
  /** What counts as a match. Default: `any`; for `bell`, `notification` and `command`: `now`. */
  readonly since?: wire.Since | undefined;
}
/** Options of `events`. */
export interface EventOptions {
  /** Only events after the last input (`lastInput`) or a mark. Default: `any`. */
  readonly since?: wire.Since | undefined;
  /** Only events of these types. Default: all. */
  readonly types?: readonly wire.EventType[] | undefined;
}
/** Options of `type`. */
export interface TypeOptions {
  /** Whether to send the text as one paste (bracketed if the program has enabled it). */
  readonly paste?: boolean | undefined;
  /** Delay between two characters, in milliseconds. */
  readonly delay?: number | undefined;
  /** Whether the text must not appear in recordings, snapshots, pictures and logs. */
  readonly secret?: boolean | undefined;
}
/** Options of `sendLine`. */
export interface SendLineOptions extends WaitOptions, AmbiguityOptions {
  /** A text to wait for that is new since Enter. */
  readonly answer?: TextTarget | undefined;
  /** Delay between two characters, in milliseconds. */
  readonly delay?: number | undefined;
  /** Whether the text must not appear in recordings, snapshots, pictures and logs. */
  readonly secret?: boolean | undefined;
}
/** Options of `submit`. */
export interface SubmitOptions extends WaitOptions {
  /** A text to wait for that is new since Enter. */
  readonly answer?: TextTarget | undefined;
  /** How often Enter is pressed again if it inserts line breaks. Default: 3. */
  readonly retries?: number | undefined;
  /** What to do with a suggestion after the text: remove it (`dismiss`, the default), press Enter, or fail. */
  readonly ghost?: 'dismiss' | 'ignore' | 'fail' | undefined;
  /** Whether the text must not appear in recordings, snapshots, pictures and logs. */
  readonly secret?: boolean | undefined;
}
/** Options of mouse actions. */
export interface HoverOptions extends WaitOptions, AmbiguityOptions {
  /** Modifier keys that are held. */
  readonly modifiers?: readonly ModifierKey[] | undefined;
  /** Whether to send events that the program has not enabled. */
  readonly force?: boolean | undefined;
}
/** Options of `drag`. */
export interface DragOptions extends HoverOptions {
  /** The mouse button. Default: `left`. */
  readonly button?: wire.Button | undefined;
}
/** Options of `click`. */
export interface ClickOptions extends DragOptions {
  /** The number of clicks: 2 is a double click. */
  readonly count?: number | undefined;
  /** The event to send: a `click` (the default), or only `press` or `release`. */
  readonly event?: 'click' | 'press' | 'release' | undefined;
}
/** Options of `scroll`. */
export interface ScrollOptions extends HoverOptions {
  /** The number of notches of the wheel. Default: 1. */
  readonly amount?: number | undefined;
  /** Where to scroll. Default: the middle of the screen. */
  readonly target?: MouseTarget | undefined;
}
/** Options of `find`. */
export interface FindOptions {
  /** Whether to search only the screen (the default) or also the scrollback. */
  readonly scope?: 'viewport' | 'scrollback' | undefined;
  /** The maximum number of matches. */
  readonly limit?: number | undefined;
}
/** Options of `screenshot`. */
export interface ScreenshotOptions {
  /** The format (default: from the extension of the path, else `png`). */
  readonly format?: 'png' | 'svg' | 'html' | 'ansi' | undefined;
  /** Scale of the picture, 1 to 4. */
  readonly scale?: number | undefined;
  /** A name of a theme, or the path of a theme file. */
  readonly theme?: string | undefined;
}
/** Options of `record`. */
export interface RecordOptions {
  /** Whether to append to the file. Default: false. */
  readonly append?: boolean | undefined;
  /** Minimum time between two frames, in milliseconds. */
  readonly frameInterval?: number | undefined;
  /** Whether frames contain colors and styles. Default: true. */
  readonly styled?: boolean | undefined;
}
/** A recording that is being written; disposing it is the same as `stop`. */
export interface ActiveRecording extends AsyncDisposable {
  /** The absolute path of the file. */
  readonly path: string;
  /** Ends the recording. */
  stop(): Promise<void>;
}
/** The files of a snapshot. */
export type SavedSnapshot = wire.DumpViewResult;
/** The listeners of `Terminal.on`. */
export interface TerminalEvents {
  /** The visible text has changed. */
  readonly change: wire.ViewChangedNotification;
  /** The program has exited. */
  readonly exit: wire.SessionExitedNotification;
}
