/** Variables as given to a program. */
export type Environment = Record<string, string>;

// What tells of the terminal that the server itself runs in; its programs run in ours.
const outerTerminal =
  /^(?:TMUX.*|STY|WINDOW|WINDOWID|TERMCAP|TERM_PROGRAM.*|TERM_SESSION_ID|TERMINAL_EMULATOR|VTE_VERSION|KITTY_.*|WT_.*|ITERM_.*|LC_TERMINAL.*|ALACRITTY_.*|WEZTERM_.*|KONSOLE_.*|GHOSTTY_.*|GNOME_TERMINAL_.*|XTERM_.*|ZELLIJ.*|TERMINATOR_UUID|TILIX_ID|INSIDE_EMACS|COLORFGBG|LINES|COLUMNS|OLDPWD)$/;

/** The environment of a program: cleaned, told of this terminal and of UTF-8, then changed as `changes` say. */
export function environmentFor(
  inherited: Readonly<Record<string, string | undefined>>,
  changes: Readonly<Record<string, string | null>>,
  cwd: string,
): Environment {
  const result = new Map<string, string>();
  for (const [name, value] of Object.entries(inherited))
    if (value !== undefined && !outerTerminal.test(name)) result.set(name, value);
  if (result.has('PWD')) result.set('PWD', cwd);
  result.set('TERM', 'xterm-256color');
  result.set('COLORTERM', 'truecolor');
  if (!isUtf8(result.get('LC_ALL') || result.get('LC_CTYPE') || result.get('LANG'))) {
    result.delete('LC_ALL');
    result.set('LC_CTYPE', 'C.UTF-8');
  }
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) result.delete(name);
    else result.set(name, value);
  }
  return Object.fromEntries(result);
}

const isUtf8 = (locale: string | undefined): boolean => /utf-?8/i.test(locale ?? '');
