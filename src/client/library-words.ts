// The names of the params of the server, and what they are called in the library.
const words: Readonly<Record<string, string>> = {
  ambiguityMode: 'ambiguity',
  timeoutMs: 'timeout',
  readyTimeoutMs: 'readyTimeout',
  readySelector: 'ready',
  expectAfter: 'answer',
  delayMs: 'delay',
  debounceMs: 'debounce',
  stableMs: 'stable',
  frameIntervalMs: 'frameInterval',
  graceMs: 'grace',
  sendText: 'type',
  sendKey: 'press',
  timeoutSeconds: 'timeout',
  snapshotTheme: 'theme',
  terminalCols: 'cols',
  terminalRows: 'rows',
  '"scope":"scrollback"': "scope: 'scrollback'",
};

/** Replaces the names of the server in a message by those of the library. */
export const inLibraryWords = (message: string): string =>
  message
    .replaceAll(/`([^`\n]+)`/g, (code, name: string) => {
      const [first = ''] = name.split(/[.[]/, 1);
      const word = words[name] ?? words[first];
      return word === undefined ? code : `\`${word}${words[name] === undefined ? name.slice(first.length) : ''}\``;
    })
    .replace(/^(sendText|sendKey) failed:/, (_, name: string) => `${words[name]} failed:`)
    // A test runner has a command of its own for this, and the path has a line of its own.
    .replace(/ If the change is intended, update the baseline: [^`]*`update: "all"`\./, '')
    .replace(/ Difference(?: \(only rows \d+ to \d+\))?: .*$/, '');
