/** Variables as given to a program. */
export type Environment = Record<string, string>;

// Variables that describe the terminal that the server itself runs in; programs run in our terminal.
const outerTerminal =
  /^(?:TMUX.*|STY|WINDOW|WINDOWID|TERMCAP|TERM_PROGRAM.*|TERM_SESSION_ID|TERMINAL_EMULATOR|VTE_VERSION|KITTY_.*|WT_.*|ITERM_.*|LC_TERMINAL.*|ALACRITTY_.*|WEZTERM_.*|KONSOLE_.*|DOMTERM|WARP_.*|TERM_FEATURES|NVIM|NVIM_LISTEN_ADDRESS|VIM_TERMINAL|TERMUX_VERSION|ConEmu.*|GHOSTTY_.*|GNOME_TERMINAL_.*|XTERM_.*|ZELLIJ.*|TERMINATOR_UUID|TILIX_ID|INSIDE_EMACS|COLORFGBG|LINES|COLUMNS|OLDPWD)$/;

/** The environment of a program: inherited variables, those of this terminal, `changes`, and a UTF-8 locale. */
export function createEnvironment(
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
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) result.delete(name);
    else result.set(name, value);
  }
  if (!isUtf8(result.get('LC_ALL') || result.get('LC_CTYPE') || result.get('LANG'))) {
    // Variables that the client set explicitly are not changed.
    if (!Object.hasOwn(changes, 'LC_ALL')) result.delete('LC_ALL');
    if (!Object.hasOwn(changes, 'LC_CTYPE')) result.set('LC_CTYPE', 'C.UTF-8');
  }
  return Object.fromEntries(result);
}

const isUtf8 = (locale: string | undefined): boolean => /utf-?8/i.test(locale ?? '');
