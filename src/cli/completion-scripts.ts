import { quoteForShell } from '../base/text.js';
import { themeNames } from '../pictures/options.js';
import { commonFlags } from './choose-command.js';
import type { Command, Commands } from './options.js';

type Script = (commands: Commands) => string;
/** The completion scripts by shell. They also complete `npx tuispec`. */
export const completionScripts: Readonly<Record<'bash' | 'zsh' | 'fish', Script>> = {
  bash: generateBash,
  zsh: generateZsh,
  fish: generateFish,
};

/** What can be completed at a position of the command line: words, files, or both, or the names of open sessions. */
interface Value {
  readonly words?: readonly string[] | undefined;
  readonly files?: 'file' | 'directory';
  readonly isSession?: true;
}
interface Flag {
  readonly name: string;
  readonly letter?: string | undefined;
  readonly help: string;
  /** Undefined if the flag takes no value. */
  readonly value: Value | undefined;
}

function listFlags({ options }: Command): readonly Flag[] {
  const flags = Object.entries(options).map(([name, { help, placeholder, words, letter }]) => ({
    name,
    letter,
    help,
    value:
      name === 'session'
        ? ({ isSession: true } as const)
        : words === undefined
          ? findValue(placeholder)
          : { words: words as readonly string[] },
  }));
  return [...flags, ...commonFlags.map((flag) => ({ ...flag, value: undefined }))];
}

function findValue(placeholder: string | undefined): Value | undefined {
  switch (placeholder) {
    case undefined:
      return undefined;
    case 'DIR':
      return { files: 'directory' };
    case 'FILE':
      return { files: 'file' };
    case 'THEME':
      return { words: themeNames, files: 'file' };
    default:
      return {};
  }
}

function findOperand({ operands }: Command): Value | undefined {
  const [operand] = operands;
  if (operand === undefined) return undefined;
  return operand.words === undefined ? findValue(operand.name) : { words: operand.words };
}

const topFlags = commonFlags.map(({ name }) => `--${name}`);
/** The forms of a flag: its name, and its letter. */
const listForms = ({ name, letter }: Flag): readonly string[] => [
  `--${name}`,
  ...(letter === undefined ? [] : [`-${letter}`]),
];
// Not `tuispec ls`, which reports killed sessions only once.
const sessionPlaces = ['$XDG_RUNTIME_DIR/tuispec', '/tmp/tuispec-$(id -u)', '/run/user/$(id -u)/tuispec']
  .map((place) => `"\${TUISPEC_SESSION_DIR:-${place}}"`)
  .join(' ');
const listSessions = `sh -c 'for place in ${sessionPlaces}; do ls "$place"; done' 2> /dev/null | sort -u`;

function generateBash(commands: Commands): string {
  const formatReply = ({ words = [], files, isSession }: Value = {}, more: readonly string[] = []): string => {
    if (isSession) return `words=$(${listSessions})`;
    const kind = files === undefined ? '' : ` kind=${files === 'file' ? '-f' : '-d'}`;
    return `words=${quoteForShell([...more, ...words].join(' '))}${kind}`;
  };
  const cases = Object.entries(commands).flatMap(([name, command]) => {
    const flags = listFlags(command);
    const behindFlags = flags
      .filter(({ value }) => value !== undefined)
      .map((flag) => {
        const places = listForms(flag).map((form) => quoteForShell(`${name} ${form}`));
        return `    ${places.join(' | ')}) ${formatReply(flag.value)} ;;`;
      });
    const names = flags.flatMap(listForms);
    return [...behindFlags, `    ${quoteForShell(`${name} `)}*) ${formatReply(findOperand(command), names)} ;;`];
  });
  return `# Completes tuispec in bash.
_tuispec() {
  local words='' kind='' last=$COMP_CWORD
  local word=\${COMP_WORDS[last]}
  # --name=value is three words to bash.
  if [[ $word == = ]]; then word=''; elif [[ \${COMP_WORDS[last - 1]} == = ]]; then ((last--)); fi
  case "\${COMP_WORDS[1]} \${COMP_WORDS[last - 1]}" in
${cases.join('\n')}
  esac
  ((COMP_CWORD > 1)) || ${formatReply({ words: [...Object.keys(commands), ...topFlags] })} kind=''
  mapfile -t COMPREPLY < <(compgen -W "$words" $kind -- "$word")
}
complete -o filenames -F _tuispec tuispec
_tuispec_npx() {
  [[ \${COMP_WORDS[1]} == tuispec ]] && ((COMP_CWORD > 1)) || return
  COMP_WORDS=("\${COMP_WORDS[@]:1}")
  ((COMP_CWORD--))
  _tuispec
}
complete -p npx &> /dev/null || complete -o filenames -o bashdefault -F _tuispec_npx npx
`;
}

