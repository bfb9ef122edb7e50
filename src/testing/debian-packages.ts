/** Programs that tests drive and not every machine has, each with the Debian package that brings it. */
export const debianPackages = {
  bash: 'bash',
  dialog: 'dialog',
  emacs: 'emacs-nox',
  faketime: 'faketime',
  fzf: 'fzf',
  htop: 'htop',
  kak: 'kakoune',
  less: 'less',
  man: 'man-db',
  mc: 'mc',
  nano: 'nano',
  python3: 'python3',
  tmux: 'tmux',
  top: 'procps',
  vim: 'vim',
  vttest: 'vttest',
} as const;
