// A tape as a shell script, which uses a session between commands.
import { escapePattern, quoteForShell } from '../base/text.js';
import { type Code, type CodeStep, type CodeTarget, type CodeText, describeMissing, toRequest } from './code-steps.js';
import type { TapeTarget } from './commands.js';

/** The script; `directory` is the relative path to the directory in which the program runs. */
export function writeShell(code: Code, directory: string): string {
  const { command, cols, rows, env, ready, timeoutMs } = code;
  const timeout = `${timeoutMs / 1000}s`;
  const variables = Object.entries(env).map(([name, value]) => `${name}=${quoteForShell(value)}`);
  const open = [
    `env -i PATH="$PATH" \${TMPDIR:+TMPDIR="$TMPDIR"} \${USER:+USER="$USER"} \${SHELL:+SHELL="$SHELL"} LANG="\${LANG:-C.UTF-8}"`,
    `  HOME="$home" XDG_RUNTIME_DIR="$home/run" TMUX_TMPDIR="$home/run" SCREENDIR="$home/run"`,
    `  TUISPEC_SESSION_DIR="$TUISPEC_SESSION_DIR" ${variables.join(' ')}${variables.length > 0 ? ' ' : ''}\\`,
    `  \${TUISPEC:-tuispec} open -s "$TUISPEC_SESSION" --cols ${cols} --rows ${rows} --timeout ${timeout}${ready === undefined ? '' : ` --expect ${toShell(ready)}`} -- ${command.map(quoteForShell).join(' ')}`,
  ];
  return [
    '#!/bin/sh',
    `# Generated from ${code.source}; edit it as you like.`,
    'set -eu',
    ...code.variables.map((name) => `: "\${${name}:?${describeMissing(name)}}"`),
    '# With npm, run it in a script of package.json, or set TUISPEC="npx tuispec".',
    'tuispec() { ${TUISPEC:-command tuispec} "$@" > /dev/null; }',
    `cd "$(dirname "$0")"${directory === '' ? '' : `/${quoteForShell(directory)}`}`,
    '',
    'home=$(mktemp -d)',
    'mkdir -m 700 "$home/run" "$home/sessions"',
    'export TUISPEC_SESSION_DIR="$home/sessions" TUISPEC_SESSION=tape',
    ...(code.isInOwnDirectory ? ['cd "$home"'] : []),
    `trap 'tuispec close 2> /dev/null || true; ${code.cleanups.map((line) => `${line.replaceAll("'", `'\\''`)}; `).join('')}rm -rf "$home"' EXIT`,
    ...code.setups,
    ...code.constants.map(({ name, target }) => `${name}=${toShellTarget(target)}`),
    '',
    ...joinLines(open),
    ...code.steps.flatMap((step) => writeShellStep(step, timeout)),
    '',
  ].join('\n');
}

const joinLines = (lines: readonly string[]): string[] =>
  lines
    .map((line, index) => (index < lines.length - 1 && !line.endsWith('\\') ? `${line} \\` : line))
    .map((line, index, all) => (index === all.length - 1 ? `${line} > /dev/null` : line));

/** A text or pattern as an argument: the variable that has it, or a word. */
const toShell = ({ target, name }: CodeTarget): string => (name === undefined ? toShellTarget(target) : `"$${name}"`);
const toShellTarget = (target: TapeTarget): string => {
  if (target.type === 'regex') return quoteForShell(`/${target.pattern}/${target.flags}`);
  // As a text, it would be a pattern or an option.
  const isOther = /^\/.+\/[a-z]*$|^-/.test(target.text);
  return quoteForShell(isOther ? `/${escapePattern(target.text)}/` : target.text);
};
const shellRequest = (method: string, params: object): string =>
  `tuispec request ${method} ${quoteForShell(JSON.stringify(params))}`;

const toShellText = (typed: CodeText): string =>
  'variable' in typed
    ? `--secret ${typed.variable}`
    : isPlainWord(typed.text)
      ? quoteForShell(typed.text)
      : `--text ${quoteForShell(typed.text)}`;
// A single word could be a key.
const isPlainWord = (text: string): boolean => / /.test(text.trim()) && !text.startsWith('-') && text === text.trim();

function writeShellStep(step: CodeStep, timeout: string): string[] {
  switch (step.do) {
    case 'line': {
      const { answer } = step;
      const line = `tuispec send ${toShellText(step.line)} Enter`;
      if (answer === undefined) return [line];
      if (answer.target.style !== undefined)
        return [line, shellRequest('waitForText', { selector: answer.target, since: 'lastInput' })];
      return [`${line} --expect ${toShell(answer)} --timeout ${timeout}`];
    }
    case 'type':
      return [`tuispec send ${step.isPaste ? '--paste ' : ''}${toShellText(step.typed)}`];
    case 'press':
      return [
        `tuispec send ${step.keys.map((key) => ([...key].length === 1 ? `--text ${quoteForShell(key)}` : quoteForShell(key))).join(' ')}`,
      ];
    case 'new':
      return step.target.target.style === undefined
        ? [`tuispec wait --new ${toShell(step.target)} --timeout ${timeout}`]
        : [shellRequest('waitForText', { selector: step.target.target, since: 'lastInput' })];
    case 'see':
      return step.target.target.style === undefined
        ? [`tuispec wait ${toShell(step.target)} --timeout ${timeout}`]
        : [shellRequest('waitForText', { selector: step.target.target })];
    case 'gone':
      return [`tuispec wait --gone ${toShell(step.target)} --timeout ${timeout}`];
    case 'stable':
      // `wait --stable` would wait for a change first.
      return [shellRequest('waitForStable', { debounceMs: step.quietMs })];
    case 'exit':
      return [`test "$(\${TUISPEC:-command tuispec} wait --exit --timeout ${timeout})" = ${step.code}`];
    case 'block':
      return ['', `# ${step.title}`, ...step.steps.flatMap((inner) => writeShellStep(inner, timeout))];
    case 'comment':
      return [`# ${step.text}`];
    case 'title':
      return [`# Not available here: the title of the window`];
    default: {
      const { method, params } = toRequest(step);
      return [shellRequest(method, params)];
    }
  }
}