function generateZsh(commands: Commands): string {
  const escapeBrackets = (text: string): string => text.replaceAll(/[[\]\\]/g, '\\$&');
  const formatAction = (value: Value | undefined): string => {
    if (value === undefined) return '';
    const { words, files, isSession } = value;
    if (isSession) return ':session:_tuispec_sessions';
    if (words !== undefined)
      return `:value:${files === undefined ? `(${words.join(' ')})` : `_tuispec_words_or_files ${words.join(' ')}`}`;
    return `:value:${files === undefined ? ' ' : { file: '_files', directory: '_files -/' }[files]}`;
  };
  const cases = Object.entries(commands).map(([name, command]) => {
    const flags = listFlags(command).flatMap(({ name: flag, letter, help, value }) => {
      const described = `[${escapeBrackets(help)}]${formatAction(value)}`;
      const short = letter === undefined ? [] : [quoteForShell(`-${letter}${described}`)];
      return [quoteForShell(`--${flag}${value === undefined ? '' : '='}${described}`), ...short];
    });
    const operand = findOperand(command);
    const operands = operand === undefined ? [] : [quoteForShell(`1${formatAction(operand)}`)];
    return `    ${name}) _arguments ${[...flags, ...operands].join(' ')} ;;`;
  });
  const described = Object.entries(commands).map(([name, { what }]) => quoteForShell(`${name}:${what}`));
  return `#compdef tuispec
_tuispec() {
  if ((CURRENT == 2)); then
    local -a commands=(${described.join(' ')})
    _describe command commands
    compadd -- ${topFlags.join(' ')}
    return
  fi
  shift words
  ((CURRENT--))
  case $words[1] in
${cases.join('\n')}
  esac
}
_tuispec_words_or_files() {
  compadd "$@"
  _files
}
_tuispec_sessions() {
  compadd -- \${(f)"$(${listSessions})"}
}
_tuispec_npx() {
  if [[ $words[2] != tuispec ]] || ((CURRENT < 3)); then _default; return; fi
  shift words
  ((CURRENT--))
  _tuispec
}
if [[ $funcstack[1] == _tuispec ]]; then
  _tuispec "$@"
else
  compdef _tuispec tuispec
  (($+_comps[npx])) || compdef _tuispec_npx npx
fi
`;
}

function generateFish(commands: Commands): string {
  const formatAction = (value: Value | undefined): string => {
    if (value === undefined) return '';
    const { words, files, isSession } = value;
    if (isSession) return ` -x -a ${quoteForShell(`(${listSessions})`)}`;
    const list = words === undefined ? '' : ` -a ${quoteForShell(words.join(' '))}`;
    if (files === 'file') return ` -r -F${list}`;
    return files === 'directory' ? " -x -a '(__fish_complete_directories)'" : ` -x${list}`;
  };
  const lines = Object.entries(commands).flatMap(([name, command]) => {
    const here = `complete -c tuispec -n '__fish_seen_subcommand_from ${name}'`;
    const operand = findOperand(command);
    return [
      `complete -c tuispec -n __fish_use_subcommand -a ${name} -d ${quoteForShell(command.what)}`,
      ...listFlags(command).map(
        (flag) =>
          `${here}${flag.letter === undefined ? '' : ` -s ${flag.letter}`} -l ${flag.name} -d ${quoteForShell(flag.help)}${formatAction(flag.value)}`,
      ),
      ...(operand === undefined ? [] : [here + (operand.files === 'file' ? ' -F' : formatAction(operand))]),
    ];
  });
  const top = topFlags.map((flag) => `complete -c tuispec -n __fish_use_subcommand -l ${flag.replace('--', '')}`);
  const rest = "(complete -C (string replace -r '^\\s*npx\\s+' '' -- (commandline -cp)))";
  const npx = `complete -c npx -n '__fish_seen_subcommand_from tuispec' -f -a ${quoteForShell(rest)}`;
  return `# Completes tuispec in fish.\n${['complete -c tuispec -f', ...top, ...lines, npx].join('\n')}\n`;
}
